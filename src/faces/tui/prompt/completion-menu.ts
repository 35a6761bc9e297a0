import type { FaceLayout } from "../../../core/face/face.ts";
import type { CompletionChoice } from "../../../core/face/prompt.ts";
import { parseKey } from "../../../core/keys/key-name.ts";
import { Menu, menuSize } from "../../../core/overlays/menu.ts";
import { menuItems } from "../../../core/overlays/menu-items.ts";
import type { Size } from "../../../core/ports.ts";
import type { TextStyle } from "../../../core/style/style.ts";

export interface CompletionOffer {
  readonly choices: readonly CompletionChoice[];
  /** Which choices are shown if there is not enough room for all. */
  readonly shows: "first" | "last";
  /** Column of the line at which the completed word starts. */
  readonly column: number;
  onChosen(text: string): void;
}

interface MenuRoom {
  readonly terminal: Size;
  readonly layout: Pick<FaceLayout, "statusLines" | "statusAtTop">;
  readonly chosenStyle: TextStyle;
}

const MAX_CHOICES = 10;
/** Lines that the menu's frame and the status line occupy. */
const AROUND = 3;
/** Columns of a menu before its text. */
const MARGIN = 2;

/** A menu beside the prompt, aligned with the typed word; undefined if there is not enough room for it. */
export function completionMenu(offer: CompletionOffer, room: MenuRoom): Menu | undefined {
  const { terminal, layout, chosenStyle } = room;
  const lines = terminal.rows - layout.statusLines;
  if (lines < AROUND) return undefined;
  const count = Math.min(MAX_CHOICES, lines - 2, offer.choices.length);
  const shown = offer.shows === "first" ? offer.choices.slice(0, count) : offer.choices.slice(-count);
  const entries = shown.map(({ name, text }, at) => ({ name, key: parseKey(String(at)), command: text }));
  const items = menuItems(entries, terminal.cols);
  const size = menuSize({ title: "", items });
  if (size.cols > terminal.cols || size.rows > terminal.rows) return undefined;
  const y = layout.statusAtTop ? layout.statusLines : terminal.rows - AROUND - count;
  return new Menu({
    title: "",
    items,
    x: Math.min(Math.max(0, offer.column - MARGIN), terminal.cols - size.cols),
    y: Math.max(0, Math.min(y, terminal.rows - size.rows)),
    chosenStyle,
    mouse: false,
    stayOpen: false,
    tab: true,
    onChosen: (text) => offer.onChosen(text),
  });
}
