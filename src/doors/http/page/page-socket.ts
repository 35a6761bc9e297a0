import { hostname } from "node:os";
import type { WebSocket } from "ws";
import { z } from "zod";
import { placeOf } from "../../../panes/describe-pane.ts";
import type { PageHello, PageRequest, PageViewer } from "../../../protocol/page.ts";
import { type Admission, shownLinks } from "../admission.ts";
import type { HttpHost } from "../host.ts";
import { feedHosts } from "../hosts/hosts-feed.ts";
import { COMPRESSED, InFlight, keepAlive, onMessage, POLICY } from "../reader-socket.ts";
import type { HttpTerminal } from "../terminals/terminals.ts";
import type { HouseNews, HouseWatch, ListedPane } from "./house-watch.ts";
import { pageWindows } from "./page-windows.ts";
import { type PageWriter, PictureFeed } from "./picture-feed.ts";
import type { Pictures } from "./pictures.ts";

/**
 * Characters on their way to a page, beyond which it receives nothing more: what changes meanwhile is sent once, as it is
 * then. At 50 KB a second the page is half a second behind.
 */
const MAX_IN_FLIGHT = 24 * 1024;
const PONG = JSON.stringify({ type: "pong" });
/** Panes that one page may name in a request. */
const MAX_IDS = 2_000;

const ids = z.array(z.uuid()).max(MAX_IDS);
const pageRequest = z.discriminatedUnion("type", [
  z.object({ type: z.literal("watch"), ids }),
  z.object({ type: z.literal("seen"), id: z.uuid() }),
  z.object({ type: z.literal("viewing"), ids }),
  z.object({ type: z.literal("ping") }),
]) satisfies z.ZodType<PageRequest>;

export interface PageOptions {
  readonly host: HttpHost;
  readonly house: HouseWatch;
  readonly pictures: Pictures;
  readonly admission: Admission;
  readonly viewer: PageViewer;
  /** Of the page that this daemon serves. */
  readonly build: string;
}

/** The socket of one open page: what `src/protocol/page.ts` defines. */
export function servePage(socket: WebSocket, options: PageOptions): void {
  const page = new PageSocket(socket, options);
  const stopPings = keepAlive(socket);
  const ignoreEnd = options.admission.onEnd((reason) => page.end(reason));
  const { host, admission } = options;
  const stopHosts = admission.guest ? () => {} : feedHosts(host.machines, (text) => page.send(text));
  onMessage(socket, pageRequest, (request) => page.take(request));
  socket.on("error", () => {});
  socket.on("close", () => {
    stopPings();
    ignoreEnd();
    stopHosts();
    page.close();
  });
}

class PageSocket implements PageWriter {
  readonly #socket: WebSocket;
  readonly #options: PageOptions;
  readonly #leave: () => void;
  readonly #feed: PictureFeed;
  /** Ids of the panes that the page knows. */
  readonly #known = new Set<string>();
  #viewing: readonly string[] = [];
  #windows = "";
  readonly #inFlight: InFlight;
  /** What the page has not been sent, because it has not received what was sent before. */
  readonly #missed = { panes: new Set<string>(), gone: new Set<string>(), windows: false };

  constructor(socket: WebSocket, options: PageOptions) {
    this.#socket = socket;
    this.#options = options;
    this.#inFlight = new InFlight(socket, () => this.#drained());
    const { host, admission, build, viewer } = options;
    this.#feed = new PictureFeed(this, options.pictures, admission);
    const hello: PageHello = {
      type: "hello",
      version: host.version,
      build,
      host: hostname(),
      access: admission.access,
      self: viewer.id,
    };
    this.#leave = options.house.join((news) => this.#pass(news));
    this.send(JSON.stringify(hello));
    this.#sendHouse();
  }

  /** Returns what is wrong with the request, if anything. */
  take(request: PageRequest): undefined {
    if (request.type === "seen") this.#see(request.id);
    else if (request.type === "ping") this.send(PONG);
    else if (request.type === "watch") this.#feed.show(this.#terminals(request.ids));
    else this.#view(this.#terminals(request.ids).map(({ id }) => id));
  }

  get isOpen(): boolean {
    return this.#socket.readyState === this.#socket.OPEN;
  }

  get room(): number {
    return MAX_IN_FLIGHT - this.#inFlight.bytes;
  }

