import type { WireErrorCode } from "../protocol/errors.ts";

/** Failures of the client itself, beside those that a backend answers. */
export type LocalErrorCode =
  /** The connection was lost during the call: whether the backend carried it out is unknown. */
  | "connection-lost"
  /** There is no connection, and none could be made. */
  | "not-connected"
  /** A user ended the backend together with its panes. */
  | "backend-ended"
  /** `close` was called. */
  | "closed"
  /** The answer does not follow this protocol. */
  | "bad-answer";

/** Every failure of a call. The code is the contract; the message is for people. */
export class BackendError extends Error {
  override readonly name = "BackendError";
  /** `data.code` of the answer; for a backend without codes, its number: "rpc--32601". */
  readonly code: WireErrorCode | LocalErrorCode | `rpc-${number}`;
  /** JSON-RPC's number, if the backend answered. */
  readonly rpcCode: number | undefined;
  /** Further details for programs, as the backend sent them. */
  readonly data: Readonly<Record<string, unknown>>;

  constructor(
    code: BackendError["code"],
    message: string,
    more: { rpcCode?: number; data?: Readonly<Record<string, unknown>>; cause?: unknown } = {},
  ) {
    super(message, more.cause === undefined ? undefined : { cause: more.cause });
    this.code = code;
    this.rpcCode = more.rpcCode;
    this.data = more.data ?? {};
  }
}

/** Converts a backend's error answer. */
export function errorOfAnswer(error: unknown): BackendError {
  const { code, message, data } = (error ?? {}) as Record<string, unknown>;
  const details = typeof data === "object" && data !== null ? (data as Record<string, unknown>) : {};
  const rpcCode = typeof code === "number" ? code : 0;
  const name =
    typeof details.code === "string" ? (details.code as WireErrorCode) : (`rpc-${rpcCode}` as const);
  return new BackendError(name, String(message ?? "the backend gave no reason"), { rpcCode, data: details });
}
