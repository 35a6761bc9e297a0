/** Types of prompts; each has its own history. */
export type PromptType = "command" | "search" | "target" | "window-target";

/** Completion of the word at the cursor. */
export interface Completion {
  /** The unambiguous part of the completion; absent if there is nothing to add. */
  readonly text?: string | undefined;
  /** The candidates of an ambiguous completion. If not all fit, the first or the last of them are shown. */
  readonly choices?: readonly CompletionChoice[];
  readonly shows?: "first" | "last";
  /** Characters of the word before the chosen part: a flag. */
  readonly indent?: number;
}

export interface CompletionChoice {
  readonly name: string;
  /** The word after this choice. */
  readonly text: string;
}

export interface CompletedWord {
  readonly word: string;
  /** Whether a command name is expected at the cursor. */
  readonly first: boolean;
  readonly type: PromptType;
}

/**
 * A question that the client's user answers in place of the status line (command-prompt, confirm-before, and the
 * searches of modes). The face edits the line with tmux's keys (emacs or vi, by status-keys), history and completion.
 */
export interface Prompt {
  /** Text before the answer; already expanded. */
  readonly message: string;
  readonly initial: string;
  readonly type: PromptType;
  /** `-1`: the first key is the complete answer. */
  readonly single?: boolean | undefined;
  /** `-N`: only digits are accepted; any other key closes the prompt and is passed on. */
  readonly numeric?: boolean | undefined;
  /** `-k`: the answer is the name of the next key. */
  readonly key?: boolean | undefined;
  /** `-i`: `answer` is called for every change, with `=`, `+` or `-` before the text. */
  readonly incremental?: boolean | undefined;
  /**
   * Returns true to keep the prompt open for another answer. `done` is false for a change of an incremental prompt.
   */
  answer(text: string, state: { readonly done: boolean }): boolean | undefined;
  /** Called when the prompt closes without an answer. */
  onCancelled?(): void;
}
