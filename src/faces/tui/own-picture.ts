import type { Overlay } from "../../core/face/overlay.ts";

/** What a client has on its picture that no other has. Lines are immutable: another one stands for every change. */
export interface OwnPicture {
  readonly line: MessageLine | PromptLine | undefined;
  readonly overlay: Overlay | undefined;
}

/** In the place of the status line. */
export interface MessageLine {
  readonly kind: "message";
  readonly text: string;
  /** The text is shown as it is, `#[…]` too. */
  readonly plain: boolean;
}

export interface PromptLine {
  readonly kind: "prompt";
  /** Before what is typed; styles in it count. */
  readonly message: string;
  readonly text: string;
  /** Characters (code points) before the cursor. */
  readonly cursor: number;
  /** Keys are commands (vi): drawn with message-command-style. */
  readonly command: boolean;
}
