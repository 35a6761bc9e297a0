import { MuxError } from "../../core/errors.ts";
import { ProtocolError, wireErrors } from "../../protocol/errors.ts";

/** oRPC's names for HTTP statuses. It has none for 507, and accepts any name. */
const CODES = {
  400: "BAD_REQUEST",
  401: "UNAUTHORIZED",
  403: "FORBIDDEN",
  404: "NOT_FOUND",
  409: "CONFLICT",
  410: "GONE",
  413: "PAYLOAD_TOO_LARGE",
  415: "UNSUPPORTED_MEDIA_TYPE",
  422: "UNPROCESSABLE_CONTENT",
  429: "TOO_MANY_REQUESTS",
  500: "INTERNAL_SERVER_ERROR",
  501: "NOT_IMPLEMENTED",
  503: "SERVICE_UNAVAILABLE",
  507: "INSUFFICIENT_STORAGE",
} as const;

export type RefusalStatus = keyof typeof CODES;

export const refusalStatuses: readonly number[] = Object.keys(CODES).map(Number);

/** An error answer, with a sentence for the caller. */
export class Refusal extends Error {
  override readonly name = "Refusal";
  readonly status: RefusalStatus;
  /** For programs: `code` is the protocol's, `issues` are the validator's. */
  readonly data: Readonly<Record<string, unknown>> | undefined;

  constructor(status: RefusalStatus, message: string, data?: Readonly<Record<string, unknown>>) {
    super(message);
    this.status = status;
    this.data = data;
  }

  /** The form that oRPC clients read. */
  toJSON(): object {
    const { status, message, data } = this;
    return { defined: false, code: CODES[status], status, message, ...(data && { data }) };
  }

  get headers(): Readonly<Record<string, string>> {
    if (this.status === 401) return { "www-authenticate": 'Bearer realm="mullion"' };
    return this.status === 429 || this.status === 503 ? { "retry-after": "1" } : {};
  }
}

/** Maps anything thrown to an answer. Of a bug the caller learns only that it is one. */
export function refusalOf(error: unknown, reportBug: (error: unknown) => void): Refusal {
  if (error instanceof Refusal) return error;
  if (error instanceof MuxError)
    return new Refusal(statusOf(error.code), error.message, { code: error.code });
  if (error instanceof ProtocolError) {
    const { code, message, details } = error;
    return new Refusal(statusOf(code), message, { ...details, code });
  }
  reportBug(error);
  return new Refusal(500, "internal error: the daemon's log has the rest");
}

function statusOf(code: keyof typeof wireErrors): RefusalStatus {
  return wireErrors[code].http;
}
