/** What command-prompt may ask for; each type has a history of its own. */
export const promptTypes: readonly string[] = ["command", "search", "target", "window-target"];
