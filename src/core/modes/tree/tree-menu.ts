import type { Face } from "../../face/face.ts";
import { parseKey } from "../../keys/key-name.ts";
import { Menu, menuSize } from "../../overlays/menu.ts";
import { menuItems } from "../../overlays/menu-items.ts";
import type { TextStyle } from "../../style/style.ts";
import type { TreeMenuItem, TreeSource } from "./tree-source.ts";

export interface TreeMenuRequest {
  readonly x: number;
  readonly y: number;
  /** The mouse is below the lines: the menu applies to no single line. */
  readonly outside: boolean;
  readonly title: string;
  readonly menu: TreeSource<unknown>["menu"];
  readonly chosenStyle: TextStyle;
  /** The key that the item stands for. */
  onChosen(key: string): void;
}

const OUTSIDE: readonly (TreeMenuItem | "separator")[] = [
  { name: "Scroll Left", key: "<" },
  { name: "Scroll Right", key: ">" },
  "separator",
  { name: "Cancel", key: "q" },
];

/** The menu of a line, under the mouse. */
export function openTreeMenu(face: Face, request: TreeMenuRequest): void {
  const { x, y, outside, title, menu, chosenStyle, onChosen } = request;
  const terminal = face.client.size;
  if (!terminal) return;
  const entries = (outside ? OUTSIDE : menu).map((item) =>
    item === "separator" ? item : { name: item.name, key: parseKey(item.key), command: item.key },
  );
  const items = menuItems(entries, terminal.cols);
  const size = menuSize({ title, items });
  if (size.cols > terminal.cols || size.rows > terminal.rows) return;
  const left = Math.max(0, x - Math.floor(size.cols / 2));
  const place = {
    x: Math.min(left, terminal.cols - size.cols),
    y: Math.min(y, terminal.rows - size.rows),
  };
  face.layers.openOverlay(
    new Menu({ ...place, title, items, chosenStyle, mouse: true, stayOpen: false, onChosen }),
  );
}
