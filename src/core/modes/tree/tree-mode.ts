import type { Canvas } from "../../canvas/canvas.ts";
import type { Prompt } from "../../face/prompt.ts";
import { bindable, type Key, NO_KEY } from "../../keys/key.ts";
import { formatKey, parseKey } from "../../keys/key-name.ts";
import type { Mux } from "../../mux.ts";
import { optionStyle } from "../../style/style.ts";
import type { Client, KeyPress, Pane, PaneMode } from "../../tree/tree.ts";
import { TreeLines } from "./tree-lines.ts";
import { openTreeMenu } from "./tree-menu.ts";
import { drawTree } from "./tree-picture.ts";
import type { TreeKey, TreeSetup, TreeSource } from "./tree-source.ts";

export interface TreeModeSetup<Data> extends Omit<TreeSetup, "from"> {
  readonly mux: Mux;
  readonly pane: Pane;
  readonly source: TreeSource<Data>;
}

type Question = Omit<Prompt, "initial" | "answer"> & Partial<Pick<Prompt, "initial">>;

/** With fewer visible lines, the tree shows no preview. */
const LEAST_ROWS = 10;
const LEAST_PREVIEW = 2;

type TreeMove = (tree: TreeLines<unknown>) => void;

const up: TreeMove = (tree) => tree.up(true);
const down: TreeMove = (tree) => tree.down(true);
const MOVES: ReadonlyMap<string, TreeMove> = new Map([
  ["Up", up],
  ["k", up],
  ["C-p", up],
  ["Down", down],
  ["j", down],
  ["C-n", down],
  ["PPage", (tree) => tree.pageUp()],
  ["C-b", (tree) => tree.pageUp()],
  ["NPage", (tree) => tree.pageDown()],
  ["C-f", (tree) => tree.pageDown()],
  ["g", (tree) => tree.top()],
  ["Home", (tree) => tree.top()],
  ["G", (tree) => tree.bottom()],
  ["End", (tree) => tree.bottom()],
  ["T", (tree) => tree.tagAll(false)],
  ["C-t", (tree) => tree.tagAll(true)],
]);

/** The key that chooses a line: a digit for the first ten, then a letter with Meta. */
function lineKey(line: number): Key {
  if (line < 10) return parseKey(String(line))!;
  return line < 36 ? parseKey(`M-${String.fromCharCode(97 + line - 10)}`)! : NO_KEY;
}

/**
 * A pane that shows a tree of items to choose from: sessions, buffers, clients, options. This class handles the keys that
 * move, fold, tag, sort, search and filter; the subclass of each kind of tree handles its own keys (`act`).
 */
export abstract class TreeMode<Data> implements PaneMode {
  readonly name: string;
  readonly cursor = { x: 0, y: 0, visible: false, shape: "default", blinking: false } as const;
  revision = 0;
  protected readonly setup: TreeModeSetup<Data>;
  protected readonly tree = new TreeLines<Data>();
  readonly #unsubscribe: () => void;
  readonly #unzoomAtEnd: boolean;
  #sort: number;
  #reversed: boolean;
  #filter: string | undefined;
  #noMatches = false;
  #preview: boolean;
  #search: string | undefined;
  #stale = false;
  #left = false;

