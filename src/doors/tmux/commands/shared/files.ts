import { resolve } from "node:path";
import type { Invocation } from "../../../../wire/invocation.ts";
import type { Call } from "../../call.ts";
import { CommandError } from "../../command-error.ts";
import type { AnyRun } from "../../formats/expand.ts";
import { errnoText } from "../../server/server-identity.ts";

/** Reads a file relative to the caller's directory, or the caller's standard input for `-` and /dev/stdin. */
export async function readInput({ call, door }: AnyRun, path: string): Promise<Uint8Array> {
  const { files } = door.context;
  const streams = freeStreams(call);
  if (path === "-" && !streams) throw streamRefusal(path);
  if (streams && (path === "-" || files.descriptorIn(path) === 0)) return streams.stdin.read();
  const file = resolve(call.cwd, path);
  return withPath(file, () => files.read(file, call.outside));
}

/**
 * Writes a file relative to the caller's directory, or a standard stream of the caller for `-`, /dev/stdout and
 * /dev/stderr.
 */
export async function writeOutput(
  { call, door }: AnyRun,
  path: string,
  { data, append }: { readonly data: Uint8Array; readonly append: boolean },
): Promise<void> {
  const { files } = door.context;
  const streams = freeStreams(call);
  const descriptor = path === "-" ? 1 : files.descriptorIn(path);
  if (path === "-" && !streams) throw streamRefusal(path);
  if (streams && descriptor === 1) return streams.stdout(data);
  if (streams && descriptor === 2) return streams.stderr(data);
  const file = resolve(call.cwd, path);
  await withPath(file, () => files.write(file, { data, append, caller: call.outside }));
}

/** The caller, unless it is an attached or a control client: its streams carry keys, pictures and commands. */
function freeStreams(call: Call): Invocation | undefined {
  return call.control ? undefined : call.outside;
}

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
