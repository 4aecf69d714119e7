/** Whether the sheet that changes the game is open. */
export const chooser = $state({ open: false });
