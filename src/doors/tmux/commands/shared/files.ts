import { appendFile, readFile, writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { CommandError } from "../../command-error.ts";
import type { AnyRun } from "../../formats/expand.ts";
import { errnoText } from "../../server/server-identity.ts";

/** Reads a file relative to the caller's directory, or for `-` the caller's standard input. */
export async function readInput({ call }: AnyRun, path: string): Promise<Uint8Array> {
  if (path === "-") {
    if (!call.invocation || call.control) throw streamRefusal(path);
    return call.invocation.stdin.read();
  }
  const file = resolve(call.cwd, path);
  return withPath(file, () => readFile(file));
}

/** Writes a file relative to the caller's directory, or for `-` the caller's standard output. */
export async function writeOutput(
  { call }: AnyRun,
  path: string,
  { data, append }: { readonly data: Uint8Array; readonly append: boolean },
): Promise<void> {
  if (path === "-" && call.control) throw streamRefusal(path);
  if (path === "-") return call.write(data);
  const write = append ? appendFile : writeFile;
  const file = resolve(call.cwd, path);
  await withPath(file, () => write(file, data));
}

/** The streams of a control client carry commands and answers. */
function streamRefusal(path: string): CommandError {
  return new CommandError(`${path}: ${errnoText("EBADF")}`);
}

async function withPath<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new CommandError(`${path}: ${errnoText((error as NodeJS.ErrnoException).code)}`);
  }
}
