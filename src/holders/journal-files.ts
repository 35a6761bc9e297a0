import * as fs from "node:fs";
import { dirname } from "node:path";
import { promisify } from "node:util";

/**
 * The file operations of journals, behind an interface so that a test can inject disk failures. Writes are
 * asynchronous, because a slow disk must not delay calls; reading back happens once, at a start.
 */
export interface JournalFiles {
  /** Opens for appending; creates the directory if needed. */
  open(directory: string, path: string): Promise<number>;
  /** May write less than requested, as the system call does. */
  write(fd: number, parts: readonly Uint8Array[]): Promise<number>;
  close(fd: number): Promise<void>;
  /** The file appears complete under its name, or not at all. */
  place(path: string, bytes: Uint8Array): Promise<void>;
  remove(path: string): Promise<void>;
  removeDirectory(directory: string): Promise<void>;
  /** Undefined if the directory does not exist. */
  list(directory: string): string[] | undefined;
  /** The complete file, or at most `maxBytes` from its beginning. */
  read(path: string, maxBytes?: number): Buffer;
  size(path: string): number;
}

const open = promisify(fs.open);
const close = promisify(fs.close);

export const diskFiles: JournalFiles = {
  async open(directory, path) {
    await fs.promises.mkdir(directory, { recursive: true, mode: 0o700 });
    return open(path, "a", 0o600);
  },
  write: (fd, parts) =>
    new Promise((resolve, reject) =>
      fs.writev(fd, parts as Uint8Array[], null, (error, written) =>
        error ? reject(error) : resolve(written),
      ),
    ),
  close,
  async place(path, bytes) {
    const aside = `${path}.part`;
    try {
      await fs.promises.mkdir(dirname(path), { recursive: true, mode: 0o700 });
      await fs.promises.writeFile(aside, bytes, { mode: 0o600 });
      await fs.promises.rename(aside, path);
    } catch (error) {
      await fs.promises.rm(aside, { force: true });
      throw error;
    }
  },
  remove: (path) => fs.promises.rm(path, { force: true }),
  removeDirectory: (directory) => fs.promises.rm(directory, { recursive: true, force: true }),
  list(directory) {
    try {
      return fs.readdirSync(directory);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
      throw error;
    }
  },
  read: (path, maxBytes) => (maxBytes === undefined ? fs.readFileSync(path) : readStart(path, maxBytes)),
  size: (path) => fs.statSync(path).size,
};

function readStart(path: string, maxBytes: number): Buffer {
  const fd = fs.openSync(path, "r");
  try {
    const bytes = Buffer.alloc(maxBytes);
    return bytes.subarray(0, fs.readSync(fd, bytes, 0, maxBytes, 0));
  } finally {
    fs.closeSync(fd);
  }
}
