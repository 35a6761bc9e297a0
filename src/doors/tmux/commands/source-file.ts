import { lstatSync, readdirSync } from "node:fs";
import { resolve } from "node:path";
import { attempt } from "../../../core/attempt.ts";
import { currentTarget } from "../../../core/target/current-target.ts";
import { fnmatch } from "../../../core/text/fnmatch.ts";
import { CommandError, ParseError } from "../command-error.ts";
import { type CommandRun, defineCommand } from "../define-command.ts";
import { expandAtCurrent } from "../formats/expand.ts";
import { newState } from "../queue/queue-state.ts";
import { readInput } from "./shared/files.ts";

const FLAGS = "Fnqv";
type Run = CommandRun<typeof FLAGS>;

/** The limit and the sentence of a newer tmux: 3.3a reads a file that sources itself until it is killed. */
const MAX_NESTED_FILES = 50;

export const sourceFile = defineCommand({
  name: "source-file",
  alias: "source",
  flags: FLAGS,
  min: 1,
  max: Number.POSITIVE_INFINITY,
  waits: () => "file",
  usage: "[-Fnqv] path ...",
  run(run) {
    const { args, call, queue, door, command, state } = run;
    if (state.nestedFiles >= MAX_NESTED_FILES) throw new CommandError("too many nested files");
    const files: string[] = [];
    let missing = false;
    for (const operand of args.operands) {
      const path = args.F ? expandAtCurrent(run, operand) : operand;
      const isOne = path === "-" || door.context.files.descriptorIn(path) !== undefined;
      const found = isOne ? [path] : glob(path, call.cwd);
      if (found.length === 0 && !args.q) {
        door.report(call, `${path}: No such file or directory`, command);
        missing = true;
      }
      files.push(...found);
    }
    if (missing && files.length === 0) {
      queue.insertCallback(() => {});
      throw new CommandError("");
    }
    return loadAll(run, files);
  },
});

async function loadAll(run: Run, files: readonly string[]): Promise<void> {
  const { call, queue } = run;
  const faults: string[] = [];
  const lists: (() => void)[] = [];
  for (const file of files) lists.push(await load(run, file, faults));
  // Parse errors are reported after the output of the other files.
  queue.insertCallback(() => {
    for (const fault of faults) call.print(fault);
  });
  for (const insert of lists.toReversed()) insert();
}

/** Reads a file. The returned function puts its commands into the queue. A file that cannot be read stops no other. */
async function load(run: Run, file: string, faults: string[]): Promise<() => void> {
  const { args, call, caller, door, queue, server, state } = run;
  const bytes = await readInput(run, file).catch((error: unknown) => {
    if (!(error instanceof CommandError)) throw error;
    door.report(call, error.message, run.command);
  });
  if (!bytes) return () => {};
  const text = new TextDecoder().decode(bytes);
  const onParsed = args.v
    ? { onParsed: (line: string, number: number) => call.print(`${file}:${number}: ${line}`) }
    : {};
  try {
    const place = currentTarget(server, caller);
    const list = door.parseText(text, { file, oneGroup: false, parseOnly: args.n, place, ...onParsed });
    const variables = new Map([...state.variables, ["current_file", file]]);
    return () =>
      args.n
        ? undefined
        : queue.insert(list, newState({ ...state, variables, nestedFiles: state.nestedFiles + 1 }));
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    faults.push(error.message);
    call.status = 1;
    return () => {};
  }
}

/** Also a link that leads nowhere: reading it gives the reason. */
const isEntry = (path: string) => attempt(() => lstatSync(path)) !== undefined;

/** Files that match a shell pattern, sorted; a path without a pattern matches itself if it exists. */
export function glob(pattern: string, cwd: string): readonly string[] {
  const parts = resolve(cwd, pattern).split("/").slice(1);
  return parts.reduce((found, part) => found.flatMap((directory) => matches(directory, part)), [""]);
}

function matches(directory: string, part: string): readonly string[] {
  if (!/[*?[\\]/.test(part)) return isEntry(`${directory}/${part}`) ? [`${directory}/${part}`] : [];
  return (attempt(() => readdirSync(`${directory}/`)) ?? [])
    .filter((name) => (part.startsWith(".") || !name.startsWith(".")) && fnmatch(part, name))
    .sort()
    .map((name) => `${directory}/${name}`);
}
