import type { Buffer } from "../../buffers/buffer-stack.ts";
import type { Canvas } from "../../canvas/canvas.ts";
import { plainStyle } from "../../canvas/cell-style.ts";
import { formatTrue } from "../../format/format-true.ts";
import type { Mux } from "../../mux.ts";
import type { Target } from "../../target/target.ts";
import { compareBytes } from "../../text/compare-bytes.ts";
import { decodeUtf8 } from "../../text/utf8.ts";
import { visible } from "../../text/visible.ts";
import type { Client, Pane, Server } from "../../tree/tree.ts";
import { type KeyOutcome, TreeMode } from "./tree-mode.ts";
import {
  KEY_FORMAT,
  type SortOrder,
  TAG_ITEMS,
  type TreeKey,
  type TreeOptions,
  type TreePlace,
  type TreePorts,
  type TreeSource,
} from "./tree-source.ts";

export const BUFFER_DEFAULTS = {
  format: "#{t/p:buffer_created}: #{buffer_sample}",
  keyFormat: KEY_FORMAT,
  template: "paste-buffer -b '%%'",
} satisfies Partial<TreeOptions>;

const MENU: TreeSource<Buffer>["menu"] = [
  { name: "Paste", key: "p" },
  { name: "Paste Tagged", key: "P" },
  "separator",
  ...TAG_ITEMS,
  { name: "Delete", key: "d" },
  { name: "Delete Tagged", key: "D" },
  "separator",
  { name: "Cancel", key: "q" },
];
const LINE_FEED = 0x0a;

export interface BufferTreeSetup {
  readonly ports: TreePorts;
  readonly options: TreeOptions;
  readonly from: Target;
}

/** Paste buffers to choose from (`choose-buffer`). */
export function openChooseBuffer(mux: Mux, pane: Pane, setup: BufferTreeSetup): boolean {
  return mux.enterMode(pane, "buffer-mode", () => new ChooseBuffer(mux, pane, setup));
}

class ChooseBuffer extends TreeMode<Buffer> {
  constructor(mux: Mux, pane: Pane, setup: BufferTreeSetup) {
    super({ ...setup, mux, pane, source: sourceOf(mux.server, setup) });
  }

  protected act({ name, client }: TreeKey): KeyOutcome {
    const { node } = this.tree.item;
    switch (name) {
      case "e":
        this.#edit(client, node.data);
        return undefined;
      case "d":
        this.#delete(node.data);
        this.build();
        return undefined;
      case "D":
        for (const { node: tagged } of this.tree.tagged) this.#delete(tagged.data);
        this.build();
        return undefined;
      case "P": {
        const names = this.tree.tagged.map(({ node: tagged }) => tagged.data.name);
        this.leave();
        for (const each of names) this.#paste(client, each);
        return "leave";
      }
      case "p":
      case "Enter":
        this.leave();
        this.#paste(client, node.data.name);
        return "leave";
      default:
        return undefined;
    }
  }

  /** Editors append a line feed: it is removed again if the buffer had none. */
  #edit(client: Client, { name }: Buffer): void {
    const { mux, ports, pane } = this.setup;
    const { buffers } = mux.server;
    const buffer = buffers.get(name);
    if (!buffer) return;
    const endsLine = (text: Uint8Array) => text.at(-1) === LINE_FEED;
    const edited = (text: Uint8Array) => {
      if (buffers.get(name) !== buffer) return;
      const kept = endsLine(text) && !endsLine(buffer.data) ? text.subarray(0, -1) : text;
      if (kept.length > 0) buffers.replace(name, kept);
      if (pane.modes[0] === this) this.build();
    };
    ports.edit(client, { text: buffer.data, edited });
  }

  #delete({ name }: Buffer): void {
    const { buffers } = this.setup.mux.server;
    if (this.tree.item.node.data.name === name) this.tree.down(false);
    if (buffers.get(name)) buffers.delete(name);
  }

  #paste(client: Client, name: string): void {
    const { mux, ports, options } = this.setup;
    if (mux.server.buffers.get(name)) ports.run(client, { template: options.template, name });
  }
}

function sourceOf({ buffers }: Server, { ports, options, from }: BufferTreeSetup): TreeSource<Buffer> {
  const { session, link, pane } = from;
  const place = (buffer: Buffer): TreePlace => ({ session, link, pane, buffer });
  return {
    name: "buffer-mode",
    sorts: ["time", "name", "size"],
    menu: MENU,
    get empty() {
      return buffers.list().length === 0;
    },
    build(order, filter) {
      const matching = buffers
        .list()
        .filter((buffer) => filter === undefined || formatTrue(ports.expand(filter, place(buffer))));
      return ordered(matching, order).map((buffer) => ({
        tag: buffer.name,
        data: buffer,
        name: buffer.name,
        text: ports.expand(options.format, place(buffer)),
        expanded: true,
        children: [],
      }));
    },
    place,
    preview: drawData,
    matches: ({ name, data }, text) => name.includes(text) || decodeUtf8(data).includes(text),
  };
}

/** `buffers` begins with the newest one. */
function ordered(buffers: readonly Buffer[], { field, reversed }: SortOrder): readonly Buffer[] {
  const bySize = (a: Buffer, b: Buffer) => (field === "size" ? b.data.length - a.data.length : 0);
  const sorted =
    field === "time" ? buffers : buffers.toSorted((a, b) => bySize(a, b) || compareBytes(a.name, b.name));
  return reversed ? sorted.toReversed() : sorted;
}

function drawData(canvas: Canvas, { data }: Buffer): void {
  let start = 0;
  for (let y = 0; y < canvas.rows && start <= data.length; y++) {
    const found = data.indexOf(LINE_FEED, start);
    const end = found < 0 ? data.length : found;
    canvas.text(0, y, visible(data.subarray(start, end)), plainStyle);
    start = end + 1;
  }
}
