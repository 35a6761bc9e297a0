import { constants } from "node:os";
import { MuxError } from "../core/errors.ts";
import { ProtocolError, type WireErrorCode } from "../protocol/errors.ts";

/** The stage at which a launch failed, as numbered on the holder's wire. */
const STAGE_CWD = 4;
const STAGE_EXEC = 5;

const { ENOENT, ENOTDIR, EACCES, EPERM, ENOEXEC, EISDIR } = constants.errno;
const missing = new Set<number>([ENOENT, ENOTDIR]);
const unusable = new Set<number>([EACCES, EPERM, ENOEXEC, EISDIR]);

/** Maps a failed start to an error that the caller can act on; passes any other error on unchanged. */
export function startFailure(error: unknown): unknown {
  if (!(error instanceof MuxError) || error.code !== "start-failed") return error;
  const { stage, errno } = (error.cause ?? {}) as { readonly stage?: number; readonly errno?: number };
  return new ProtocolError(codeOf(stage, errno ?? 0), error.message);
}

function codeOf(stage: number | undefined, errno: number): WireErrorCode {
  if (stage === STAGE_CWD) return "bad-cwd";
  if (stage !== STAGE_EXEC) return "start-failed";
  if (missing.has(errno)) return "no-such-program";
  return unusable.has(errno) ? "not-executable" : "start-failed";
}
