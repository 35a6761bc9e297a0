import { AGENT_STATES, type AgentState } from "../../core/agent/agent-state.ts";
import { textWidth } from "../../core/format/width.ts";
import { buttonOf, isMotion, isRelease, type MouseReport } from "../../core/keys/decode/mouse-report.ts";
import type { Size } from "../../core/ports.ts";
import { legible } from "../../core/text/legible.ts";
import { clip, cut, padded } from "../cut-text.ts";
import { type Paint, plain, STATE_PAINTS } from "../terminal.ts";
import { type AgentColumns, agentColumns, agentLine, nextAge } from "./agent-lines.ts";
import { AGENT_SORTS, type AgentRow, type AgentSelection, selectAgents } from "./agent-rows.ts";

/** What a key or a click asks for, beside a change of the view itself. */
export type AgentsAction =
  | { readonly kind: "leave" }
  | { readonly kind: "open"; readonly agent: AgentRow }
  | { readonly kind: "answer"; readonly agent: AgentRow; readonly text: string };

interface InputLine {
  readonly kind: "search" | "answer";
  readonly text: string;
  /** The agent with the question that the answer is for: the list may change while one types. */
  readonly agent?: AgentRow;
}

interface StateCount {
  readonly state: AgentState;
  readonly count: number;
}

/** Lines around the list: the counts above it, the keys or the input below. */
const HEADER_ROWS = 1;
const FOOTER_ROWS = 1;
const WHEEL_ROWS = 3;
/** Ages of all lines change together: every second while one is fresh, and later less often, because drawing takes time. */
const FRESH_MS = 10_000;
const FRESH_PAUSE_MS = 1_000;
const PAUSE_MS = 5_000;
const DOUBLE_CLICK_MS = 400;
const KEYS = "Enter open  y n 1-9 answer  t type  / search  f filter  s sort  a all  q quit";

/**
 * The list of agents as one person sees it: what is selected, filtered and being typed. It has no clock and no terminal;
 * its owner passes keys in and draws its lines. The selection is a pane, not a line, so it stays when lines move. Ages
 * change every second, so what depends on all agents is counted and measured only when they or the selection change.
 */
export class AgentsView {
  #selection: AgentSelection;
  #known: readonly AgentRow[] = [];
  #shown: readonly AgentRow[] = [];
  #counts: readonly StateCount[] = [];
  #columns: (AgentColumns & { readonly cols: number }) | undefined;
  #current = 0;
  #offset = 0;
  #rows = 1;
  #input: InputLine | undefined;
  #note = "";
  #trouble = "";
  #click: { readonly line: number; readonly at: number } | undefined;

  constructor(selection: AgentSelection) {
    this.#selection = selection;
  }

  set agents(known: readonly AgentRow[]) {
    this.#known = known;
    this.#select();
  }

  /** A sentence in place of the keys, until the next key. */
  set note(text: string) {
    this.#note = text;
  }

  /** A sentence about hosts that are cut off, in a line of its own; empty: none is. */
  set trouble(text: string) {
    this.#trouble = text;
  }

  key(name: string): AgentsAction | undefined {
    this.#note = "";
    return this.#input ? this.#typed(this.#input, name) : this.#pressed(name);
  }

