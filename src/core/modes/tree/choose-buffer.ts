import type { Buffer } from "../../buffers/buffer-stack.ts";
import type { Canvas } from "../../canvas/canvas.ts";
import { plainStyle } from "../../canvas/cell-style.ts";
import type { FormatPlace } from "../../format/context.ts";
import { formatTrue } from "../../format/format-true.ts";
import type { Mux } from "../../mux.ts";
import { compareBytes } from "../../text/compare-bytes.ts";
import { decodeUtf8 } from "../../text/utf8.ts";
import { visible } from "../../text/visible.ts";
import type { Client, Pane, Server } from "../../tree/tree.ts";
import { TreeMode } from "./tree-mode.ts";
import {
  type SortOrder,
  TAG_ITEMS,
  type TreeKey,
  type TreeOptions,
  type TreeSetup,
  type TreeSource,
} from "./tree-source.ts";

export const BUFFER_DEFAULTS = {
  format: "#{t/p:buffer_created}: #{buffer_sample}",
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

/** Paste buffers to choose from (`choose-buffer`). */
export function openChooseBuffer(mux: Mux, pane: Pane, setup: TreeSetup): boolean {
  return mux.enterMode(pane, "buffer-mode", () => new ChooseBuffer(mux, pane, setup));
}

class ChooseBuffer extends TreeMode<Buffer> {
  constructor(mux: Mux, pane: Pane, setup: TreeSetup) {
    super({ ...setup, mux, pane, source: sourceOf(mux.server, setup) });
  }

  protected act({ name, client }: TreeKey): void {
    const { data } = this.tree.item.node;
    if (name === "e") this.#edit(client, data);
    else if (name === "d") this.#delete([data]);
    else if (name === "D") this.#delete(this.tree.tagged);
    else if (name === "P") this.#paste(client, this.tree.tagged);
    else if (name === "p" || name === "Enter") this.#paste(client, [data]);
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

  #delete(chosen: readonly Buffer[]): void {
    const { buffers } = this.setup.mux.server;
    for (const { name } of chosen) {
      if (this.tree.item.node.data.name === name) this.tree.down(false);
      if (buffers.get(name)) buffers.delete(name);
    }
    this.build();
  }

  #paste(client: Client, chosen: readonly Buffer[]): void {
    const { mux, ports, options } = this.setup;
    this.leave();
    for (const { name } of chosen)
      if (mux.server.buffers.get(name)) ports.run(client, { template: options.template, name });
  }
}

function sourceOf({ buffers }: Server, { ports, options, from }: TreeSetup): TreeSource<Buffer> {
  const { session, link, pane } = from;
  const place = (buffer: Buffer): FormatPlace => ({ session, link, pane, buffer });
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
