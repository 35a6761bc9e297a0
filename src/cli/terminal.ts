import type { AgentState } from "../core/agent/agent-state.ts";
import { legible, legibleLines } from "../core/text/legible.ts";

/** Output for people: colours, and a progress line while a verb waits. */
export interface CliTerminal {
  readonly paint: Paint;
  /**
   * Makes text safe to print on a terminal: only line breaks, tabs and the sequences of `paint` have an effect. A verb
   * that paints applies this to foreign fields first, because a field could contain those sequences too.
   */
  legible(text: string): string;
  /**
   * Shows a progress line after one second and updates it until the returned function removes it. Does nothing without
   * a terminal.
   */
  progress(text: () => string): () => void;
}

type Colouring = (text: string) => string;

/** `reverse` is for the selected line. */
export type Paint = Readonly<
  Record<"bold" | "dim" | "red" | "green" | "yellow" | "blue" | "reverse", Colouring>
>;

/** The colour of each agent state. */
export const STATE_PAINTS = {
  working: "green",
  waiting: "yellow",
  idle: "dim",
  done: "dim",
  failed: "red",
} as const satisfies Record<AgentState, keyof Paint>;

export interface TerminalOptions {
  /** Whether the stream is a terminal. */
  readonly stdout: boolean;
  readonly stderr: boolean;
  variable(name: string): string | undefined;
  /** Shows a line on stderr in the place of the previous one; empty: removes it. */
  showProgress(line: string): void;
}

/** A person who waits longer than this is shown the reason. */
const PROGRESS_AFTER_MS = 1_000;
export const ERASE_LINE = "\r\x1b[K";

export function cliTerminal({ stdout, stderr, variable, showProgress }: TerminalOptions): CliTerminal {
  const smart = stdout && variable("TERM") !== "dumb";
  const coloured = smart && !variable("NO_COLOR");
  return {
    paint: coloured ? colours : plain,
    legible: coloured ? legibleOutsidePaint : legibleLines,
    progress(text) {
      if (!(smart && stderr)) return () => {};
      let shown = false;
      const timer = setInterval(() => {
        shown = true;
        showProgress(legible(text()));
      }, PROGRESS_AFTER_MS);
      return () => {
        clearInterval(timer);
        if (shown) showProgress("");
        shown = false;
      };
    },
  };
}

/** Every sequence of `colours`. */
const PAINTED = /(\x1b\[(?:[0-2]|7|3[1-4])m)/;

function legibleOutsidePaint(text: string): string {
  const parts = text.split(PAINTED);
  return parts.map((part, index) => (index % 2 === 1 ? part : legibleLines(part))).join("");
}

const sgr =
  (code: number): Colouring =>
  (text) =>
    text === "" ? "" : `\x1b[${code}m${text}\x1b[0m`;
const paintBy = (colouring: (code: number) => Colouring): Paint => ({
  bold: colouring(1),
  dim: colouring(2),
  red: colouring(31),
  green: colouring(32),
  yellow: colouring(33),
  blue: colouring(34),
  reverse: colouring(7),
});

const colours = paintBy(sgr);
export const plain = paintBy(() => (text) => text);
