import { isUserOption, splitOptionName } from "../options/option-name.ts";
import { optionEntry } from "../options/option-table.ts";
import type { Options } from "../options/options.ts";
import { INT_MAX, parseInteger } from "../text/parse-integer.ts";
import { formatTime, type LocalTime, localTime } from "./format-time.ts";
import { baseName, dirName } from "./path-parts.ts";
import type { Scope } from "./scope.ts";
import { ownVariables } from "./variables/own.ts";
import { variableTable } from "./variables/variable-table.ts";
import type { LookupModifiers } from "./wanted.ts";

/**
 * The value of a name, searched in this order: the variable table, options, variables of the caller or of the pane's
 * mode, the environment. A variable of the table hides all others of its name even if it has no value here; no option
 * shares a name with one.
 */
export function lookUp(scope: Scope, name: string, modifiers: LookupModifiers): string | undefined {
  const read = variableTable.get(name) ?? ownVariables.get(name);
  if (read?.reads && scope.pane) scope.reads?.note(read.reads, scope.pane);
  const value = read ? read(scope) : (option(scope, name) ?? given(scope, name, modifiers));
  if (modifiers.time) return writtenTime(scope, value, modifiers.time);
  return value === undefined || value === 0 ? undefined : modified(String(value), modifiers);
}

function option(scope: Scope, name: string): string | undefined {
  const split = splitOptionName(name);
  if (!split) return undefined;
  if (isUserOption(split.name)) return userOption(scope, split.name);
  const entry = optionEntry(split.name);
  if (!entry) return undefined;
  const value = storeOf(scope, entry.scope).get(name);
  return entry.type === "flag" ? (value === "on" ? "1" : "0") : value;
}

function storeOf(scope: Scope, kind: string): Options {
  const { server, session, window, pane } = scope;
  if (kind === "server") return server.options;
  if (kind === "session") return session?.options ?? server.sessionOptions;
  return pane?.options ?? window?.options ?? server.windowOptions;
}

/** A user option may be set in any store; the first store that has it wins. */
function userOption({ server, pane, window, session }: Scope, name: string): string | undefined {
  return (
    server.options.get(name) ??
    pane?.options.get(name) ??
    window?.options.get(name) ??
    server.windowOptions.get(name) ??
    session?.options.get(name) ??
    server.sessionOptions.get(name)
  );
}

/** The environment holds no times. */
function given(scope: Scope, name: string, { time }: LookupModifiers): string | undefined {
  const ofMode = scope.pane?.modes[0]?.variables?.get(name);
  const value = scope.variables.get(name) ?? scope.commandVariables.get(name) ?? ofMode?.();
  if (value !== undefined || time) return value;
  return (scope.session?.environment.get(name) ?? scope.server.environment.get(name))?.value;
}

type TimeModifier = NonNullable<LookupModifiers["time"]>;

function writtenTime(
  scope: Scope,
  value: string | number | undefined,
  how: TimeModifier,
): string | undefined {
  const seconds = typeof value === "string" ? parseInteger(value, 0, Number.MAX_SAFE_INTEGER) : value;
  if (!seconds) return undefined;
  if (how.pretty) return prettyTime(seconds, scope);
  const timeMs = Math.min(seconds, INT_MAX * 100) * 1000;
  return formatTime(how.format ?? "%c", localTime(timeMs, scope.host.zone(timeMs)));
}

function modified(text: string, modifiers: LookupModifiers): string {
  let value = text;
  if (modifiers.baseName) value = baseName(value);
  if (modifiers.dirName) value = dirName(value);
  if (modifiers.quoteShell) value = value.replace(/[|&;<>()$`\\"'*?[# =%]/g, "\\$&");
  if (modifiers.quoteStyle) value = value.replaceAll("#", "##");
  return value;
}

const HOUR_SECONDS = 3600;
const DAY_SECONDS = 24 * HOUR_SECONDS;
const MONTH_SECONDS = 28 * DAY_SECONDS;

/** A moment in five characters or so, the coarser the longer ago: `t/p`. */
function prettyTime(seconds: number, { now, host }: Scope): string {
  const at = localTime(seconds * 1000, host.zone(seconds * 1000));
  const present = localTime(now, host.zone(now));
  const age = Math.max(0, Math.floor(now / 1000) - seconds);
  return formatTime(prettyFormat(at, present, age), at);
}

function prettyFormat({ shifted: at }: LocalTime, { shifted: present }: LocalTime, age: number): string {
  const years = present.getUTCFullYear() - at.getUTCFullYear();
  const months = present.getUTCMonth() - at.getUTCMonth();
  if (age < DAY_SECONDS) return "%H:%M";
  if ((years === 0 && months === 0) || age < MONTH_SECONDS) return "%a%d";
  if ((years === 0 && months > 0) || (years === 1 && months < 0)) return "%d%b";
  return "%h%y";
}
