import { type Key, NO_KEY } from "../../keys/key.ts";
import type { TreeNode } from "./tree-source.ts";

/** An item of the tree with its state. */
export interface TreeItem<Data> {
  readonly node: TreeNode<Data>;
  readonly parent: TreeItem<Data> | undefined;
  children: readonly TreeItem<Data>[];
  expanded: boolean;
  tagged: boolean;
  /** Index among the visible lines, those not hidden in a folded parent. */
  line: number;
  key: Key;
}

export interface TreeLine<Data> {
  readonly item: TreeItem<Data>;
  readonly depth: number;
  /** The item is the last of its parent's children. */
  readonly last: boolean;
  /** Neither the item nor its siblings have children. */
  readonly flat: boolean;
}

/**
 * The lines of a tree, with the current line and the visible range. Expanded and tagged items stay so when the tree
 * is built again.
 */
export class TreeLines<Data> {
  items: readonly TreeItem<Data>[] = [];
  lines: readonly TreeLine<Data>[] = [];
  current = 0;
  /** First visible line, and the number of visible lines. */
  offset = 0;
  rows = 0;

  get item(): TreeItem<Data> {
    return this.lines[this.current]!.item;
  }

  get tagged(): readonly Data[] {
    return this.lines.filter(({ item }) => item.tagged).map(({ item }) => item.node.data);
  }

  build(nodes: readonly TreeNode<Data>[], keyOf: (data: Data, line: number) => Key): void {
    const known = new Map<unknown, TreeItem<Data>>(flatten(this.items).map((item) => [item.node.tag, item]));
    this.items = nodes.map((node) => makeItem(node, undefined, known));
    const lines: TreeLine<Data>[] = [];
    addLines(this.items, { depth: 0, lines, keyOf });
    this.lines = lines;
  }

  /** Returns true if a line has the tag; else the first line becomes current. */
  select(tag: unknown): boolean {
    const found = this.#find(tag);
    this.current = Math.max(0, found);
    this.offset = this.rows > 0 && this.current > this.rows - 1 ? this.current - this.rows + 1 : 0;
    return found >= 0;
  }

  expand(tag: unknown): boolean {
    const item = this.lines[this.#find(tag)]?.item;
    if (!item || item.expanded) return false;
    item.expanded = true;
    return true;
  }

  /** Scrolls so that the current line is visible. */
  reveal(): void {
    if (this.current > this.rows - 1) this.offset = this.current - this.rows + 1;
  }

  up(wrap: boolean): void {
    if (this.current > 0) {
      this.current--;
      if (this.current < this.offset) this.offset--;
    } else if (wrap) {
      this.current = this.lines.length - 1;
      if (this.lines.length >= this.rows) this.offset = this.lines.length - this.rows;
    }
  }

  down(wrap: boolean): void {
    if (this.current < this.lines.length - 1) {
      this.current++;
      if (this.current > this.offset + this.rows - 1) this.offset++;
    } else if (wrap) this.top();
  }

  pageUp(): void {
    for (let i = 0; i < this.rows && this.current > 0; i++) this.up(false);
  }

  pageDown(): void {
    for (let i = 0; i < this.rows && this.current < this.lines.length - 1; i++) this.down(false);
  }

  top(): void {
    this.current = 0;
    this.offset = 0;
  }

  bottom(): void {
    this.current = this.lines.length - 1;
    this.offset = 0;
    this.reveal();
  }

  /** Parents and children are not tagged together. */
  toggleTag(): void {
    const { item } = this;
    if (!item.tagged) {
      for (let parent = item.parent; parent; parent = parent.parent) parent.tagged = false;
      for (const child of flatten(item.children)) child.tagged = false;
    }
    item.tagged = !item.tagged;
  }

  tagAll(on: boolean): void {
    for (const { item } of this.lines) item.tagged = on && isOutermostTaggable(item);
  }

  /** The next matching item after the current one in the whole tree, wrapping around. */
  search(matches: (item: TreeItem<Data>) => boolean): TreeItem<Data> | undefined {
    const all = flatten(this.items);
    const from = all.indexOf(this.item);
    return [...all.slice(from + 1), ...all.slice(0, from)].find(matches);
  }

  #find(tag: unknown): number {
    return this.lines.findIndex(({ item }) => item.node.tag === tag);
  }
}

function makeItem<Data>(
  node: TreeNode<Data>,
  parent: TreeItem<Data> | undefined,
  known: ReadonlyMap<unknown, TreeItem<Data>>,
): TreeItem<Data> {
  const before = known.get(node.tag);
  const item: TreeItem<Data> = {
    node,
    parent,
    children: [],
    expanded: before?.expanded ?? node.expanded,
    tagged: (parent?.expanded ?? true) && (before?.tagged ?? false),
    line: 0,
    key: NO_KEY,
  };
  item.children = node.children.map((child) => makeItem(child, item, known));
  return item;
}

interface Adding<Data> {
  readonly depth: number;
  readonly lines: TreeLine<Data>[];
  keyOf(data: Data, line: number): Key;
}

function addLines<Data>(items: readonly TreeItem<Data>[], adding: Adding<Data>): void {
  const { depth, lines, keyOf } = adding;
  const flat = items.every(({ children }) => children.length === 0);
  for (const item of items) {
    item.line = lines.length;
    item.key = keyOf(item.node.data, item.line);
    lines.push({ item, depth, last: item === items.at(-1), flat });
    if (item.expanded) addLines(item.children, { ...adding, depth: depth + 1 });
  }
}

function isOutermostTaggable<Data>({ node, parent }: TreeItem<Data>): boolean {
  return parent ? (parent.node.untaggable ?? false) : !node.untaggable;
}

function flatten<Data>(items: readonly TreeItem<Data>[]): readonly TreeItem<Data>[] {
  return items.flatMap((item) => [item, ...flatten(item.children)]);
}
