/** Types of command-prompt; each has a history of its own. */
export const promptTypes: readonly string[] = ["command", "search", "target", "window-target"];
