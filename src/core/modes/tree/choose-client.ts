import type { Canvas } from "../../canvas/canvas.ts";
import { plainStyle } from "../../canvas/cell-style.ts";
import { formatTrue } from "../../format/format-true.ts";
import type { Mux } from "../../mux.ts";
import { compareBytes } from "../../text/compare-bytes.ts";
import type { Client, Pane } from "../../tree/tree.ts";
import { drawScreen } from "./preview.ts";
import { TreeMode } from "./tree-mode.ts";
import {
  type SortOrder,
  TAG_ITEMS,
  type TreeKey,
  type TreeOptions,
  type TreePorts,
  type TreeSetup,
  type TreeSource,
} from "./tree-source.ts";

export const CLIENT_DEFAULTS = {
  format: "#{t/p:client_activity}: session #{session_name}",
  template: "detach-client -t '%%'",
} satisfies Partial<TreeOptions>;

const MENU: TreeSource<Client>["menu"] = [
  { name: "Detach", key: "d" },
  { name: "Detach Tagged", key: "D" },
  "separator",
  ...TAG_ITEMS,
  { name: "Cancel", key: "q" },
];

type ClientTreeSetup = Omit<TreeSetup, "from">;

/** Attached clients to choose from (`choose-client`). */
export function openChooseClient(mux: Mux, pane: Pane, setup: ClientTreeSetup): boolean {
  return mux.enterMode(pane, "client-mode", () => new ChooseClient(mux, pane, setup));
}

class ChooseClient extends TreeMode<Client> {
  constructor(mux: Mux, pane: Pane, setup: ClientTreeSetup) {
    super({ ...setup, mux, pane, source: sourceOf(mux, setup) });
  }

  protected act({ name, client }: TreeKey): void {
    const { data } = this.tree.item.node;
    if (["d", "x", "z"].includes(name)) this.#send([data], name);
    else if (["D", "X", "Z"].includes(name)) this.#send(this.tree.tagged, name.toLowerCase());
    else if (name === "Enter") this.choose(client, data.tty);
  }

  /** d detaches each client, x also hangs up its parent process, z suspends it. */
  #send(clients: readonly Client[], how: string): void {
    const { ports } = this.setup;
    for (const client of clients) {
      if (client === this.tree.item.node.data) this.tree.down(false);
      if (how === "z") ports.face(client)?.suspend();
      else ports.detach(client, { kill: how === "x" });
    }
    this.build();
  }
}

function sourceOf({ server }: Mux, { ports, options }: ClientTreeSetup): TreeSource<Client> {
  const attached = () => server.clients.filter(({ session }) => session !== undefined);
  return {
    name: "client-mode",
    sorts: ["name", "size", "creation", "activity"],
    menu: MENU,
    get empty() {
      return attached().length === 0;
    },
    build(order, filter) {
      const matching = attached().filter(
        (client) => filter === undefined || formatTrue(ports.expand(filter, { client, time: true })),
      );
      return ordered(matching, order).map((client) => ({
        tag: client,
        data: client,
        name: client.name,
        text: ports.expand(options.format, { client, time: true }),
        expanded: true,
        children: [],
      }));
    },
    place: (client) => ({ client }),
    preview: (canvas, client) => drawClient(canvas, client, ports),
  };
}

function ordered(clients: readonly Client[], { field, reversed }: SortOrder): readonly Client[] {
  const compare = (a: Client, b: Client): number => {
    if (field === "size")
      return (a.size?.cols ?? 0) - (b.size?.cols ?? 0) || (a.size?.rows ?? 0) - (b.size?.rows ?? 0);
    if (field === "creation") return b.created - a.created;
    return field === "activity" ? b.activity - a.activity : 0;
  };
  const sign = reversed ? -1 : 1;
  return clients.toSorted((a, b) => sign * (compare(a, b) || compareBytes(a.name, b.name)));
}

/** Draws the screen of the client's active pane, a line, and the status lines on their side of it. */
function drawClient(canvas: Canvas, client: Client, ports: TreePorts): void {
  const { session } = client;
  if (!session) return;
  const { cols, rows } = canvas;
  const layout = ports.face(client)?.shown.layout;
  const wanted = layout?.statusLines ?? 0;
  const lines = wanted >= rows ? 0 : wanted;
  const y = layout?.statusAtTop ? lines : 0;
  drawScreen(canvas.part({ x: 0, y, cols, rows: rows - 2 - lines }), session.current.window.active.screen);
  const line = y > 0 ? 2 : rows - 1 - lines;
  canvas.text(0, line, "q".repeat(cols), { ...plainStyle, lineDrawing: true });
  const status = canvas.part({ x: 0, y: y > 0 ? 0 : rows - lines, cols, rows: lines });
  ports.face(client)?.shown.drawStatus(status);
}
