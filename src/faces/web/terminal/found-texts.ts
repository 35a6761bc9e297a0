import type { IMarker, Terminal } from "@xterm/xterm";
import { batch, createSignal, onCleanup } from "solid-js";
import { type FoundText, findAll } from "./find.ts";

/** Each search reads everything that the terminal holds, so a program that floods must not cause one for each frame. */
const FOLLOW_MS = 250;

/**
 * The places of a text in a terminal, and the one that a person is at. Output that arrives changes the places and their
 * count. The person stays at the same place, and the terminal does not scroll.
 */
export function createFoundTexts(terminal: Terminal) {
  const [text, setText] = createSignal("");
  const [found, setFound] = createSignal<readonly FoundText[]>([]);
  /** The index of the place that the person is at; undefined until one was shown. */
  const [at, setAt] = createSignal<number>();
  /** The newest change came from the program, and not from the person. */
  const [isFollowing, setFollowing] = createSignal(false);
  const current = new CurrentPlace(terminal);
  let timer: ReturnType<typeof setTimeout> | undefined;

  function follow(): void {
    timer = undefined;
    const places = findAll(terminal, text());
    const rank = found().length - (at() ?? 0);
    batch(() => {
      setFollowing(true);
      setFound(places);
      setAt(at() === undefined ? undefined : current.indexIn(places, rank));
    });
  }
  const followSoon = () => {
    if (text() !== "") timer ??= setTimeout(follow, FOLLOW_MS);
  };

  /** Selects a place, and scrolls to it. An index before the first place is the last one, and the other way round. */
  function show(index: number): void {
    const count = found().length;
    if (count === 0) {
      terminal.clearSelection();
      return;
    }
    const wanted = (index + count) % count;
    const place = found()[wanted]!;
    batch(() => {
      setFollowing(false);
      setAt(wanted);
    });
    current.set(place);
    terminal.select(place.column, place.line, place.columns);
    terminal.scrollToLine(Math.max(0, place.line - Math.floor(terminal.rows / 2)));
  }

  const watching = [
    terminal.onWriteParsed(followSoon),
    terminal.onResize(followSoon),
    terminal.buffer.onBufferChange(() => {
      setAt(undefined);
      followSoon();
    }),
  ];
  onCleanup(() => {
    clearTimeout(timer);
    for (const part of [...watching, current]) part.dispose();
  });

  return {
    text,
    found,
    at,
    isFollowing,
    /** Searches for another text, and shows its newest place: a person looks for that first. */
    search(wanted: string): void {
      batch(() => {
        setFollowing(false);
        setText(wanted);
        setFound(findAll(terminal, wanted));
        setAt(undefined);
      });
      show(-1);
    },
    /** Shows the next place, or the previous one if `by` is -1; the newest if the person has not seen any. */
    step(by: 1 | -1): void {
      const from = at();
      show(from === undefined ? -1 : from + by);
    },
  };
}

/** The place that a person is at. Lines move up when the terminal drops its oldest ones; a marker moves with them. */
class CurrentPlace {
  readonly #terminal: Terminal;
  #marker: IMarker | undefined;
  #column = 0;

  constructor(terminal: Terminal) {
    this.#terminal = terminal;
  }

  set({ line, column }: FoundText): void {
    this.dispose();
    const { baseY, cursorY } = this.#terminal.buffer.active;
    this.#marker = this.#terminal.registerMarker(line - baseY - cursorY);
    this.#column = column;
  }

  /**
   * The index of this place, or of the nearest one before it if the program has overwritten it. `rank`: its number, counted
   * from the newest. It decides if the line is gone, as after a snapshot of the screen. Undefined if no place is left.
   */
  indexIn(places: readonly FoundText[], rank: number): number | undefined {
    if (places.length === 0) return undefined;
    const line = this.#marker?.line ?? -1;
    if (line < 0) return Math.max(0, places.length - rank);
    const isAfter = (place: FoundText) =>
      place.line > line || (place.line === line && place.column > this.#column);
    const next = places.findIndex(isAfter);
    return Math.max(0, (next < 0 ? places.length : next) - 1);
  }

  dispose(): void {
    this.#marker?.dispose();
  }
}
