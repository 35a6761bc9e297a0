import type { ErrorCode } from "../core/errors.ts";

/**
 * Every error that crosses the wire. `data.code` is the contract; the number is JSON-RPC's, or ours from 1000 on; HTTP
 * has its own; the sentence says what the code means (an answer carries its own sentence about the case). A new error
 * code of the core does not compile until it is listed here.
 */
export interface WireError {
  readonly rpc: number;
  readonly http: number;
  readonly sentence: string;
  /** The schema level that introduced the error; undefined: the first. */
  readonly since?: number;
}

type ProtocolErrorCode =
  | "parse-error"
  | "invalid-request"
  | "method-not-found"
  | "invalid-params"
  | "internal-error"
  | "not-initialized"
  | "already-initialized"
  | "unsupported-version"
  | "batch-not-supported"
  | "no-such-context"
  | "context-exited"
  | "no-terminal"
  | "own-context"
  | "empty-command"
  | "no-such-program"
  | "not-executable"
  | "bad-cwd"
  | "bad-environment"
  | "bad-base64"
  | "bad-regex"
  | "bad-cursor"
  | "unknown-key"
  | "not-taken"
  | "not-waiting"
  | "out-of-date"
  | "too-many-contexts"
  | "overloaded"
  | "host-unreachable"
  | "daemon-lost";

export type WireErrorCode = ErrorCode | ProtocolErrorCode;

