/** Loads the new version of the page, once there is one. */
export const update = $state<{ ready: (() => void) | null }>({ ready: null });
