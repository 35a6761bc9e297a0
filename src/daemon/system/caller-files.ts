import { close, constants, fchmodSync, fstatSync, open, read, readFile, writeFile } from "node:fs";
import { Socket } from "node:net";
import { promisify } from "node:util";
import type { CallerFiles, FileCaller } from "../../doors/tmux/context.ts";
import { descriptorIn, pathSeenBy, umaskOf } from "../../processes/platform.ts";

const { O_APPEND, O_CREAT, O_EXCL, O_NOCTTY, O_NONBLOCK, O_RDONLY, O_TRUNC, O_WRONLY } = constants;
/** Nothing here blocks a thread of the daemon, which has few: a pipe may have no other end for ever. */
const NEVER_WAIT = O_NONBLOCK | O_NOCTTY;
/** Mode of a new file before the caller's umask applies, as in tmux. */
const NEW_FILE_MODE = 0o644;
/** Limit for what has no size, such as a pipe or /dev/zero. */
const MAX_STREAM_BYTES = 64 * 1024 * 1024;
const CHUNK_BYTES = 64 * 1024;

/**
 * Files that commands name. In tmux the client opens them, so /dev/fd/3 and /proc/self are those of the caller; the
 * daemon must never open its own descriptors instead, because reading one of its pipes would take bytes from it.
 */
export const callerFiles: CallerFiles = {
  descriptorIn,

  async read(path, caller) {
    const fd = await promisify(open)(placeOf(path, caller), O_RDONLY | NEVER_WAIT);
    const stat = fstatSync(fd);
    if (stat.isFIFO()) return readPipe(fd, caller);
    try {
      if (stat.isDirectory()) throw systemError("EISDIR");
      return await (stat.isCharacterDevice() ? readDevice(fd) : promisify(readFile)(fd));
    } finally {
      await promisify(close)(fd);
    }
  },

  async write(path, { data, append, caller }) {
    const place = placeOf(path, caller);
    const flags = O_WRONLY | NEVER_WAIT | (append ? O_APPEND : O_TRUNC);
    const fd = await openOrCreate(place, flags, NEW_FILE_MODE & ~umaskFor(caller));
    if (fstatSync(fd).isFIFO()) return writePipe(fd, data, caller);
    try {
      await promisify(writeFile)(fd, data);
    } finally {
      await promisify(close)(fd);
    }
  },
};

function placeOf(path: string, caller: FileCaller | undefined): string {
  if (caller) return pathSeenBy(caller.pid, path);
  if (descriptorIn(path) !== undefined) throw systemError("EBADF");
  return path;
}

function umaskFor(caller: FileCaller | undefined): number {
  return (caller && umaskOf(caller.pid)) ?? process.umask();
}

/** The daemon has a umask of its own, which must not apply to a file of the caller. */
async function openOrCreate(path: string, flags: number, mode: number): Promise<number> {
  const fd = await promisify(open)(path, flags | O_CREAT | O_EXCL, mode).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  });
  if (fd === undefined) return promisify(open)(path, flags);
  fchmodSync(fd, mode);
  return fd;
}

async function readDevice(fd: number): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  for (let size = 0; size <= MAX_STREAM_BYTES; ) {
    const part = Buffer.alloc(CHUNK_BYTES);
    const { bytesRead } = await promisify(read)(fd, { buffer: part });
    if (bytesRead === 0) return Buffer.concat(parts);
    parts.push(part.subarray(0, bytesRead));
    size += bytesRead;
  }
  throw systemError("EFBIG");
}

/** Waits for the other end of the pipe, as long as the caller does. */
function readPipe(fd: number, caller: FileCaller | undefined): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  const pipe = new Socket({ fd, readable: true, writable: false });
  pipe.on("data", (part) => {
    parts.push(part);
    size += part.length;
    if (size > MAX_STREAM_BYTES) pipe.destroy(systemError("EFBIG"));
  });
  return closed(pipe, caller).then(() => Buffer.concat(parts));
}

function writePipe(fd: number, data: Uint8Array, caller: FileCaller | undefined): Promise<void> {
  const pipe = new Socket({ fd, readable: false, writable: true });
  pipe.end(data);
  return closed(pipe, caller);
}

function closed(pipe: Socket, caller: FileCaller | undefined): Promise<void> {
  caller?.onGone(() => pipe.destroy());
  return new Promise((resolve, reject) => {
    pipe.on("error", reject);
    pipe.on("close", resolve);
  });
}

function systemError(code: string): NodeJS.ErrnoException {
  return Object.assign(new Error(code), { code });
}