  constructor(setup: TreeModeSetup<Data>) {
    const { mux, pane, options, source } = setup;
    this.setup = setup;
    this.name = source.name;
    this.#sort = Math.max(0, source.sorts.indexOf(options.sort?.toLowerCase() ?? ""));
    this.#reversed = options.reversed;
    this.#filter = options.filter;
    this.#preview = options.preview;
    this.#unzoomAtEnd = options.zoom && !pane.window.zoomed;
    this.build(source.first);
    this.#unsubscribe = mux.server.events.onAny((name) => {
      if (name === "pane-output") return;
      this.#stale = true;
      this.revision++;
    });
  }

  /** Handles a key for this kind of tree, after the keys that all trees share. */
  protected abstract act(key: TreeKey): void;

  draw(canvas: Canvas): void {
    this.#refresh();
    if (this.tree.lines.length === 0) return;
    const { pane, ports, source } = this.setup;
    drawTree(canvas, {
      tree: this.tree,
      style: optionStyle(pane.window.options, "mode-style", (text) => ports.expand(text, { pane })),
      preview: this.#preview,
      order: source.sorts.length === 0 ? undefined : this.#order,
      filtered: this.#filter === undefined ? "no" : this.#noMatches ? "none" : "some",
      drawPreview: (part, data) => source.preview(part, data),
    });
  }

  key(press: KeyPress): void {
    const { client } = press;
    if (!client) return;
    this.#refresh();
    if (this.tree.lines.length === 0) this.leave();
    else if (press.mouse) this.#mouse(press, client);
    else this.#take(bindable(press.key), client);
  }

  /** Handles a key that the user chose from a menu, as if it had been typed on that line. */
  take(name: string, client: Client, line: number): void {
    if (this.#left || this.setup.pane.modes[0] !== this || line >= this.tree.lines.length) return;
    this.tree.current = line;
    this.#do({ name, client, x: 0 }, { typed: false });
  }

  resize(): void {
    this.build();
  }

  /** Zooms after the mode is on top, so that the mode below keeps its size. */
  onEnter(): void {
    const { mux, pane } = this.setup;
    if (this.#unzoomAtEnd) mux.toggleZoom(pane);
  }

  close(): void {
    const { mux, pane } = this.setup;
    this.#left = true;
    this.#unsubscribe();
    if (this.#unzoomAtEnd && pane.window.zoomed) mux.toggleZoom(pane.window.active);
  }

  /** Builds the lines again. The item with the tag `first` becomes current, by default the item that was. */
  protected build(first: unknown = this.tree.lines[this.tree.current]?.item.node.tag): void {
    const { source, ports, options } = this.setup;
    const matching = source.build(this.#order, this.#filter);
    this.#noMatches = matching.length === 0;
    const nodes = this.#noMatches ? source.build(this.#order, undefined) : matching;
    this.tree.build(nodes, (data, line) => {
      if (!source.place) return lineKey(line);
      const place = { ...source.place(data), variables: new Map([["line", String(line)]]) };
      return parseKey(ports.expand(options.keyFormat, place)) ?? NO_KEY;
    });
    this.tree.select(first);
    this.tree.rows = this.#rowsInSight();
    this.tree.reveal();
    this.#stale = false;
    this.revision++;
  }

  protected leave(): void {
    const { mux, pane } = this.setup;
    if (!this.#left && pane.modes[0] === this) mux.leaveMode(pane);
  }

  /** Leaves the mode, then runs the template with a name. */
  protected choose(client: Client, name: string): void {
    const { ports, options } = this.setup;
    this.leave();
    ports.run(client, { template: options.template, name });
  }

  protected ask(client: Client, question: Question, answer: (text: string) => void): void {
    this.setup.ports.face(client)?.layers.openPrompt({
      initial: "",
      ...question,
      answer: (text) => {
        if (!this.#left) answer(text);
        return false;
      },
    });
  }

  /** Asks a question; y confirms it. */
  protected confirm(client: Client, message: string, confirmed: () => void): void {
    this.ask(client, { message, type: "command", single: true }, (text) => {
      if (text.toLowerCase() === "y") confirmed();
    });
  }

  get #order() {
    return { field: this.setup.source.sorts[this.#sort] ?? "", reversed: this.#reversed };
  }

  #refresh(): void {
    if (this.#stale) this.build();
  }

  #rowsInSight(): number {
    const { pane, source } = this.setup;
    const { rows } = pane;
    if (!this.#preview) return rows;
    const most = Math.floor(rows / 3) * 2;
    const part = most > this.tree.lines.length ? Math.floor(rows / 2) : most;
    const wanted = source.previewRows === undefined ? part : rows - source.previewRows;
    return wanted < LEAST_ROWS || rows - wanted < LEAST_PREVIEW ? rows : wanted;
  }

  #take(key: Key, client: Client): void {
    const chosen = this.tree.lines.findIndex(({ item }) => item.key !== NO_KEY && item.key === key);
    if (chosen >= 0) {
      this.tree.current = chosen;
      this.#do({ name: "Enter", client, x: 0 });
    } else this.#do({ name: formatKey(key), client, x: 0 });
  }

  #do(key: TreeKey, { typed = true } = {}): void {
    const { name, client } = key;
    const common = MOVES.get(name);
    if (["q", "Escape", "C-g"].includes(name)) {
      this.leave();
      return;
    }
    if (common) common(this.tree as TreeLines<unknown>);
    else if (name === "t") this.#tag(typed);
    else this.#change(name, client);
    this.act(key);
    this.revision++;
    if (this.setup.source.empty) this.leave();
  }

  #tag(typed: boolean): void {
    if (this.tree.item.node.untaggable) return;
    this.tree.toggleTag();
    if (typed) this.tree.down(false);
  }

  /** Handles the keys that change the tree itself. */
  #change(name: string, client: Client): void {
    const changes: Readonly<Record<string, () => void>> = {
      O: () => this.#sortBy((this.#sort + 1) % Math.max(1, this.setup.source.sorts.length), this.#reversed),
      r: () => this.#sortBy(this.#sort, !this.#reversed),
      Left: () => this.#fold(),
      h: () => this.#fold(),
      "-": () => this.#fold(),
      Right: () => this.#unfold(),
      l: () => this.#unfold(),
      "+": () => this.#unfold(),
      "M--": () => this.#expandAll(false),
      "M-+": () => this.#expandAll(true),
      "?": () => this.#askSearch(client),
      "/": () => this.#askSearch(client),
      "C-s": () => this.#askSearch(client),
      n: () => this.#searchNext(),
      f: () => this.#askFilter(client),
      v: () => this.#togglePreview(),
    };
    if (Object.hasOwn(changes, name)) changes[name]!();
  }

  #sortBy(sort: number, reversed: boolean): void {
    this.#sort = sort;
    this.#reversed = reversed;
    this.build();
  }

  #expandAll(expanded: boolean): void {
    for (const item of this.tree.items) item.expanded = expanded;
    this.build();
  }

  #togglePreview(): void {
    this.#preview = !this.#preview;
    this.build();
  }

  #fold(): void {
    const { tree } = this;
    const line = tree.lines[tree.current]!;
    const item = line.flat || !line.item.expanded ? line.item.parent : line.item;
    if (!item) {
      tree.up(false);
      return;
    }
    item.expanded = false;
    tree.current = item.line;
    this.build();
  }

  #unfold(): void {
    const { tree } = this;
    const { item, flat } = tree.lines[tree.current]!;
    if (flat || item.expanded) tree.down(false);
    else {
      item.expanded = true;
      this.build();
    }
  }

  #askSearch(client: Client): void {
    this.ask(client, { message: "(search) ", type: "search" }, (text) => {
      this.#search = text === "" ? undefined : text;
      if (text !== "") this.#searchNext();
    });
  }

  #searchNext(): void {
    const text = this.#search;
    const { source } = this.setup;
    if (text === undefined) return;
    const found = this.tree.search(
      ({ node }) => source.matches?.(node.data, text) ?? node.name.includes(text),
    );
    if (!found) return;
    for (let parent = found.parent; parent; parent = parent.parent) parent.expanded = true;
    this.build();
    this.tree.select(found.node.tag);
    this.revision++;
  }

  #askFilter(client: Client): void {
    const initial = this.#filter ?? "";
    this.ask(client, { message: "(filter) ", initial, type: "search" }, (text) => {
      this.#filter = text === "" ? undefined : text;
      this.build();
    });
  }

  /** A line under the mouse becomes current, and is chosen by a double click. */
  #mouse({ key, mouse }: KeyPress, client: Client): void {
    const { pane } = this.setup;
    const { paneX: x, paneY: y } = mouse!;
    if (mouse!.pane !== pane || x === undefined || y === undefined) return;
    const { tree } = this;
    const name = formatKey(bindable(key));
    const outside = y > tree.rows;
    const line = tree.offset + y;
    if (!outside && line < tree.lines.length && /^(MouseDown[13]|DoubleClick1)Pane$/.test(name))
      tree.current = line;
    this.revision++;
    if (name === "MouseDown3Pane") this.#openMenu(client, { x, y, outside });
    else if (outside) {
      if (this.#preview) this.#do({ name, client, x });
    } else if (name === "DoubleClick1Pane" && line < tree.lines.length)
      this.#do({ name: "Enter", client, x });
  }

  #openMenu(client: Client, at: { readonly x: number; readonly y: number; readonly outside: boolean }): void {
    const { ports, source } = this.setup;
    const { tree } = this;
    const face = ports.face(client);
    if (!face) return;
    const under = tree.offset + at.y;
    const line = under > tree.lines.length - 1 ? tree.current : under;
    openTreeMenu(face, {
      ...at,
      title: at.outside ? "" : `#[align=centre]${tree.lines[line]!.item.node.name}`,
      menu: source.menu,
      chosenStyle: this.#menuStyle(client),
      onChosen: (name) => this.take(name, client, line),
    });
  }

  #menuStyle(client: Client) {
    const { options } = (client.session?.current ?? this.setup.pane).window;
    return optionStyle(options, "mode-style", (text) => this.setup.ports.expand(text, { client }));
  }
}
