// Texts of the engine for the page.
import { engines } from '../engine/engines.svelte';

/** The name of a box by its number. */
export const boxTitle = (index: number): string => engines.rules?.categories[index]?.title ?? '';

/** The message of an error; empty if it need not be shown, because the user stopped the work or did not want to wait. */
export const message = (error: unknown): string => (error instanceof Error ? error.message : String(error));
