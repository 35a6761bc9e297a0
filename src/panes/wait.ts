import type { AgentState } from "../core/agent/agent-state.ts";
import type { ExitState } from "../core/ports.ts";
import type { Params } from "../protocol/methods.ts";
import { exitCodeOf } from "./describe-pane.ts";
import type { LivePane } from "./live-pane.ts";
import { lineMatch } from "./text-match.ts";
import { type TextWatch, watchText } from "./watch-text.ts";

export type WaitCondition =
  | Params<"mullion.wait">["until"]
  /** The program has printed something. */
  | { readonly kind: "output" };

type StateCondition = Extract<WaitCondition, { kind: "state" | "states" }>;

export interface WaitOrder {
  readonly until: WaitCondition;
  /** Text and regex: offset of the first byte that counts; undefined: from now on. */
  readonly since?: number | undefined;
  /** Text and regex: what stands on the screen counts as well. Undefined: only without `since`. */
  readonly onScreen?: boolean | undefined;
  /** Undefined: no limit. */
  readonly timeoutMs?: number | undefined;
  /** Aborted when the caller no longer waits. */
  readonly gone: AbortSignal;
}

/** Details of a condition that holds. */
interface Met {
  /** The line that matched. */
  readonly line?: string;
  /** Exit status of the command before the prompt. */
  readonly status?: number;
  /** The state that the program has reached. */
  readonly state?: AgentState;
}

export type PaneOutcome =
  | ({ readonly outcome: "met"; readonly exit?: ExitState | undefined } & Met)
  | { readonly outcome: "exited"; readonly exit?: ExitState | undefined }
  | { readonly outcome: "timed-out" };

interface Watch extends Omit<TextWatch, "met"> {
  met(details?: Met): void;
}

interface Watching {
  stop(): void;
  /** Called when the program ends, because its end and its last output count, too. */
  atEnd?(exit: ExitState | undefined): Met | undefined;
  /** Resolves when earlier output was looked at; undefined if there is none to look at. */
  readonly caughtUp?: Promise<void> | undefined;
}

type Watchers = {
  /** Starts watching. `met` may be called before it returns. */
  readonly [K in WaitCondition["kind"]]: (
    until: Extract<WaitCondition, { kind: K }>,
    watch: Watch,
  ) => Watching;
};

const watchers: Watchers = {
  exit: () => ({ stop() {}, atEnd: () => ({}) }),
  text: watchLines,
  regex: watchLines,
  output: (_until, { output, met }) => ({ stop: output.tap(() => met()) }),

  idle({ idle_ms }, { live: { room }, output, met }) {
    let cancel = room.clock.after(idle_ms, () => met());
    const untap = output.tap(() => {
      cancel();
      cancel = room.clock.after(idle_ms, () => met());
    });
    return {
      stop() {
        cancel();
        untap();
      },
    };
  },

  /** A shell that has received a line and not answered yet does not wait at its prompt. */
  prompt(_until, { live: { room, server, pane, place }, met }) {
    let last: Met = {};
    const stop = server.mux.server.events.on("pane-prompted", ({ pane: id, kind, status }) => {
      if (id !== pane.id) return;
      if (kind === "done") last = status === undefined ? {} : { status };
      else if (room.prompts.isWaiting({ place, pane })) met(last);
    });
    if (room.prompts.isWaiting({ place, pane })) met();
    return { stop };
  },

  state: watchState,
  states: watchState,
};

/** By the same rules as `mullion explain`. A question that was answered a moment ago is none to wait for. */
function watchState(until: StateCondition, { live: { room, server, pane }, met }: Watch): Watching {
  const { events, agents } = server.mux.server;
  let cancel = () => {};
  const look = () => {
    const { state } = agents.of(pane);
    if (!isAwaited(until, state)) return;
    const unsettledMs = state === "waiting" ? agents.unsettledMs(pane) : 0;
    if (unsettledMs === 0) met({ state });
    else cancel = room.clock.after(unsettledMs, look);
  };
  const ignore = events.on("pane-state-changed", ({ pane: id, state }) => {
    if (id === pane.id && isAwaited(until, state)) met({ state });
  });
  look();
  return {
    stop() {
      ignore();
      cancel();
    },
    atEnd: (exit) => exit && stateAtEnd(until, exitCodeOf(exit)),
  };
}

