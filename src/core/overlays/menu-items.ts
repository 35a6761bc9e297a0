import { formatWidth, trimRight } from "../format/width.ts";
import { type Key, NO_KEY } from "../keys/key.ts";
import { formatKey } from "../keys/key-name.ts";
import { encodeUtf8 } from "../text/utf8.ts";

/** A line of a menu; undefined: a separator. */
export type MenuItem = ChoosableItem | undefined;

interface ChoosableItem {
  /** The text with its styles; the key is at the right. */
  readonly text: string;
  /** The item is shown but cannot be chosen. */
  readonly disabled: boolean;
  readonly key: Key | undefined;
  readonly command: string;
  readonly cols: number;
}

/** An entry of a menu, already expanded; a name that begins with `-` is disabled. */
export interface MenuEntry {
  readonly name: string;
  readonly key: Key | undefined;
  readonly command: string;
}

/** The frame and a blank on both sides. */
export const MENU_MARGIN = 4;

/** The lines of a menu that fits a terminal of `cols` columns. A separator at the top is left out. */
export function menuItems(entries: readonly (MenuEntry | "separator")[], cols: number): readonly MenuItem[] {
  const items: MenuItem[] = [];
  for (const entry of entries) {
    if (entry !== "separator") {
      if (entry.name !== "") items.push(choosable(entry, cols - MENU_MARGIN));
    } else if (items.length > 0) items.push(undefined);
  }
  return items;
}

function choosable({ name, key, command }: MenuEntry, room: number): ChoosableItem {
  const disabled = name.startsWith("-");
  const shownKey = disabled || key === undefined || key === NO_KEY ? "" : `(${formatKey(key)})`;
  const { length } = encodeUtf8(name); // tmux counts bytes here.
  const keyCols = shownKey === "" ? 0 : shownKey.length + 1;
  const roomy = keyCols <= Math.floor(room / 4);
  const keyShown = keyCols > 0 && (roomy || (keyCols < room && length < room - keyCols));
  const left = keyShown && roomy ? room - keyCols : room;
  const trimmed = length > left ? `${trimRight(name, left - 1)}>` : trimRight(name, left);
  const full = keyShown ? `${trimmed}#[default] #[align=right]${shownKey}` : trimmed;
  const text = disabled ? full.replace(/^-/, "") : full;
  return { text, disabled, key, command, cols: formatWidth(text) };
}