  mouse({ x: _x, y, buttons }: MouseReport, now: number): AgentsAction | undefined {
    const button = buttonOf(buttons);
    if (button === 64 || button === 65) this.#scroll(button === 64 ? -WHEEL_ROWS : WHEEL_ROWS);
    const line = this.#offset + y - HEADER_ROWS;
    if (button !== 0 || isMotion(buttons) || isRelease(buttons) || y < HEADER_ROWS) return undefined;
    if (y >= HEADER_ROWS + this.#rows || line >= this.#shown.length) return undefined;
    const isDouble = this.#click?.line === line && now - this.#click.at < DOUBLE_CLICK_MS;
    this.#click = { line, at: now };
    this.#current = line;
    return isDouble ? this.#open() : undefined;
  }

  lines({ cols, rows }: Size, { now, paint }: { readonly now: number; readonly paint: Paint }): string[] {
    const trouble = this.#trouble === "" ? [] : [paint.yellow(cut(legible(this.#trouble), cols))];
    this.#rows = Math.max(1, rows - HEADER_ROWS - FOOTER_ROWS - trouble.length);
    this.#reveal();
    if (this.#columns?.cols !== cols) this.#columns = { ...agentColumns(this.#shown, cols), cols };
    const columns = this.#columns;
    const body = this.#inSight.map((agent, row) => {
      const isCurrent = this.#offset + row === this.#current;
      const style = { cols: cols - 2, now, paint: isCurrent ? plain : paint };
      const line = agentLine(agent, columns, style);
      return isCurrent ? paint.reverse(padded(`> ${line}`, cols)) : `  ${line}`;
    });
    if (body.length === 0) body.push(cut(`  ${this.#emptiness()}`, cols));
    const blank = Array.from({ length: this.#rows - body.length }, () => "");
    const lines = [this.#header(cols, paint), ...body, ...blank, ...trouble, this.#footer(cols, paint)];
    return clip(lines, { cols, rows });
  }

  /** When the picture changes by itself, because an age does: milliseconds since the epoch. */
  nextChange(now: number): number | undefined {
    if (this.#inSight.length === 0) return undefined;
    const isFresh = this.#inSight.some(({ standing }) => now - standing.since < FRESH_MS);
    const next = Math.min(...this.#inSight.map((agent) => nextAge(agent, now)));
    return Math.max(next, now + (isFresh ? FRESH_PAUSE_MS : PAUSE_MS));
  }

  get #inSight(): readonly AgentRow[] {
    return this.#shown.slice(this.#offset, this.#offset + this.#rows);
  }

  get #selected(): AgentRow | undefined {
    return this.#shown[this.#current];
  }

  #select(selection: Partial<AgentSelection> = {}): void {
    const key = this.#selected?.key;
    this.#selection = { ...this.#selection, ...selection };
    this.#shown = selectAgents(this.#known, this.#selection);
    this.#counts = countStates(this.#known, this.#selection);
    this.#columns = undefined;
    const found = this.#shown.findIndex((agent) => agent.key === key);
    this.#current = found >= 0 ? found : Math.max(0, Math.min(this.#current, this.#shown.length - 1));
    this.#reveal();
  }

  #pressed(name: string): AgentsAction | undefined {
    const move = this.#moves[name];
    if (move !== undefined) {
      this.#current = Math.max(0, Math.min(this.#current + move(), this.#shown.length - 1));
      this.#reveal();
      return undefined;
    }
    if (name === "Enter") return this.#open();
    if (name === "q" || (name === "Escape" && !this.#unselect())) return { kind: "leave" };
    if (name === "y" || name === "n") return this.#answer(name);
    if (/^[0-9]$/.test(name)) this.#type(name);
    else if (name === "t" || name === "i") this.#type("");
    else this.#changes[name]?.();
    return undefined;
  }

  readonly #moves: Readonly<Record<string, () => number>> = {
    Up: () => -1,
    k: () => -1,
    Down: () => 1,
    j: () => 1,
    PPage: () => -this.#rows,
    NPage: () => this.#rows,
    Home: () => Number.NEGATIVE_INFINITY,
    g: () => Number.NEGATIVE_INFINITY,
    End: () => Number.POSITIVE_INFINITY,
    G: () => Number.POSITIVE_INFINITY,
  };

  readonly #changes: Readonly<Record<string, () => void>> = {
    "/": () => {
      this.#input = { kind: "search", text: this.#selection.search ?? "" };
    },
    f: () => this.#select({ states: nextFilter(this.#selection.states) }),
    s: () => this.#select({ sort: next(AGENT_SORTS, this.#selection.sort ?? "state") }),
    a: () => this.#select({ all: !this.#selection.all }),
  };

  /** Shows everything again. Returns whether anything was hidden. */
  #unselect(): boolean {
    const { search = "", states = [] } = this.#selection;
    this.#select({ search: "", states: [] });
    return search !== "" || states.length > 0;
  }

