import { createMemo, createSignal, onCleanup } from "solid-js";
import { lastAtMost } from "../parts/last-at-most.ts";
import type { PaneScreen } from "../terminal/pane-screen.ts";
import { type MarkKind, nextMark, type PaneCast, PlayTime, readSize } from "./cast.ts";
import { CastCheckpoints } from "./checkpoints.ts";

export const SPEEDS: readonly number[] = [1, 2, 4, 8, 16];

/**
 * Replays a recording on a terminal. Forward, it writes what comes next. For a jump, it writes the nearest checkpoint
 * before the moment and what follows it. While a person drags the scrubber, only the newest moment is shown.
 */
export function createPlayer(cast: PaneCast, screen: PaneScreen) {
  const [position, setPosition] = createSignal(0);
  const [isPlaying, setPlaying] = createSignal(false);
  const [speed, setSpeed] = createSignal(1);
  const [skipsIdle, setSkipsIdle] = createSignal(true);
  const time = createMemo(() => new PlayTime(cast, skipsIdle()));
  const times = createMemo(() => cast.events.map(({ at }) => time().of(at)));
  const marks = createMemo(() => cast.marks.map((mark) => ({ ...mark, at: time().of(mark.at) })));
  const [isBusy, setBusy] = createSignal(false);
  const show = createShownEvent(cast, screen, () => lastAtMost(times(), position()), setBusy);
  let frame = 0;
  let lastFrame = 0;

  function seek(to: number): void {
    setPosition(Math.max(0, Math.min(time().duration, to)));
    show();
  }

  function play(): void {
    if (position() >= time().duration) seek(0);
    setPlaying(true);
    lastFrame = performance.now();
    frame = requestAnimationFrame(step);
  }

  function pause(): void {
    setPlaying(false);
    cancelAnimationFrame(frame);
  }

  function step(now: number): void {
    seek(position() + ((now - lastFrame) / 1000) * speed());
    lastFrame = now;
    if (position() >= time().duration) pause();
    else frame = requestAnimationFrame(step);
  }

  /** Jumps to the next mark of a kind; to the previous one if `step` is -1. */
  function jump(step: 1 | -1, kind: MarkKind): void {
    // A replay that plays has passed the mark that it began at.
    const passed = isPlaying() && step < 0 ? PASSED_S : 0;
    const found = nextMark(marks(), position() - passed, step, kind);
    if (found) seek(found.at);
  }

  onCleanup(() => cancelAnimationFrame(frame));
  return {
    position,
    /** The terminal does not show the position yet. */
    isBusy,
    isPlaying,
    speed,
    setSpeed,
    skipsIdle,
    /** The moment of the recording stays; its time in the replay changes. */
    setSkipsIdle(on: boolean) {
      const at = cast.events[lastAtMost(times(), position())]?.at ?? 0;
      setSkipsIdle(on);
      seek(time().of(at));
    },
    duration: () => time().duration,
    /** When the moment on view happened, in milliseconds since the epoch; undefined if the recording does not say. */
    happenedAt: () => {
      const index = lastAtMost(times(), position());
      const at = (cast.events[index]?.at ?? 0) + position() - (times()[index] ?? 0);
      return cast.began === undefined ? undefined : (cast.began + at) * 1000;
    },
    marks,
    seek,
    pause,
    toggle: () => (isPlaying() ? pause() : play()),
    jump,
  };
}

/** Brings the terminal to the event that is wanted, one step at a time. */
function createShownEvent(
  cast: PaneCast,
  screen: PaneScreen,
  wantedEvent: () => number,
  onBusy: (isBusy: boolean) => void,
): () => void {
  const checkpoints = new CastCheckpoints(cast);
  onCleanup(() => checkpoints.stop());
  let shown = -1;
  let isWriting = false;

  /** Returns the last event that the terminal shows then. */
  async function restart(wanted: number): Promise<number> {
    const checkpoint = await checkpoints.before(wanted);
    const { cols, rows, screen: text } = checkpoint ?? { ...cast, screen: RESET };
    await new Promise<void>((resolve) => screen.restore({ cols, rows, screen: text }, resolve));
    return checkpoint?.event ?? -1;
  }

  async function bring(wanted: number): Promise<void> {
    const isNext = shown >= 0 && wanted >= shown && checkpoints.isNear(shown, wanted);
    const from = isNext ? shown : await restart(wanted);
    await new Promise<void>((resolve) => writeEvents(cast, screen, from + 1, wanted, resolve));
    shown = wanted;
  }

  return async function show(): Promise<void> {
    if (isWriting) return;
    isWriting = true;
    onBusy(true);
    for (let wanted = wantedEvent(); wanted !== shown; wanted = wantedEvent()) await bring(wanted);
    isWriting = false;
    onBusy(false);
  };
}

export type PastPlayer = ReturnType<typeof createPlayer>;

/** While it plays, marks this close behind are where the replay is already. */
const PASSED_S = 0.5;

const RESET = "\x1bc";

/** Writes events `from` to `to`. Output between two sizes goes to the terminal in one piece. */
function writeEvents(
  cast: PaneCast,
  screen: PaneScreen,
  from: number,
  to: number,
  onShown: () => void,
): void {
  let output: string[] = [];
  const flush = (then: () => void) => {
    screen.write(new TextEncoder().encode(output.join("")), then);
    output = [];
  };
  for (const { kind, data } of cast.events.slice(from, to + 1)) {
    if (kind === "o") output.push(data);
    else {
      flush(() => {});
      const { cols, rows } = readSize(data);
      screen.resize(cols, rows);
    }
  }
  flush(onShown);
}
