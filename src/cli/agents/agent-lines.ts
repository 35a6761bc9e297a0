import type { AgentState } from "../../core/agent/agent-state.ts";
import { textWidth } from "../../core/format/width.ts";
import { legible } from "../../core/text/legible.ts";
import { cut, padded } from "../cut-text.ts";
import { age } from "../quantities.ts";
import { type Paint, plain, STATE_PAINTS } from "../terminal.ts";
import type { HotCall } from "../verb.ts";
import type { AgentRow } from "./agent-rows.ts";

/** Each state has a shape as well as a colour. */
const GLYPHS: Readonly<Record<AgentState, string>> = {
  waiting: "?",
  failed: "✗",
  done: "✓",
  working: "●",
  idle: "○",
};

const STATE_COLS = 7;
/** "59 min". */
const AGE_COLS = 6;
const LEAST_NAME_COLS = 8;
const MOST_NAME_COLS = 24;
/** Narrower lines have no word for the state, only its glyph. */
const WITH_WORDS_COLS = 60;

export interface AgentLineStyle {
  readonly cols: number;
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly paint: Paint;
}

/** The columns that a list of agents has in common. */
export interface AgentColumns {
  readonly nameCols: number;
  /** Agents of several servers of one machine are listed, so each name begins with its server's. */
  readonly withServers: boolean;
  /** Width of the panes' ids; 0: without them. */
  readonly idCols: number;
}

export function agentColumns(agents: readonly AgentRow[], cols: number): AgentColumns {
  const withServers = hasSeveralServers(agents);
  const widest = agents.reduce((most, agent) => Math.max(most, textWidth(nameOf(agent, withServers))), 0);
  const most = Number.isFinite(cols) ? Math.min(MOST_NAME_COLS, Math.floor(cols / 4)) : widest;
  return { withServers, idCols: 0, nameCols: Math.max(LEAST_NAME_COLS, Math.min(widest, most)) };
}

/** One agent: state, how long, name, and what it asks or printed last. */
export function agentLine(
  agent: AgentRow,
  { withServers, nameCols, idCols }: AgentColumns,
  { cols, now, paint }: AgentLineStyle,
): string {
  const { state, since, unread } = agent.standing;
  const word = cols < WITH_WORDS_COLS ? "" : ` ${padded(state, STATE_COLS)}`;
  const head = `${GLYPHS[state]}${word}`;
  const name = padded(nameOf(agent, withServers), nameCols);
  const time = padded(age(since, now), AGE_COLS, { right: true });
  const id = idCols === 0 ? "" : `${padded(idOf(agent), idCols)}  `;
  const used = textWidth(head) + 1 + AGE_COLS + 2 + textWidth(id) + nameCols + 2;
  const isCut = agent.at.kind === "there" && agent.at.isCut;
  const text = textOf(agent, Math.max(0, cols - used), isCut ? plain : paint);
  if (isCut) return paint.dim(`${head} ${time}  ${id}${name}  ${text}`);
  return `${paint[STATE_PAINTS[state]](head)} ${time}  ${id}${unread ? paint.bold(name) : name}  ${text}`;
}

/** When the age that the line shows will change, in milliseconds since the epoch. */
export function nextAge({ standing: { since } }: AgentRow, now: number): number {
  const unit = now - since < 60_000 ? 1_000 : now - since < 3_600_000 ? 60_000 : 3_600_000;
  return since + (Math.floor((now - since) / unit) + 1) * unit;
}

/** Agents of a host have its name before theirs. */
function nameOf({ name, server, at }: AgentRow, withServers: boolean): string {
  const host = at.kind === "there" ? `${at.host}/` : "";
  return legible(withServers ? `${host}${server}/${name}` : `${host}${name}`);
}

function hasSeveralServers(agents: readonly AgentRow[]): boolean {
  const known = new Map<string, string>();
  return agents.some(({ at, socket }) => {
    const machine = at.kind === "there" ? at.host : "";
    const before = known.get(machine);
    if (before === undefined) known.set(machine, socket);
    return before !== undefined && before !== socket;
  });
}

/** As a target of other verbs. */
function idOf({ at, id }: AgentRow): string {
  return at.kind === "there" ? `${at.host}/${id}` : id;
}

/** The question first; the last line follows unless it only repeats it. */
function textOf({ standing, lastLine }: AgentRow, cols: number, paint: Paint): string {
  const question = standing.state === "waiting" ? legible(standing.question ?? standing.because) : "";
  const asked = cut(question, cols);
  const last = lastLine.includes(standing.question ?? "\n") ? "" : legible(lastLine);
  if (asked === "") return cut(last === "" ? legible(standing.because) : last, cols);
  const room = cols - textWidth(asked) - 2;
  return last === "" || room < 4 ? asked : `${asked}  ${paint.dim(cut(last, room))}`;
}

/** Lines for a file or another program are not cut. */
export function drawAgents(
  found: readonly AgentRow[],
  { invocation: { tty }, terminal: { paint }, context }: HotCall,
): string[] {
  const cols = tty.stdout ? tty.size.cols : Number.POSITIVE_INFINITY;
  const columns = {
    ...agentColumns(found, cols),
    idCols: found.reduce((widest, agent) => Math.max(widest, idOf(agent).length), 0),
  };
  return found.map((agent) => agentLine(agent, columns, { cols, now: context.clock.now(), paint }).trimEnd());
}
