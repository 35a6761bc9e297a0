/** Each has a history of its own. */
export type PromptType = "command" | "search" | "target" | "window-target";

/**
 * A question that a client answers in the place of its status line (command-prompt, confirm-before, and the modes'
 * searches). The face edits the line with tmux's keys (emacs or vi, by status-keys), history and completion.
 */
export interface Prompt {
  /** Shown before the answer; already expanded. */
  readonly message: string;
  readonly initial: string;
  readonly type: PromptType;
  /** `-1`: the first key is the whole answer. */
  readonly single?: boolean | undefined;
  /** `-N`: only digits are taken, any other key ends it and is passed on. */
  readonly numeric?: boolean | undefined;
  /** `-k`: the answer is the name of the next key. */
  readonly key?: boolean | undefined;
  /** `-i`: `answer` is called for every change, with `=`, `+` or `-` in front of the text. */
  readonly incremental?: boolean | undefined;
  /** True: the prompt stays open, for another answer. `done` is false for a change of an incremental one. */
  answer(text: string, state: { readonly done: boolean }): boolean | undefined;
  /** It was given up. */
  cancelled?(): void;
}
