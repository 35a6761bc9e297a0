import { lastAtMost } from "../parts/last-at-most.ts";

/** A recording as `mullion record` writes it: asciicast, version 3 (or 2). Times are seconds from its beginning. */
export interface PaneCast {
  readonly cols: number;
  readonly rows: number;
  /** When it began: seconds since the epoch. */
  readonly began: number | undefined;
  readonly events: readonly CastEvent[];
  readonly marks: readonly CastMark[];
}

export interface CastEvent {
  readonly at: number;
  /** Output, or a new size. */
  readonly kind: "o" | "r";
  readonly data: string;
}

export type MarkKind = "prompt" | "question" | "error" | "process";

/** A moment that a person may look for. */
export interface CastMark {
  readonly at: number;
  readonly kind: MarkKind;
  readonly label: string;
}

export function readCast(text: string): PaneCast {
  const [first = "", ...lines] = text.split("\n");
  const header = JSON.parse(first);
  const { cols, rows } = header.term ?? { cols: header.width, rows: header.height };
  const events: CastEvent[] = [];
  const marks: CastMark[] = [];
  let at = 0;
  for (const line of lines) {
    const [time, kind, data] = readEvent(line) ?? [];
    if (time === undefined || kind === undefined || data === undefined) continue;
    at = header.version === 2 ? time : at + time;
    if (kind === "o" || kind === "r") events.push({ at, kind, data });
    if (kind === "m") marks.push({ at, kind: kindOf(data), label: data });
  }
  return { cols, rows, began: header.timestamp, events, marks };
}

/** The data of an event of a new size, such as 80x24. */
export function readSize(data: string): { readonly cols: number; readonly rows: number } {
  const [cols = 80, rows = 24] = data.split("x").map(Number);
  return { cols, rows };
}

/** Lines that begin with # are comments; a line that was cut off at the end of a file is none of the recording. */
function readEvent(line: string): [number, string, string] | undefined {
  if (!line.startsWith("[")) return undefined;
  try {
    const [time, kind, data] = JSON.parse(line);
    return typeof time === "number" && typeof data === "string" ? [time, kind, data] : undefined;
  } catch {
    return undefined;
  }
}

function kindOf(label: string): MarkKind {
  const [, kind] = /^(prompt|question|error)\b/.exec(label) ?? [];
  return (kind as MarkKind | undefined) ?? "process";
}

/** The mark of a kind, or of any, that is next to the position: after it, or before it if `step` is -1. */
export function nextMark(
  marks: readonly CastMark[],
  position: number,
  step: 1 | -1,
  kind?: MarkKind,
): CastMark | undefined {
  const wanted = marks.filter((mark) => kind === undefined || mark.kind === kind);
  return step > 0 ? wanted.find(({ at }) => at > position) : wanted.findLast(({ at }) => at < position);
}

/** Silences longer than this are shortened to it. */
const IDLE_S = 1.5;

/** Maps a recording's time to the time of a replay that skips silences. The identity if it skips none. */
export class PlayTime {
  readonly #at: readonly number[];
  readonly #played: readonly number[];

  constructor({ events, marks }: Pick<PaneCast, "events" | "marks">, skipsIdle: boolean) {
    const at = [...events, ...marks].map((event) => event.at).sort((a, b) => a - b);
    let played = 0;
    let last = 0;
    this.#at = at;
    this.#played = at.map((time) => {
      played += skipsIdle ? Math.min(IDLE_S, time - last) : time - last;
      last = time;
      return played;
    });
  }

  get duration(): number {
    return this.#played.at(-1) ?? 0;
  }

  /** When the replay shows what happened at this time of the recording. */
  of(at: number): number {
    return this.#played[lastAtMost(this.#at, at)] ?? 0;
  }
}