export const wireErrors = {
  "parse-error": {
    rpc: -32700,
    http: 400,
    sentence: "The line is not JSON, or not UTF-8, or nested too deeply.",
  },
  "invalid-request": { rpc: -32600, http: 400, sentence: "It is JSON, but not a request." },
  "method-not-found": { rpc: -32601, http: 404, sentence: "There is no method of this name." },
  "invalid-params": { rpc: -32602, http: 400, sentence: "A parameter is missing or has the wrong type." },
  "internal-error": { rpc: -32603, http: 500, sentence: "A bug of ours; it is in the daemon's log." },

  "not-initialized": { rpc: 1000, http: 409, sentence: "The first request of a connection is initialize." },
  "already-initialized": { rpc: 1001, http: 409, sentence: "A connection is initialized once." },
  "unsupported-version": { rpc: 1002, http: 400, sentence: "This protocol_version is not spoken here." },
  "batch-not-supported": {
    rpc: 1003,
    http: 400,
    sentence: "One request to a line: arrays of requests are not taken.",
  },
  "no-such-context": {
    rpc: 1010,
    http: 404,
    sentence: "The team has no context of this id, and never had or has long lost it.",
  },
  "context-exited": {
    rpc: 1011,
    http: 410,
    sentence: "The context has exited: it can be captured for a while, not acted on.",
  },
  "no-terminal": {
    rpc: 1012,
    http: 409,
    sentence: "The context is the caller's own and runs in no pane of ours.",
  },
  "own-context": { rpc: 1013, http: 403, sentence: "A client cannot kill the context that it runs in." },
  "empty-command": { rpc: 1020, http: 400, sentence: "The command has no program." },
  "no-such-program": { rpc: 1021, http: 422, sentence: "The program was not found." },
  "not-executable": { rpc: 1022, http: 422, sentence: "The program is there, but cannot be executed." },
  "bad-cwd": {
    rpc: 1023,
    http: 422,
    sentence: "The working directory is not absolute, or not a directory that can be entered.",
  },
  "bad-environment": {
    rpc: 1024,
    http: 400,
    sentence: "A variable's name is empty or holds '=', or something holds a NUL.",
  },
  "bad-base64": { rpc: 1030, http: 400, sentence: "The data is not base64 (RFC 4648, padded)." },
  "bad-regex": { rpc: 1031, http: 400, sentence: "The pattern is not one of our regular expressions." },
  "bad-cursor": {
    rpc: 1032,
    http: 400,
    sentence: "The cursor is of the future: this daemon never handed it out.",
  },
  "unknown-key": { rpc: 1033, http: 400, sentence: "There is no key of this name." },
  "not-taken": {
    rpc: 1034,
    http: 409,
    sentence: "The application did not take the text in time; Enter was not sent.",
  },
  "not-waiting": {
    rpc: 1035,
    http: 409,
    sentence: "The program asks nothing, or its question was answered already; nothing was typed.",
    since: 2,
  },
  "out-of-date": {
    rpc: 1036,
    http: 409,
    sentence: "The context has printed something since the caller looked; nothing was typed.",
    since: 2,
  },
  "too-many-contexts": { rpc: 1040, http: 429, sentence: "The limit of live contexts is reached." },
  overloaded: {
    rpc: 1041,
    http: 429,
    sentence: "Too many requests of this connection wait for their answers.",
  },
  "daemon-lost": {
    rpc: 1042,
    http: 409,
    sentence:
      "The daemon died before it answered, and the request may have been carried out: mullion-pane-backend says this and goes on with the next daemon.",
  },

  "host-unreachable": {
    rpc: 1043,
    http: 503,
    sentence: "The other machine cannot be reached now, or its answer does not follow the protocol.",
    since: 2,
  },

  "no-such-target": { rpc: 1100, http: 404, sentence: "What was named is not there." },
  "no-such-session": { rpc: 1101, http: 404, sentence: "There is no such session." },
  "no-such-window": { rpc: 1102, http: 404, sentence: "There is no such window." },
  "no-such-pane": { rpc: 1103, http: 404, sentence: "There is no such pane." },
  "no-such-buffer": { rpc: 1104, http: 404, sentence: "There is no such buffer." },
  "no-such-option": { rpc: 1105, http: 404, sentence: "There is no such option." },
  "name-taken": { rpc: 1106, http: 409, sentence: "The name is in use." },
  "index-taken": { rpc: 1107, http: 409, sentence: "The index is in use." },
  "no-space": { rpc: 1108, http: 409, sentence: "There is no room for another pane." },
  "bad-name": { rpc: 1109, http: 400, sentence: "The name cannot be used." },
  "bad-value": { rpc: 1110, http: 400, sentence: "The value cannot be used." },
  "bad-layout": { rpc: 1111, http: 400, sentence: "The layout cannot be used." },
  "bad-format": { rpc: 1112, http: 400, sentence: "The format cannot be read." },
  "too-large": { rpc: 1113, http: 413, sentence: "The request is larger than what is taken." },
  "start-failed": { rpc: 1114, http: 422, sentence: "The program could not be started." },
  "still-running": { rpc: 1115, http: 409, sentence: "The pane still runs a program." },
  "not-allowed": { rpc: 1116, http: 403, sentence: "This is not allowed." },
  "not-supported": { rpc: 1117, http: 501, sentence: "This is not supported." },
} as const satisfies Record<WireErrorCode, WireError>;

/** The schema level that introduced the error. */
export function levelOf(code: WireErrorCode): number {
  const { since = 1 }: WireError = wireErrors[code];
  return since;
}

/** Errors that any request may receive. */
export const commonErrors = [
  "parse-error",
  "invalid-request",
  "method-not-found",
  "invalid-params",
  "internal-error",
  "not-initialized",
  "batch-not-supported",
  "too-large",
  "overloaded",
] as const satisfies readonly WireErrorCode[];

/** Errors of a program that could not be started in a new pane. */
export const startErrors = [
  "empty-command",
  "no-such-program",
  "not-executable",
  "bad-cwd",
  "bad-environment",
  "start-failed",
  "too-many-contexts",
] as const satisfies readonly WireErrorCode[];

/** A failure with a code of the protocol; failures of the core are thrown as MuxError. */
export class ProtocolError extends Error {
  override readonly name = "ProtocolError";
  readonly code: WireErrorCode;
  /** Further details for programs, beside the code. */
  readonly details: Readonly<Record<string, unknown>> | undefined;
  constructor(code: WireErrorCode, message: string, details?: Readonly<Record<string, unknown>>) {
    super(message);
    this.code = code;
    this.details = details;
  }
}
