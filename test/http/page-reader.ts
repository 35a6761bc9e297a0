import { WebSocket } from "ws";
import type {
  PageMessage,
  PagePane,
  PagePicture,
  PageRequest,
  PageRun,
  PageWindow,
} from "../../src/protocol/page.ts";
import { waitFor } from "../fixtures/wait-for.ts";
import type { Access } from "./http-client.ts";

type Message<T> = Extract<PageMessage, { type: T }>;

/** What a page knows after the messages that it has received. */
export class PageReader {
  readonly messages: PageMessage[] = [];
  readonly panes = new Map<string, PagePane>();
  readonly socket: WebSocket;
  /** The lines of each picture as text. */
  readonly screens = new Map<string, string[]>();
  windows: readonly PageWindow[] = [];
  closed: number | undefined;

  /** `host`: of the daemon of that host, through this one. */
  constructor({ url, token }: Access, host?: string) {
    const place = host === undefined ? "" : `/host/${host}`;
    this.socket = new WebSocket(`${url.replace("http", "ws")}${place}/api/page`, {
      headers: { authorization: `Bearer ${token}` },
    });
    this.socket.on("message", (data) => this.#take(JSON.parse(String(data))));
    this.socket.on("close", (code) => {
      this.closed = code;
    });
    this.socket.on("error", () => {});
  }

  send(request: PageRequest): void {
    this.socket.send(JSON.stringify(request));
  }

  first<T extends PageMessage["type"]>(type: T): Promise<Message<T>> {
    const find = () => this.messages.find((message): message is Message<T> => message.type === type);
    return waitFor(find, `a message ${type}`);
  }

  /** The pane once it is as the test wants it. */
  pane(id: string, wanted: (pane: PagePane) => boolean, what: string): Promise<PagePane> {
    const find = () => {
      const pane = this.panes.get(id);
      return pane && wanted(pane) ? pane : undefined;
    };
    return waitFor(find, what);
  }

  async close(): Promise<void> {
    this.socket.close();
    await waitFor(() => this.closed !== undefined, "the end of the page's socket");
  }

  #draw({ id, lines }: PagePicture): void {
    const before = this.screens.get(id) ?? [];
    const drawn = lines.map((runs, line) =>
      typeof runs === "object" && runs ? textOf(runs) : (before[runs ?? line] ?? "never drawn"),
    );
    this.screens.set(id, drawn);
  }

  #take(message: PageMessage): void {
    this.messages.push(message);
    if (message.type === "pictures") for (const picture of message.pictures) this.#draw(picture);
    if (message.type === "house") this.panes.clear();
    if (message.type !== "house" && message.type !== "change") return;
    for (const pane of message.panes) this.panes.set(pane.id, pane);
    for (const id of message.type === "change" ? message.gone : []) this.panes.delete(id);
    this.windows = message.windows ?? this.windows;
  }
}

function textOf(runs: readonly PageRun[]): string {
  return runs.reduce((text, [column, part]) => text.padEnd(column) + part, "").trimEnd();
}
