import type { PageHost, PageMessage, PagePane, PageRequest, PageWindow } from "../../../protocol/page.ts";
import { joinPlace, splitPlace } from "../connection/host-address.ts";
import { HostPageLink } from "../connection/host-link.ts";

export interface HostPagesHandlers {
  /** A message of a host, with the names that its panes have on this page. */
  message(host: string, message: PageMessage): void;
  lost(host: string, reason: string): void;
  /** The host was removed. */
  gone(host: string): void;
}

/** A browser opens some 250 sockets to one address; terminals need a few of them. */
export const MAX_HOSTS = 200;

/** The page's sockets to other machines, one for each host that the daemon names. */
export class HostPages {
  readonly #handlers: HostPagesHandlers;
  readonly #links = new Map<string, HostPageLink>();
  /** The newest lists of panes, for a host that comes later. */
  readonly #shown = { watch: [] as readonly string[], viewing: [] as readonly string[] };

  constructor(handlers: HostPagesHandlers) {
    this.#handlers = handlers;
  }

  update(hosts: readonly PageHost[]): void {
    const names = new Set(hosts.slice(0, MAX_HOSTS).map(({ name }) => name));
    for (const [name, link] of [...this.#links]) {
      if (names.has(name)) continue;
      this.#links.delete(name);
      link.close();
      this.#handlers.gone(name);
    }
    for (const name of names) if (!this.#links.has(name)) this.#open(name);
  }

  /** Sends to each host the part of the list that is on it. Returns the rest: panes of this machine. */
  show(type: "watch" | "viewing", ids: readonly string[]): string[] {
    this.#shown[type] = ids;
    for (const [name, link] of this.#links) link.send({ type, ids: idsOn(name, ids) });
    return idsOn(undefined, ids);
  }

  send(host: string, request: PageRequest): void {
    this.#links.get(host)?.send(request);
  }

  #open(name: string): void {
    const link = new HostPageLink(name, {
      message: (message) => this.#handlers.message(name, named(name, message)),
      lost: (reason) => this.#handlers.lost(name, reason),
    });
    this.#links.set(name, link);
    for (const type of ["watch", "viewing"] as const)
      link.send({ type, ids: idsOn(name, this.#shown[type]) });
  }
}

function idsOn(wanted: string | undefined, ids: readonly string[]): string[] {
  return ids.map(splitPlace).flatMap(({ host, there }) => (host === wanted ? [there] : []));
}

/** The same message with `HOST/` before everything that names something of the host. */
export function named(host: string, message: PageMessage): PageMessage {
  if (message.type === "pictures")
    return {
      ...message,
      pictures: message.pictures.map((each) => ({ ...each, id: joinPlace(host, each.id) })),
    };
  if (message.type !== "house" && message.type !== "change") return message;
  const panes = message.panes.map((pane) => namedPane(host, pane));
  const windows = message.windows?.map((window) => namedWindow(host, window));
  if (message.type === "house") return { type: "house", panes, windows: windows ?? [] };
  const gone = message.gone.map((id) => joinPlace(host, id));
  return { type: "change", panes, gone, ...(windows && { windows }) };
}

function namedPane(host: string, pane: PagePane): PagePane {
  return {
    ...pane,
    ...namedPlace(host, pane),
    host,
    id: joinPlace(host, pane.id),
    name: `${host}/${pane.name}`,
  };
}

function namedWindow(host: string, window: PageWindow): PageWindow {
  return { ...window, ...namedPlace(host, window), panes: window.panes.map((id) => joinPlace(host, id)) };
}

function namedPlace(
  host: string,
  { socket, session }: { readonly socket: string; readonly session: string },
) {
  return { socket: joinPlace(host, socket), session: `${host}/${session}` };
}
