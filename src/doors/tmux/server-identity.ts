import { existsSync, lstatSync, mkdirSync, realpathSync, type Stats } from "node:fs";
import { connect } from "node:net";
import { dirname, resolve } from "node:path";
import { MuxError } from "../../core/errors.ts";
import type { GlobalFlags } from "./global-flags.ts";

/**
 * Which server a call means is decided by its socket path alone: -S, else -L under the directory of the user's sockets
 * (or of the private instance's), else the server that $TMUX names, else the one called "default".
 */
export function socketPathOf(
  flags: Pick<GlobalFlags, "label" | "socketPath">,
  environment: ReadonlyMap<string, string>,
  uid: number,
): string {
  if (flags.socketPath !== undefined) return flags.socketPath;
  if (flags.label === undefined) {
    const inside = (environment.get("TMUX") ?? "").split(",")[0]!;
    if (inside !== "") return inside;
  }
  return `${socketDirectory(environment, uid)}/${flags.label ?? "default"}`;
}

/**
 * The same without a look at the disk, for a server that is known: `undefined` where nobody can tell without one. Every
 * call comes by here, and most name a server that stands.
 */
export function likelySocketPath(
  flags: Pick<GlobalFlags, "label" | "socketPath">,
  environment: ReadonlyMap<string, string>,
  uid: number,
): string | undefined {
  if (flags.socketPath !== undefined) return undefined;
  if (flags.label === undefined && environment.get("TMUX")) return undefined;
  return `${namedBase(environment) || "/tmp"}/tmux-${uid}/${flags.label ?? "default"}`;
}

function socketDirectory(environment: ReadonlyMap<string, string>, uid: number): string {
  const base = realPath(namedBase(environment)) ?? realPath("/tmp");
  if (base === undefined) throw new MuxError("bad-value", "no suitable socket path");
  const directory = `${base}/tmux-${uid}`;
  const stat = lstatSync(directory, { throwIfNoEntry: false }) ?? createDirectory(directory);
  if (!stat.isDirectory()) throw refused(`${directory} is not a directory`);
  if (stat.uid !== uid || (stat.mode & 0o007) !== 0)
    throw refused(`directory ${directory} has unsafe permissions`);
  return directory;
}

/** A private instance has sockets of its own: names on it are not those of the user's other servers. */
function namedBase(environment: ReadonlyMap<string, string>): string | undefined {
  return environment.get("TMUX_TMPDIR") || environment.get("MULLION_DIR");
}

function createDirectory(directory: string): Stats {
  try {
    mkdirSync(directory, { mode: 0o700 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== "EEXIST") throw refused(`couldn't create directory ${directory} (${errnoText(code)})`);
  }
  return lstatSync(directory);
}

function realPath(path: string | undefined): string | undefined {
  if (path === undefined || path === "") return undefined;
  try {
    return realpathSync.native(path); // Every call comes by here: the one in JavaScript costs ten times more.
  } catch {
    return undefined;
  }
}

function refused(sentence: string): MuxError {
  return new MuxError("bad-value", sentence);
}

/**
 * Whether a socket may be made here. A file that stands in its place is somebody's: tmux removes it, and it is gone. The
 * directory is made only for names (-L), long before this.
 */
export function checkSocketPlace(given: string, cwd: string): void {
  const socketPath = resolve(cwd, given);
  const stat = lstatSync(socketPath, { throwIfNoEntry: false });
  const fault = stat && !stat.isSocket() ? "EEXIST" : existsSync(dirname(socketPath)) ? undefined : "ENOENT";
  if (fault) throw refused(`error creating ${given} (${errnoText(fault)})`);
}

/** Bytes of a socket's path, the terminating zero not counted. */
const MAX_SOCKET_PATH = 107;

/** Why there is no server of ours at this path, in tmux's words. What was given may be relative to the caller. */
export function absence(given: string, cwd: string): Promise<string> {
  if (given === "") return Promise.resolve("no server running on ");
  const socketPath = resolve(cwd, given);
  if (Buffer.byteLength(socketPath) > MAX_SOCKET_PATH) {
    return Promise.resolve(`error connecting to ${given} (${errnoText("ENAMETOOLONG")})`);
  }
  return new Promise((settle) => {
    const socket = connect(socketPath);
    socket.on("connect", () => {
      socket.destroy();
      settle(`${given} belongs to a server of another program (a real tmux?)`);
    });
    socket.on("error", ({ code }: NodeJS.ErrnoException) => {
      if (code === "ECONNREFUSED") settle(`no server running on ${given}`);
      else settle(`error connecting to ${given} (${errnoText(code)})`);
    });
  });
}

const ERRNO_TEXTS: Readonly<Record<string, string>> = {
  EACCES: "Permission denied",
  EBADF: "Bad file descriptor",
  EEXIST: "File exists",
  EINVAL: "Invalid argument",
  EISDIR: "Is a directory",
  ELOOP: "Too many levels of symbolic links",
  ENAMETOOLONG: "File name too long",
  ENOENT: "No such file or directory",
  ENOSPC: "No space left on device",
  ENOTDIR: "Not a directory",
  ENOTSOCK: "Connection refused",
  EPERM: "Operation not permitted",
  EROFS: "Read-only file system",
};

/** The C library's words for an error code, which tmux prints. */
export function errnoText(code: string | undefined): string {
  return ERRNO_TEXTS[code ?? ""] ?? `error ${code}`;
}
