import { BackendError } from "../client/backend-error.ts";
import {
  HostUnreachable,
  InvalidArgument,
  InvalidCommand,
  InvalidKey,
  InvalidSessionName,
  NoServer,
  NotTaken,
  PaneLimit,
  SessionExists,
  SessionNotFound,
  StartFailed,
  SubstrateError,
  Unsupported,
} from "./errors.ts";

const failures: Partial<Record<BackendError["code"], typeof SubstrateError>> = {
  "no-such-session": SessionNotFound,
  "no-such-context": SessionNotFound,
  "context-exited": SessionNotFound,
  "no-terminal": SessionNotFound,
  "own-context": SessionNotFound,
  "name-taken": SessionExists,
  "bad-name": InvalidSessionName,
  "no-space": PaneLimit,
  "too-many-contexts": PaneLimit,
  "unknown-key": InvalidKey,
  "empty-command": InvalidCommand,
  "bad-regex": InvalidArgument,
  "bad-environment": InvalidArgument,
  "no-such-program": StartFailed,
  "not-executable": StartFailed,
  "bad-cwd": StartFailed,
  "start-failed": StartFailed,
  "not-taken": NotTaken,
  "host-unreachable": HostUnreachable,
  "no-such-target": InvalidArgument,
  "connection-lost": NoServer,
  "not-connected": NoServer,
  "backend-ended": NoServer,
  closed: NoServer,
  "method-not-found": Unsupported,
  "rpc--32601": Unsupported,
};

/** Maps an answer of the native protocol to a substrate error. An aborted call keeps the signal's reason. */
export function backendFailure(error: unknown): unknown {
  if (!(error instanceof BackendError)) return error;
  return new (failures[error.code] ?? SubstrateError)(error.message, { cause: error });
}

/** Maps the reason for a failed connection. */
export function connectFailure(error: unknown, signal: AbortSignal | undefined): unknown {
  if (error instanceof BackendError || signal?.aborted) return backendFailure(error);
  return new NoServer(`the daemon is not to be reached: ${(error as Error).message}`, { cause: error });
}
