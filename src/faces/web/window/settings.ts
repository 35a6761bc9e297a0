import { createSignal } from "solid-js";

/** A choice that this browser remembers. */
function createKept<T extends number | boolean>(name: string, initial: T) {
  const kept = localStorage.getItem(name);
  const [value, setValue] = createSignal<T>(kept === null ? initial : (JSON.parse(kept) as T));
  const set = (next: T) => {
    localStorage.setItem(name, JSON.stringify(next));
    setValue(() => next);
  };
  return [value, set] as const;
}

export const FONT_SIZES_PX = { least: 8, most: 24 } as const;

/** The font of a window that fills the page. The font of others follows from their room. */
export const [fontPx, setFontPx] = createKept<number>("mullion.font", 14);
/** The text of a pane on a phone, where its lines wrap. */
export const [readingPx, setReadingPx] = createKept<number>("mullion.reading-font", 15);
/** On a phone, output is text that wraps, and what draws on the whole screen is shown exactly. */
export const [readsLines, setReadsLines] = createKept<boolean>("mullion.reads-lines", true);
export const [readsScreens, setReadsScreens] = createKept<boolean>("mullion.reads-screens", false);
/** The keys of the pane's tmux server work in the page. */
export const [hasTmuxKeys, setTmuxKeys] = createKept<boolean>("mullion.tmux-keys", false);
/** Terminals describe their lines to a screen reader, which costs time for each line of output. */
export const [forScreenReaders, setForScreenReaders] = createKept<boolean>("mullion.screen-reader", false);
