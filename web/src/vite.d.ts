/// <reference types="svelte" />
/// <reference types="vite/client" />
/** The version of the engine: the start of its file's SHA-256. */
declare const __ENGINE__: string;
