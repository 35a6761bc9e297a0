import { existsSync, lstatSync, mkdirSync, realpathSync, type Stats } from "node:fs";
import { connect } from "node:net";
import { dirname, resolve } from "node:path";
import { MuxError } from "../../../core/errors.ts";
import type { GlobalFlags } from "../parse-commands/global-flags.ts";

/**
 * The socket path alone decides which server a call uses: -S, else -L under the directory of the user's sockets (or of
 * the private instance's), else the server that $TMUX names, else the one called "default".
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
 * The same without file system access, for a known server; undefined if that is not enough. Every call runs this, and
 * most name an existing server.
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

/** A private instance has its own socket directory, separate from the user's other servers. */
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
    return realpathSync.native(path); // Every call runs this, and the version in JavaScript takes ten times longer.
  } catch {
    return undefined;
  }
}

function refused(sentence: string): MuxError {
  return new MuxError("bad-value", sentence);
}

/**
 * Throws if a socket may not be created here. tmux deletes a file that is in its place; that file may belong to another
 * program, so ours rejects it. The directory is created earlier, and only for names (-L).
 */
export function checkSocketPlace(given: string, cwd: string): void {
  const socketPath = resolve(cwd, given);
  // The system would cut the path, and put the socket elsewhere.
  if (isTooLong(socketPath)) throw refused(tooLong(given));
  const fault = placeFault(socketPath);
  if (fault) throw refused(`error creating ${given} (${errnoText(fault)})`);
}

function placeFault(socketPath: string): string | undefined {
  try {
    const stat = lstatSync(socketPath, { throwIfNoEntry: false });
    if (stat) return stat.isSocket() ? undefined : "EEXIST";
  } catch (error) {
    return (error as NodeJS.ErrnoException).code; // A directory that the user may not search, or links in a circle.
  }
  return existsSync(dirname(socketPath)) ? undefined : "ENOENT";
}

/** Maximum bytes of a socket path on Linux, without the terminating zero. On macOS 104 to 107 bytes fail when the server listens. */
const MAX_SOCKET_PATH = 107;

function isTooLong(socketPath: string): boolean {
  return Buffer.byteLength(socketPath) > MAX_SOCKET_PATH;
}

function tooLong(given: string): string {
  return `error connecting to ${given} (${errnoText("ENAMETOOLONG")})`;
}

/** Why there is no server of ours at this path, in tmux's words. The path may be relative to the caller. */
export function absence(given: string, cwd: string): Promise<string> {
  if (given === "") return Promise.resolve("no server running on ");
  const socketPath = resolve(cwd, given);
  if (isTooLong(socketPath)) return Promise.resolve(tooLong(given));
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
  EAGAIN: "Resource temporarily unavailable",
  EBADF: "Bad file descriptor",
  EEXIST: "File exists",
  EFBIG: "File too large",
  EINVAL: "Invalid argument",
  EISDIR: "Is a directory",
  ELOOP: "Too many levels of symbolic links",
  ENAMETOOLONG: "File name too long",
  ENOENT: "No such file or directory",
  ENOSPC: "No space left on device",
  ENOTDIR: "Not a directory",
  ENOTSOCK: "Connection refused",
  ENXIO: "No such device or address",
  EPERM: "Operation not permitted",
  EPIPE: "Broken pipe",
  ERR_FS_FILE_TOO_LARGE: "File too large",
  EROFS: "Read-only file system",
};

/** The C library's message for an error code, which tmux prints. */
export function errnoText(code: string | undefined): string {
  return ERRNO_TEXTS[code ?? ""] ?? `error ${code}`;
}
