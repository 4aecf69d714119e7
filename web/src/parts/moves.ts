// Texts of the engine for the page, and the decisions of a game.
import { shownRules } from '../engine/engines.svelte';
import type { DecisionReview, ReviewAnswer } from '../engine/generated/yahtzee_web_engine';

/** The title of a box by its name. */
export const boxTitle = (name: string): string => shownRules()?.categories.find((category) => category.name === name)?.title ?? '';

/** A decision, with the number of its turn. */
export type Decision = DecisionReview & { turn: number };

/** The decisions of a game, in order. */
export const decisionsOf = (review: ReviewAnswer | null): Decision[] =>
  (review?.turns ?? []).flatMap(({ turn, decisions }) => decisions.map((decision) => ({ ...decision, turn })));

/** A choice that costs fewer points than this is near the best, as in the marks of a day. */
export const NEAR = 1;

/** The decisions with a loss, the worst first. */
export const mistakesOf = (decisions: Decision[]): Decision[] =>
  decisions.filter(({ chosen }) => chosen.lost !== null).sort((a, b) => b.loss - a.loss);

/** The message of an error; empty if it need not be shown, because the user stopped the work or did not want to wait. */
export const message = (error: unknown): string => (error instanceof Error ? error.message : String(error));
