import { parseKey } from "../keys/key-name.ts";
import type { MenuEntry } from "./menu-items.ts";

/** What a popup's own menu does to it; each is the command of an item. */
export type PopupAction = "close" | "paste" | "fill" | "centre" | "to-columns" | "to-rows";

type Entry = readonly [name: string, key: string, action: PopupAction] | "separator";

const ENTRIES: readonly Entry[] = [
  ["Close", "q", "close"],
  ["#{?buffer_name,Paste #[underscore]#{buffer_name},}", "p", "paste"],
  "separator",
  ["Fill Space", "F", "fill"],
  ["Centre", "C", "centre"],
  "separator",
  ["To Horizontal Pane", "h", "to-columns"],
  ["To Vertical Pane", "v", "to-rows"],
];
const EDITOR_ENTRIES: readonly Entry[] = [
  ["Close", "q", "close"],
  "separator",
  ["Fill Space", "F", "fill"],
  ["Centre", "C", "centre"],
];

/** Lines of the menu, with their names expanded. */
export function popupMenuEntries(
  kind: "program" | "editor",
  expand: (text: string) => string,
): readonly (MenuEntry | "separator")[] {
  return (kind === "editor" ? EDITOR_ENTRIES : ENTRIES).map((entry) => {
    if (entry === "separator") return entry;
    const [name, key, command] = entry;
    return { name: expand(name), key: parseKey(key), command };
  });
}