function isAwaited(until: StateCondition, state: AgentState): boolean {
  return until.kind === "state" ? until.state === state : until.states.includes(state);
}

/** Whether the end of a program fulfils the condition, whether or not its pane is kept. */
export function stateAtEnd(
  until: StateCondition,
  exitCode: number,
): Required<Pick<Met, "state">> | undefined {
  const state = exitCode === 0 ? "done" : "failed";
  return isAwaited(until, state) ? { state } : undefined;
}

function watchLines(
  until: Extract<WaitCondition, { kind: "text" | "regex" }>,
  { met, ...watch }: Watch,
): Watching {
  const { last, ...watching } = watchText(lineMatch(until), { ...watch, met: (line) => met({ line }) });
  return {
    ...watching,
    atEnd() {
      const line = last();
      return line === undefined ? undefined : { line };
    },
  };
}

/** Resolves when the condition holds, the program ends, the time is over, or the caller no longer waits. */
export function waitFor(live: LivePane, order: WaitOrder): Promise<PaneOutcome> {
  const { until, since, onScreen = since === undefined, timeoutMs, gone } = order;
  const { output, room } = live;
  return new Promise((resolve) => {
    const stops: (() => void)[] = [];
    let done = false;
    const end = (outcome: PaneOutcome) => {
      if (!done) resolve(outcome);
      done = true;
      for (const stop of stops.splice(0)) stop();
    };
    if (!output) return end({ outcome: "exited" });
    const watch = watchers[until.kind] as (until: WaitCondition, watch: Watch) => Watching;
    const met = (details: Met = {}) => end({ outcome: "met", ...details });
    const watching = watch(until, { live, output, since, onScreen, met });
    const conclude = (exit: ExitState | undefined) => {
      const last = watching.atEnd?.(exit);
      end(last ? { outcome: "met", ...last, exit } : { outcome: "exited", exit });
    };
    const ended = (exit: ExitState | undefined) => {
      // What a program printed before it ended counts. After a respawn, the journal is another program's.
      if (exit && watching.caughtUp) void watching.caughtUp.catch(() => {}).then(() => conclude(exit));
      else conclude(exit);
    };
    const over = () => end({ outcome: "timed-out" });
    // What was printed before the time was over counts, however long reading it takes.
    const expire = () => void (watching.caughtUp ?? Promise.resolve()).catch(() => {}).then(over);
    gone.addEventListener("abort", over);
    stops.push(
      () => watching.stop(),
      () => gone.removeEventListener("abort", over),
      live.onEnd(ended),
      timeoutMs === undefined ? () => {} : room.clock.after(timeoutMs, expire),
    );
    if (gone.aborted) over();
    else if (!live.isRunning) ended(live.pane.exit);
    // The condition held at once, before there was anything to stop.
    if (done) for (const stop of stops.splice(0)) stop();
  });
}

/**
 * A program is started before it can print anything. A caller that looks right after the start means the program, not
 * the blank screen. So a look at a program that has never printed waits for its first output or its end. The wait is
 * not part of the start, where every caller would pay for it, and lasts only this long after the first look, so that a
 * silent program (cat) costs its callers the time only once. It is a second because a program on an interpreter
 * (node server.js) takes a good part of one to report that it listens.
 */
const FIRST_OUTPUT_MS = 1_000;

/** Resolves when the program in the pane has printed something or ended, or after the time limit. */
export async function firstOutput(live: LivePane, gone: AbortSignal): Promise<void> {
  const { pane, server, room } = live;
  if (!live.isRunning || live.output?.end !== 0) return;
  const timeoutMs = server.mux.server.agents.of(pane).since + FIRST_OUTPUT_MS - room.clock.now();
  if (timeoutMs > 0) await waitFor(live, { until: { kind: "output" }, timeoutMs, gone });
}
