import type { WireErrorCode } from "../protocol/errors.ts";

/** What a client itself may fail with, beside what a backend answers. */
export type LocalErrorCode =
  /** The connection went while the call was under way: whether it was carried out is not known. */
  | "connection-lost"
  /** There is no connection, and none could be made. */
  | "not-connected"
  /** Somebody ended the backend together with its panes. */
  | "backend-ended"
  /** `close` was called. */
  | "closed"
  /** What came back is not this protocol. */
  | "bad-answer";

/** Every failure of a call. The code is the contract; the message is for people. */
export class BackendError extends Error {
  override readonly name = "BackendError";
  /** `data.code` of the answer; a backend that has none is known by its number: "rpc--32601". */
  readonly code: WireErrorCode | LocalErrorCode | `rpc-${number}`;
  /** JSON-RPC's number, where the backend answered. */
  readonly rpcCode: number | undefined;
  /** More for programs, as the backend gave it. */
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

/** What a backend answered instead of a result. */
export function errorOfAnswer(error: unknown): BackendError {
  const { code, message, data } = (error ?? {}) as Record<string, unknown>;
  const details = typeof data === "object" && data !== null ? (data as Record<string, unknown>) : {};
  const rpcCode = typeof code === "number" ? code : 0;
  const name =
    typeof details.code === "string" ? (details.code as WireErrorCode) : (`rpc-${rpcCode}` as const);
  return new BackendError(name, String(message ?? "the backend gave no reason"), { rpcCode, data: details });
}
