import type { Overlay } from "../../core/face/overlay.ts";

/** The part of a picture that belongs to one client alone. Lines are immutable: every change makes a new object. */
export interface OwnPicture {
  readonly line: MessageLine | PromptLine | undefined;
  readonly overlay: Overlay | undefined;
}

/** A line that replaces the status line. */
export interface MessageLine {
  readonly kind: "message";
  readonly text: string;
  /** The text is drawn literally, including `#[…]`. */
  readonly plain: boolean;
}

export interface PromptLine {
  readonly kind: "prompt";
  /** Text before the answer; its styles apply. */
  readonly message: string;
  readonly text: string;
  /** Characters (code points) before the cursor. */
  readonly cursor: number;
  /** vi command mode: the line is drawn with message-command-style. */
  readonly command: boolean;
}
