import { randomBytes } from "node:crypto";
import { mkdir, open, readdir, unlink } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import { join } from "node:path";
import { getSystemErrorMap } from "node:util";
import { Refusal } from "../refusal.ts";

const MAX_BYTES = 20 * 1024 * 1024;
/** Older pictures are removed when there are more. */
const MAX_KEPT = 100;

const EXTENSIONS: ReadonlyMap<string, string> = new Map([
  ["image/png", "png"],
  ["image/jpeg", "jpg"],
  ["image/gif", "gif"],
  ["image/webp", "webp"],
  ["image/avif", "avif"],
  ["image/bmp", "bmp"],
  ["image/heic", "heic"],
  ["image/svg+xml", "svg"],
  ["image/tiff", "tiff"],
]);

/** Stores the picture that a request carries where only the user can read it. Its path needs no quotes in a shell. */
export async function storePicture(
  directory: string,
  request: IncomingMessage,
): Promise<{ readonly path: string }> {
  const type = (request.headers["content-type"] ?? "").split(";", 1)[0]!.trim().toLowerCase();
  const extension = EXTENSIONS.get(type);
  if (extension === undefined)
    throw new Refusal(415, `a picture is one of ${[...EXTENSIONS.keys()].join(", ")}`);
  if (Number(request.headers["content-length"] ?? 0) > MAX_BYTES) throw tooLarge();
  const path = join(directory, `${timeName()}-${randomBytes(4).toString("hex")}.${extension}`);
  try {
    await mkdir(directory, { recursive: true, mode: 0o700 });
    await write(path, request);
  } catch (error) {
    await unlink(path).catch(() => {});
    throw refusalOfDisk(error);
  }
  await removeOldest(directory);
  return { path };
}

async function write(path: string, request: IncomingMessage): Promise<void> {
  const file = await open(path, "wx", 0o600);
  try {
    // Unlike write, appendFile fails if a disk takes only a part.
    for await (const part of partsOf(request)) await file.appendFile(part);
  } finally {
    await file.close();
  }
}

/** The picture as it arrives. Throws a Refusal if it is empty or too large, or if its connection ends. */
async function* partsOf(request: IncomingMessage): AsyncGenerator<Buffer> {
  let size = 0;
  try {
    for await (const part of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      size += part.length;
      if (size > MAX_BYTES) throw tooLarge();
      yield part;
    }
  } catch (error) {
    throw error instanceof Refusal ? error : new Refusal(400, "the connection ended before the picture");
  }
  if (size === 0) throw new Refusal(400, "the picture is empty");
}

/** An error of the disk is no bug: its reason is the answer. */
function refusalOfDisk(error: unknown): unknown {
  const { errno } = error as NodeJS.ErrnoException;
  const [, reason] = (errno !== undefined && getSystemErrorMap().get(errno)) || [];
  return reason === undefined ? error : new Refusal(507, `the disk does not accept the picture: ${reason}`);
}

/** Names sort by time. */
function timeName(): string {
  return new Date().toISOString().replace(/[-:]/g, "").replace(/\..*/, "");
}

async function removeOldest(directory: string): Promise<void> {
  const names = (await readdir(directory)).sort();
  for (const name of names.slice(0, Math.max(0, names.length - MAX_KEPT)))
    await unlink(join(directory, name)).catch(() => {});
}

function tooLarge(): Refusal {
  return new Refusal(413, `a picture has no more than ${MAX_BYTES} bytes`, { code: "too-large" });
}
