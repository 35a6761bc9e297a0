/** Each has a history of its own. */
export type PromptType = "command" | "search" | "target" | "window-target";

/** What the word at the cursor may become. */
export interface Completion {
  /** As far as it is clear; absent: there is nothing to be added. */
  readonly text?: string | undefined;
  /** Where it is not clear: to choose from. Where there is no room for all, the first or the last of them are shown. */
  readonly choices?: readonly CompletionChoice[];
  readonly shows?: "first" | "last";
  /** Characters of the word before what is chosen: a flag. */
  readonly indent?: number;
}

export interface CompletionChoice {
  readonly name: string;
  /** What the word becomes. */
  readonly text: string;
}

export interface CompletedWord {
  readonly word: string;
  /** A command is expected there. */
  readonly first: boolean;
  readonly type: PromptType;
}

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
