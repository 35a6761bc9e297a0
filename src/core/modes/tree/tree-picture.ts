import type { Canvas } from "../../canvas/canvas.ts";
import { cellStyle, plainStyle } from "../../canvas/cell-style.ts";
import { drawStyledText } from "../../canvas/styled-text/draw-styled-text.ts";
import { textWidth } from "../../format/width.ts";
import { NO_KEY } from "../../keys/key.ts";
import { formatKey } from "../../keys/key-name.ts";
import { drawBox } from "../../overlays/draw-box.ts";
import { defaultStyle, type TextStyle } from "../../style/style.ts";
import { encodeUtf8 } from "../../text/utf8.ts";
import type { TreeItem, TreeLine, TreeLines } from "./tree-lines.ts";
import type { SortOrder } from "./tree-source.ts";

export interface TreePicture<Data> {
  readonly tree: TreeLines<Data>;
  /** Style of the current line: mode-style. */
  readonly style: TextStyle;
  readonly preview: boolean;
  /** Undefined if the tree has only one order. */
  readonly order: SortOrder | undefined;
  /** "none": no item matches the filter, so the tree shows all of them. */
  readonly filtered: "no" | "some" | "none";
  drawPreview(canvas: Canvas, data: Data): void;
}

/** A part of a line: text, or letters of the line-drawing set. */
interface Piece {
  readonly text: string;
  readonly drawing?: boolean;
}

const LEAST = 4;

export function drawTree<Data>(canvas: Canvas, picture: TreePicture<Data>): void {
  const { tree, preview } = picture;
  const { cols, rows } = canvas;
  canvas.fill({ x: 0, y: 0, cols, rows }, plainStyle);
  const keyCols = Math.max(0, ...tree.lines.map(({ item }) => keyText(item).length)) + 1;
  const shown = tree.lines.slice(tree.offset, tree.offset + tree.rows);
  shown.forEach((line, y) => {
    drawLine(canvas, line, { y, picture, keyCols: keyCols > 1 ? keyCols : 0 });
  });
  const below = rows - tree.rows;
  if (!preview || rows <= LEAST || tree.rows <= LEAST || below <= LEAST || cols <= LEAST) return;
  drawPreviewBox(canvas.part({ x: 0, y: tree.rows, cols, rows: below }), picture);
}

function keyText<Data>({ key }: TreeItem<Data>): string {
  return key === NO_KEY ? "" : `(${formatKey(key)})`;
}

interface LinePlace<Data> {
  readonly y: number;
  readonly picture: TreePicture<Data>;
  readonly keyCols: number;
}

function drawLine<Data>(canvas: Canvas, line: TreeLine<Data>, place: LinePlace<Data>): void {
  const { y, picture, keyCols } = place;
  const { item } = line;
  const { text } = item.node;
  const { tree } = picture;
  const base = item === tree.item ? picture.style : defaultStyle;
  const style = item.tagged ? withBright(base) : base;
  const { cols } = canvas;
  const { background } = cellStyle(base);
  canvas.fill({ x: 0, y, cols, rows: 1 }, { ...plainStyle, background });
  const pieces: Piece[] = [
    { text: keyText(item).padEnd(keyCols) },
    ...branches(line, tree),
    { text: `${symbol(line)}${item.node.name}${item.tagged ? "*" : ""}${text === undefined ? "" : ": "}` },
  ];
  const cell = cellStyle(style);
  const drawn = { ...cell, lineDrawing: true };
  let x = 0;
  for (const { text: part, drawing } of pieces) {
    canvas.text(x, y, part, drawing ? drawn : cell);
    x += textWidth(part);
  }
  if (text !== undefined && x < cols) drawStyledText(canvas, text, { x, y, cols: cols - x, style });
}

function branches<Data>({ item, depth, last }: TreeLine<Data>, { lines }: TreeLines<Data>): readonly Piece[] {
  if (depth === 0) return [];
  const parentIsLast = item.parent && lines[item.parent.line]?.last;
  const outer = Array.from({ length: depth - 1 }).flatMap((): readonly Piece[] =>
    parentIsLast ? [{ text: "    " }] : [{ text: "x", drawing: true }, { text: "   " }],
  );
  return [...outer, { text: last ? "mq" : "tq", drawing: true }, { text: "> " }];
}

function symbol<Data>({ item, flat }: TreeLine<Data>): string {
  if (flat) return "";
  if (item.children.length === 0) return "  ";
  return item.expanded ? "- " : "+ ";
}

function withBright(style: TextStyle): TextStyle {
  const attributes = new Set(style.attributes);
  if (!attributes.delete("bright")) attributes.add("bright");
  return { ...style, attributes };
}

function drawPreviewBox<Data>(box: Canvas, picture: TreePicture<Data>): void {
  const { tree, order, filtered, style } = picture;
  const { node } = tree.item.node.partOfParent ? (tree.item.parent ?? tree.item) : tree.item;
  const { cols, rows } = box;
  drawBox(box, { lines: "single", style: defaultStyle, title: "" });
  const sorted = order ? ` (sort: ${order.field}${order.reversed ? ", reversed" : ""})` : "";
  const text = ` ${node.name}${sorted}`;
  const { length } = encodeUtf8(text);
  if (cols - 2 >= length) {
    let x = box.text(1, 0, text, plainStyle);
    const matched = filtered === "none" ? "no matches" : "active";
    const roomy = cols - 2 >= length + " (filter: ".length + matched.length + 2;
    if (filtered !== "no" && roomy) {
      x = box.text(x, 0, " (filter: ", plainStyle);
      x = box.text(x, 0, matched, filtered === "none" ? cellStyle(style) : plainStyle);
      box.text(x, 0, ") ", plainStyle);
    } else box.text(x, 0, " ", plainStyle);
  }
  if (rows > 2) picture.drawPreview(box.part({ x: 2, y: 1, cols: cols - 4, rows: rows - 2 }), node.data);
}
