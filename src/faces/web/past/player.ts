import { createMemo, createSignal, onCleanup } from "solid-js";
import type { PaneScreen } from "../terminal/pane-screen.ts";
import { type CastMark, lastAtMost, type MarkKind, type PaneCast, PlayTime } from "./cast.ts";

export const SPEEDS: readonly number[] = [1, 2, 4, 8, 16];

/**
 * Replays a recording on a terminal. Forward, it writes what comes next. Backward, it writes everything up to the moment
 * again, so that no state of the terminal can be missing; this takes longer the longer the recording is. While
 * a person drags the scrubber, only the newest moment is shown.
 */
export function createPlayer(cast: PaneCast, screen: PaneScreen) {
  const [position, setPosition] = createSignal(0);
  const [isPlaying, setPlaying] = createSignal(false);
  const [speed, setSpeed] = createSignal(1);
  const [skipsIdle, setSkipsIdle] = createSignal(true);
  const time = createMemo(() => new PlayTime(cast, skipsIdle()));
  const times = createMemo(() => cast.events.map(({ at }) => time().of(at)));
  const marks = createMemo(() => cast.marks.map((mark) => ({ ...mark, at: time().of(mark.at) })));
  const show = createShownEvent(cast, screen, () => lastAtMost(times(), position()));
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

  /** Jumps to the next mark of a kind, or of any; to the previous one if `step` is -1. */
  function jump(step: 1 | -1, kind?: MarkKind): CastMark | undefined {
    const found = nextMark(marks(), position(), step, kind);
    if (found) seek(found.at);
    return found;
  }

  onCleanup(() => cancelAnimationFrame(frame));
  return {
    position,
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
    marks,
    seek,
    play,
    pause,
    toggle: () => (isPlaying() ? pause() : play()),
    jump,
  };
}

/** Brings the terminal to the event that is wanted, with one write at a time. */
function createShownEvent(cast: PaneCast, screen: PaneScreen, wantedEvent: () => number): () => void {
  let shown = -1;
  let isWriting = false;

  function restart(): void {
    screen.resize(cast.cols, cast.rows);
    screen.write(RESET, () => {});
    shown = -1;
  }

  return function show(): void {
    if (isWriting) return;
    const wanted = wantedEvent();
    if (wanted === shown) return;
    if (wanted < shown || shown < 0) restart();
    isWriting = true;
    writeEvents(cast, screen, shown + 1, wanted, () => {
      isWriting = false;
      show();
    });
    shown = wanted;
  };
}

export type PastPlayer = ReturnType<typeof createPlayer>;

/** Marks this close are where the replay is already. */
const HERE_S = 0.05;

export function nextMark(
  marks: readonly CastMark[],
  position: number,
  step: 1 | -1,
  kind?: MarkKind,
): CastMark | undefined {
  const wanted = marks.filter((mark) => kind === undefined || mark.kind === kind);
  return step > 0
    ? wanted.find(({ at }) => at > position + HERE_S)
    : wanted.findLast(({ at }) => at < position - HERE_S);
}

const RESET = new TextEncoder().encode("\x1bc");

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
      const [cols = 80, rows = 24] = data.split("x").map(Number);
      screen.resize(cols, rows);
    }
  }
  flush(onShown);
}