  send(text: string): void {
    if (this.isOpen) this.#inFlight.send(text);
  }

  end(reason: string): void {
    this.#socket.send(JSON.stringify({ type: "ended", reason }));
    this.#socket.close(POLICY, reason);
  }

  close(): void {
    this.#feed.close();
    this.#view([]);
    this.#leave();
  }

  #drained(): void {
    if (!this.isOpen || this.room <= 0) return;
    this.#sendMissed();
    this.#feed.drained();
  }

  #view(ids: readonly string[]): void {
    this.#options.house.view(this.#options.viewer, ids, this.#viewing);
    this.#viewing = ids;
  }

  /** Those of the panes that the page knows, each once. */
  #terminals(ids: readonly string[]): HttpTerminal[] {
    const { house } = this.#options;
    return [...new Set(ids)].flatMap((id) => (this.#known.has(id) && house.find(id)?.terminal) || []);
  }

  /** A read-only link shows a pane to a guest, not to the person whose pane it is. */
  #see(id: string): void {
    const listed = this.#options.admission.mayWrite ? this.#options.house.find(id) : undefined;
    if (listed && this.#covers(listed)) listed.terminal.server.mux.paneSeen(listed.terminal.pane);
  }

  #covers({ terminal }: ListedPane): boolean {
    return this.#options.admission.covers(terminal);
  }

  /** Of each pane, only the newest description counts. */
  #pass({ panes, gone, windows }: HouseNews): void {
    const missed = this.#missed;
    for (const { terminal } of panes) missed.panes.add(terminal.id);
    for (const id of gone) missed.gone.add(id);
    missed.windows ||= windows;
    if (this.room > 0) this.#sendMissed();
  }

  #sendMissed(): void {
    const { panes, gone, windows } = this.#missed;
    const { house } = this.#options;
    const news = { panes: this.#takeMissed(panes), gone: [...gone].filter((id) => !house.find(id)), windows };
    gone.clear();
    this.#missed.windows = false;
    this.#sendChange(news);
  }

  /** As many as there is room for. Half of it is for pictures, if the page waits for some. */
  #takeMissed(ids: Set<string>): ListedPane[] {
    let room = this.#feed.isWaiting ? this.room / 2 : this.room;
    const taken: ListedPane[] = [];
    for (const id of ids) {
      if (room <= 0) break;
      ids.delete(id);
      const pane = this.#options.house.find(id);
      if (!pane) continue;
      taken.push(pane);
      room -= pane.text.length;
    }
    return taken;
  }

  #sendChange({ panes, gone, windows }: HouseNews): void {
    const shown = panes.filter((pane) => this.#covers(pane));
    const hidden = panes.filter((pane) => !this.#covers(pane)).map(({ terminal }) => terminal.id);
    for (const { terminal } of shown) this.#known.add(terminal.id);
    const left = [...gone, ...hidden].filter((id) => this.#known.delete(id));
    for (const id of left) this.#feed.hide(id);
    const listed = windows && this.#takeWindows() ? `,"windows":${this.#windows}` : "";
    if (shown.length === 0 && left.length === 0 && listed === "") return;
    this.send(`{"type":"change","panes":[${this.#texts(shown)}],"gone":${JSON.stringify(left)}${listed}}`);
  }

  #sendHouse(): void {
    const panes = [...this.#options.house.panes].filter((pane) => this.#covers(pane));
    for (const { terminal } of panes) this.#known.add(terminal.id);
    this.#takeWindows();
    const house = `{"type":"house","panes":[${this.#texts(panes)}],"windows":${this.#windows}}`;
    this.#inFlight.send(house, COMPRESSED);
  }

  /** Returns whether the windows differ from those that the page has. */
  #takeWindows(): boolean {
    const { host, admission } = this.#options;
    const before = this.#windows;
    this.#windows = JSON.stringify(pageWindows(host.servers(), admission));
    return this.#windows !== before;
  }

  /** As JSON. Pages of the owner share one text; a share link knows fewer places of a pane. */
  #texts(panes: readonly ListedPane[]): string {
    const { admission } = this.#options;
    const text = ({ terminal, described, text }: ListedPane) =>
      admission.guest
        ? JSON.stringify({ ...described, ...placeOf(terminal.pane, shownLinks(terminal, admission)) })
        : text;
    return panes.map(text).join(",");
  }
}
