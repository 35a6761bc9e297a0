import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Bench } from "./measure.ts";
import { packageRoot } from "./multiplexer.ts";

/** A recorded moment of a program on a real terminal, with the state that a person gave it. */
export interface Moment {
  readonly program: string;
  /** The scene: "permission", "streaming". */
  readonly name: string;
  readonly label: string;
  /** Null: it asks none. */
  readonly question?: string | null;
  /** `typed`: a key was typed after the last work. `worked`: it has worked since the last key. */
  readonly history: "fresh" | "typed" | "worked";
  readonly title: string;
  readonly argv: readonly string[];
  /** The pane's first process is in the foreground. */
  readonly first: boolean;
  readonly alternate: boolean;
  readonly cursor: { readonly x: number; readonly y: number; readonly visible: boolean };
  /** How the foreground waited for input. */
  readonly waits: "read" | "poll" | "no" | "unknown";
  /** What could wake the program that polls; absent: it polled other things too, or was recorded before this was. */
  readonly wokenBy?: "input" | "time" | "unknown" | "more";
  /** It has asked for pastes, cursor keys or the mouse; absent: only in the alternate screen. */
  readonly readsKeys?: boolean;
  /** Arguments of the innermost foreground program, if that is another one. */
  readonly innermost?: readonly string[];
  /** Milliseconds since the last output. */
  readonly quietMs: number;
  readonly rows: readonly string[];
  /** The part of the cursor's line that stands in the rows above it. */
  readonly wrapped?: string;
  /** By row, where colours matter: from which column on the background is which. */
  readonly backgrounds?: Readonly<Record<string, readonly (readonly [column: number, colour: string])[]>>;
}

export interface StateScore {
  readonly state: string;
  readonly moments: number;
  /** Of the moments judged to be in this state, the share that is. */
  readonly precision: number;
  /** Of the moments in this state, the share that is judged so. */
  readonly recall: number;
}

type Explain = (look: ReturnType<typeof lookOf>) => { readonly state: string };

/** The least precision and recall of every state. */
export const LEAST = 0.97;
const STATES = ["working", "waiting", "idle", "done", "failed"];
const NOW = 1_800_000_000_000;

export function recordedMoments(root = packageRoot): readonly Moment[] {
  const directory = join(root, "test/agents/moments");
  const files = readdirSync(directory).filter((file) => file.endsWith(".json"));
  return files.sort().flatMap((file) => JSON.parse(readFileSync(join(directory, file), "utf8")) as Moment[]);
}

/** The moment as the rules see it. */
export function lookOf(moment: Moment) {
  const {
    history,
    title,
    argv,
    innermost = argv,
    first,
    alternate,
    cursor,
    waits,
    wokenBy = "more",
    readsKeys = alternate,
    quietMs,
    rows,
    wrapped = "",
    backgrounds = {},
  } = moment;
  const lastAt = NOW - quietMs;
  return {
    now: NOW,
    evidence: {
      outputAt: lastAt,
      typedAt: history === "typed" ? lastAt : history === "worked" ? lastAt - 5_000 : 0,
      workedAt: history === "fresh" ? 0 : lastAt - 1_000,
      seenAt: 0,
    },
    exit: undefined,
    vacant: false,
    metadataState: undefined,
    isDrawing: false,
    title,
    screen: () => ({
      ...{ rows, cursor, alternate, readsKeys },
      wrappedBefore: (row: number) => (row === cursor.y ? wrapped : ""),
      backgroundAt: (column: number, row: number) =>
        backgrounds[row]?.findLast(([from]) => from <= column)?.[1] ?? "",
    }),
    program: () => ({
      ...{ pgrp: 1, argv, first },
      use: { waits, wokenBy: () => wokenBy, argv: innermost, outer: [argv] },
    }),
  };
}

/** Judges every moment, and compares with what a person said. */
export function scoreStates(moments: readonly Moment[], explain: Explain): readonly StateScore[] {
  const judged = moments.map((moment) => ({ label: moment.label, found: explain(lookOf(moment)).state }));
  return STATES.map((state) => {
    const labelled = judged.filter(({ label }) => label === state).length;
    const claimed = judged.filter(({ found }) => found === state).length;
    const right = judged.filter(({ label, found }) => label === state && found === state).length;
    return { state, moments: labelled, precision: right / claimed, recall: right / labelled };
  });
}

/** How often the agent states are right, by recorded moments. Needs no other multiplexer. */
export const statesBench: Bench = {
  name: "states",
  async run() {
    const rules = join(packageRoot, "dist/core/agent/explain-state.js");
    const { explainState } = (await import(rules)) as { explainState: Explain };
    const scores = scoreStates(recordedMoments(), explainState);
    console.error(`${"state".padEnd(10)}moments  precision  recall`);
    for (const { state, moments, precision, recall } of scores)
      console.error(
        `${state.padEnd(10)}${String(moments).padStart(7)}${precision.toFixed(3).padStart(11)}${recall.toFixed(3).padStart(8)}`,
      );
    const low = scores.filter(({ precision, recall }) => Math.min(precision, recall) < LEAST);
    if (low.length > 0)
      throw new Error(
        `precision or recall is below ${LEAST} for ${low.map(({ state }) => state).join(", ")}`,
      );
    return [];
  },
};
