/** Every failure that a caller may act on. The code is the contract; the message is for people. */
export type ErrorCode =
  | "no-such-target"
  | "no-such-session"
  | "no-such-window"
  | "no-such-pane"
  | "no-such-buffer"
  | "no-such-option"
  | "name-taken"
  | "index-taken"
  | "no-space"
  | "bad-name"
  | "bad-value"
  | "bad-layout"
  | "bad-format"
  | "too-large"
  | "start-failed"
  | "still-running"
  | "not-allowed"
  | "not-supported";

export class MuxError extends Error {
  override readonly name = "MuxError";
  readonly code: ErrorCode;
  constructor(code: ErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