  #open(): AgentsAction | undefined {
    return this.#selected && { kind: "open", agent: this.#selected };
  }

  #answer(text: string): AgentsAction | undefined {
    const agent = this.#waiting();
    return agent && { kind: "answer", agent, text };
  }

  /** Opens the line for an answer. */
  #type(text: string): void {
    const agent = this.#waiting();
    if (agent) this.#input = { kind: "answer", text, agent };
  }

  #waiting(): AgentRow | undefined {
    const agent = this.#selected;
    if (agent?.standing.state === "waiting") return agent;
    if (agent) this.#note = `${legible(agent.name)} is ${agent.standing.state}, and asks nothing`;
    return undefined;
  }

  #typed(input: InputLine, name: string): AgentsAction | undefined {
    if (name === "Escape" || name === "Enter") {
      this.#input = undefined;
      if (input.kind === "search") this.#select(name === "Escape" ? { search: "" } : {});
      else if (name === "Enter") return { kind: "answer", agent: input.agent!, text: input.text };
      return undefined;
    }
    const text = edited(input.text, name);
    this.#input = { ...input, text };
    if (input.kind === "search") this.#select({ search: text });
    return undefined;
  }

  /** The wheel moves the lines, and the selection with them. */
  #scroll(by: number): void {
    const most = Math.max(0, this.#shown.length - this.#rows);
    const offset = Math.max(0, Math.min(this.#offset + by, most));
    this.#current += offset - this.#offset;
    this.#offset = offset;
  }

  #reveal(): void {
    const least = Math.max(0, this.#current - this.#rows + 1);
    const most = Math.min(this.#current, Math.max(0, this.#shown.length - this.#rows));
    this.#offset = Math.max(least, Math.min(this.#offset, Math.max(least, most)));
  }

  #emptiness(): string {
    const { search = "", states = [], all } = this.#selection;
    if (search !== "" || states.length > 0) return "No agent matches: Escape shows all.";
    return all ? "No panes." : "No agents: `mullion run -- PROGRAM` starts one, a shows every pane.";
  }

  #header(cols: number, paint: Paint): string {
    const { sort = "state", states = [], search = "" } = this.#selection;
    const left = this.#counts.map(({ state, count }) => `${count} ${state}`);
    const right = [...states, search === "" ? "" : `/${search}`, `by ${sort}`].filter(Boolean).join("  ");
    const room = cols - textWidth(left.join("  ")) - 2;
    const shown = this.#counts.map(({ state }, index) => paint[STATE_PAINTS[state]](left[index]!)).join("  ");
    return room < textWidth(right)
      ? cut(left.join("  "), cols)
      : `${shown}  ${paint.dim(padded(right, room, { right: true }))}`;
  }

  #footer(cols: number, paint: Paint): string {
    const input = this.#input;
    if (!input) return this.#note === "" ? paint.dim(cut(KEYS, cols)) : paint.yellow(cut(this.#note, cols));
    const prompt = input.kind === "search" ? "/" : `answer ${legible(input.agent!.name)}: `;
    const [asked, text] = [cut(prompt, Math.floor(cols / 2)), `${legible(input.text)}`];
    const room = cols - textWidth(asked) - 1;
    const tail = textWidth(text) <= room ? text : [...text].slice(-room).join("");
    return `${paint.bold(asked)}${tail}${paint.reverse(" ")}`;
  }
}

/** Of all agents that could be listed, so that a filter shows what it hides. */
function countStates(known: readonly AgentRow[], { all = false }: AgentSelection): StateCount[] {
  const listed = selectAgents(known, { all });
  return AGENT_STATES.map((state) => ({
    state,
    count: listed.filter(({ standing }) => standing.state === state).length,
  })).filter(({ count }) => count > 0);
}

/** Every state, then each of them. */
function nextFilter(states: readonly AgentState[] = []): readonly AgentState[] {
  const at = states.length === 1 ? AGENT_STATES.indexOf(states[0]!) : -1;
  return states.length > 1 ? [] : AGENT_STATES.slice(at + 1, at + 2);
}

function next<Item>(items: readonly Item[], item: Item): Item {
  return items[(items.indexOf(item) + 1) % items.length]!;
}

function edited(text: string, key: string): string {
  if (key === "BSpace") return [...text].slice(0, -1).join("");
  if (key === "C-u") return "";
  if (key === "C-w") return text.replace(/\S*\s*$/, "");
  if (key === "Space") return `${text} `;
  return [...key].length === 1 ? text + key : text;
}
