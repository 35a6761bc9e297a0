import { attempt } from "../../core/attempt.ts";
import {
  count,
  either,
  fits,
  flag,
  integer,
  list,
  number,
  object,
  orNull,
  type TypeOf,
  text,
} from "../../core/records/shape.ts";
import type { PaneExit } from "../../core/tree/tree.ts";
import type { ListedAgent } from "../../panes/agents.ts";
import { farPane, tmuxId } from "../../panes/far-pane-shape.ts";

/**
 * What one machine reports to another about its panes, as lines of JSON: every pane and the tree around them, a mark, and
 * from then on what changes. The other side sends a number when it needs the present state; the mark with that number
 * follows everything that was true then. So a list of many machines costs each of them one small message, however many
 * panes it has.
 */
export type ReportLine =
  | { readonly pane: ReportedPane }
  | { readonly gone: readonly [socket: string, id: string] }
  | { readonly tree: ReportedTree }
  | { readonly mark: number };

export type ReportedTree = TypeOf<typeof TREE>;

/** A pane as one machine reports it to another. */
export interface ReportedPane extends ListedAgent {
  readonly running: boolean;
  readonly exit: PaneExit | null;
}

/** Names a pane among those of one machine. */
export function keyOf(socket: string, id: string): string {
  return `${socket} ${id}`;
}

/** A line of a host's report. Throws if it is not one: a host is not trusted. */
export function parseReportLine(line: string): ReportLine {
  const value = attempt<unknown>(() => JSON.parse(line));
  if (fits(LINE, value)) return value as ReportLine;
  throw new Error("its list of panes has another form: is its Mullion another version?");
}

const EXIT = object({}, { status: integer, signal: integer });
const PANE = farPane({ running: flag, exit: orNull(EXIT) });
const WINDOW = object({
  ...{ id: tmuxId, index: integer, name: text, active: flag, created: number, activity: number },
  ...{ cols: count, rows: count, panes: list(tmuxId) },
});
const SESSION = object({
  ...{ id: tmuxId, name: text, cwd: text, created: number, attached: count, windows: list(WINDOW) },
});
const TREE = object({
  daemon: object({ pid: count, version: text, startTime: number, root: text }),
  servers: list(object({ name: text, socket: text, sessions: list(SESSION) })),
  warnings: list(object({ text }, { seen: flag, pane: text, server: text })),
  home: text,
});
const LINE = either(
  object({ pane: PANE }),
  object({ mark: count }),
  object({ tree: TREE }),
  object({ gone: list(text) }),
);
