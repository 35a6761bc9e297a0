import { isAbsolute } from "node:path";
import { InvalidArgument, InvalidCommand, InvalidLines } from "./errors.ts";
import type {
  AgentStanding,
  Command,
  Condition,
  Direction,
  Size,
  SpawnOptions,
  SplitOptions,
  StartOptions,
  WaitOptions,
} from "./substrate.ts";

const MAX_COMMAND_BYTES = 8192;
const MAX_LINES = 1_000_000;
const MAX_SIDE = 10_000;
const MAX_MS = 86_400_000;
const WAIT_MS = 30_000;

/** All control characters except tab, line feed and carriage return. */
const CONTROL = /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]/;

/** A line to be typed, or for a shell. */
export function validateLine(line: string): void {
  if (typeof line !== "string") throw new InvalidCommand("a command is text");
  if (Buffer.byteLength(line) > MAX_COMMAND_BYTES)
    throw new InvalidCommand(`the command is longer than ${MAX_COMMAND_BYTES} bytes`);
  if (CONTROL.test(line)) throw new InvalidCommand("the command holds a control character");
}

/** The words of a command; undefined for the user's shell. */
function commandWords(command: Command | undefined): readonly string[] | undefined {
  if (command === undefined || command === "") return undefined;
  if (typeof command === "string") {
    validateLine(command);
    return ["/bin/sh", "-c", command];
  }
  if (!Array.isArray(command) || command.length === 0 || command[0] === "")
    throw new InvalidCommand("the command has no program");
  for (const word of command) validateLine(word);
  validateLine(command.join(" "));
  return command;
}

export function validateLines(lines: number): void {
  if (!isWhole(lines, 1, MAX_LINES)) throw new InvalidLines(`lines must be from 1 to ${MAX_LINES}: ${lines}`);
}

/** The size of a new session, and the words of its command. */
export function validateSpawn(command: Command | undefined, options: SpawnOptions) {
  const { cols = 200, rows = 50 } = options;
  const words = commandWords(command);
  validateSize({ cols, rows });
  validateStart(options);
  return { cols, rows, words };
}

export function validateSize({ cols, rows }: Size): void {
  for (const side of [cols, rows])
    if (!isWhole(side, 1, MAX_SIDE)) throw new InvalidArgument(`${cols}x${rows} is no size`);
}

/** Returns the words of the new pane's command. */
export function validateSplit(
  direction: Direction,
  { command, percent, ...start }: SplitOptions,
): readonly string[] | undefined {
  if (direction !== "right" && direction !== "down")
    throw new InvalidArgument(`a pane is split "right" or "down", not ${JSON.stringify(direction)}`);
  if (percent !== undefined && !isWhole(percent, 1, 99))
    throw new InvalidArgument(`percent must be from 1 to 99: ${percent}`);
  validateStart(start);
  return commandWords(command);
}

function validateStart({ cwd, env = {} }: StartOptions): void {
  if (cwd !== undefined && (!isAbsolute(cwd) || cwd.includes("\0")))
    throw new InvalidArgument(`the directory is not an absolute path: ${JSON.stringify(cwd)}`);
  for (const [name, value] of Object.entries(env))
    if (!/^[^=\0]+$/.test(name) || typeof value !== "string" || value.includes("\0"))
      throw new InvalidArgument(`no variable of the environment: ${JSON.stringify(name)}`);
}

const STATES: ReadonlySet<unknown> = new Set<AgentStanding["state"]>([
  "working",
  "waiting",
  "idle",
  "done",
  "failed",
]);

const checks: Readonly<Record<string, (value: unknown) => boolean>> = {
  text: (value) => typeof value === "string" && value !== "" && value.length <= 4096,
  regex: (value) => typeof value === "string" && value !== "" && value.length <= 1024,
  idleMs: (value) => isWhole(value, 1, MAX_MS),
  exit: (value) => value === true,
  prompt: (value) => value === true,
  state: (value) => {
    const states = [value].flat();
    return states.length > 0 && states.every((state) => STATES.has(state));
  },
};

/** Returns how long to wait. */
export function validateWait(condition: Condition, { timeoutMs = WAIT_MS }: WaitOptions): number {
  const [entry, ...more] = Object.entries(condition ?? {});
  const check = entry && Object.hasOwn(checks, entry[0]) ? checks[entry[0]] : undefined;
  if (more.length > 0 || !check?.(entry![1]))
    throw new InvalidArgument(`nothing to wait for: ${JSON.stringify(condition)}`);
  if (!isWhole(timeoutMs, 0, MAX_MS))
    throw new InvalidArgument(`timeoutMs must be from 0 to ${MAX_MS}: ${timeoutMs}`);
  return timeoutMs;
}

/** Not a number would be no bound, because every comparison with it is false. */
export function validateBound(maxBytes: number | undefined): void {
  if (maxBytes !== undefined && !isWhole(maxBytes, 0, Number.MAX_SAFE_INTEGER))
    throw new InvalidArgument(`maxBytes must be a number of bytes: ${maxBytes}`);
}

function isWhole(value: unknown, least: number, most: number): boolean {
  return Number.isInteger(value) && (value as number) >= least && (value as number) <= most;
}
