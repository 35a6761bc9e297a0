import { batch, createSignal } from "solid-js";
import { createStore, reconcile, unwrap } from "solid-js/store";
import type {
  PageAccess,
  PageHello,
  PageHost,
  PageMessage,
  PagePane,
  PageWindow,
} from "../../../protocol/page.ts";
import { acceptLink } from "../connection/credentials.ts";
import { splitPlace } from "../connection/host-address.ts";
import type { LinkState } from "../connection/link-state.ts";
import { PageLink } from "../connection/page-link.ts";
import { addressOf, parseRoute } from "../route.ts";
import { HostPages } from "./host-pages.ts";
import { PictureBook } from "./picture-book.ts";

/**
 * Everything that the page knows about the panes of the daemon and of its hosts, as signals. A change replaces only the
 * members that differ, so only what shows them is drawn again.
 */
interface HouseState {
  panes: Record<string, PagePane>;
  windows: readonly PageWindow[];
  /** False until the daemon has described the panes for the first time. */
  isKnown: boolean;
  hosts: readonly PageHost[];
  /** This page's id among the viewers of a host's panes, by host; present while the host describes its panes. */
  selves: Record<string, string>;
  /** Why a host that can be reached does not describe its panes, by host. */
  troubles: Record<string, string>;
}

/** A store deletes a key that is set to undefined. */
const ABSENT = undefined as never;

/** Where a message comes from: undefined is the daemon of this page. */
type Origin = string | undefined;

const [house, setHouse] = createStore<HouseState>({
  panes: {},
  windows: [],
  isKnown: false,
  hosts: [],
  selves: {},
  troubles: {},
});
/** This page's id at each host that has said hello, until it describes its panes. */
const greeted = new Map<string, string>();
const [link, setLink] = createSignal<LinkState>({ kind: "connecting" });
const [hello, setHello] = createSignal<PageHello>();
const [viewing, showViewing] = createSignal<readonly string[]>([]);

const hostPages: HostPages = new HostPages({
  message: (host, message) => batch(() => take(host, message)),
  lost: (host, reason) => batch(() => lose(host, reason)),
  gone: (host) => batch(() => furnish(host, [], [])),
});
const pageLink = new PageLink({
  message: (message) => batch(() => take(undefined, message)),
  state(state) {
    setLink(state);
    if (state.kind === "logged-out") hostPages.update([]);
  },
});

export { hello, house, link, viewing };

/** Pictures change many times a second: they are outside of the store, and each canvas draws its own. */
export const pictures: PictureBook = new PictureBook(
  inOne(() => pageLink.send({ type: "watch", ids: hostPages.show("watch", pictures.watched) })),
);

/** Many calls at once are one: a scroll brings several panes into view. */
function inOne(run: () => void): () => void {
  let isDue = false;
  return () => {
    if (isDue) return;
    isDue = true;
    queueMicrotask(() => {
      isDue = false;
      run();
    });
  };
}

const OWNER: PageAccess = { kind: "owner" };

/** What this page may see and do. */
export function access(): PageAccess {
  return hello()?.access ?? OWNER;
}

export function mayWrite(): boolean {
  const granted = access();
  return granted.kind === "owner" || granted.write;
}

/** Whether what the page shows, of this machine or of a host, is what is there now. */
export function isCurrent(host?: string): boolean {
  if (link().kind !== "connected") return false;
  return host === undefined || (house.selves[host] !== undefined && hostNamed(host)?.state === "connected");
}

export function hostNamed(host: string): PageHost | undefined {
  return house.hosts.find(({ name }) => name === host);
}

/** This page's id among the viewers of panes there. */
export function selfAt(host: Origin): string | undefined {
  return host === undefined ? hello()?.self : house.selves[host];
}

/** A person looks at this pane. */
export function markSeen(id: string): void {
  const { host, there } = splitPlace(id);
  if (host === undefined) pageLink.send({ type: "seen", id });
  else hostPages.send(host, { type: "seen", id: there });
}

/** The page shows these panes as full terminals. */
export function setViewing(ids: readonly string[]): void {
  showViewing(ids);
  pageLink.send({ type: "viewing", ids: hostPages.show("viewing", ids) });
}

/** Logs in with the link in the address, if it has one, and connects. */
export async function enter(): Promise<void> {
  pageLink.open(await acceptLink());
}

function take(from: Origin, message: PageMessage): void {
  if (message.type === "hello") welcome(from, message);
  if (message.type === "house") {
    furnish(from, message.panes, message.windows);
    if (from !== undefined) settle(from);
  }
  if (message.type === "change") change(from, message);
  if (message.type === "pictures") pictures.apply(message.pictures);
  if (message.type === "hosts" && from === undefined) setHosts(message.hosts);
}

/** The host describes its panes. */
function settle(host: string): void {
  setHouse("selves", host, greeted.get(host) ?? "");
  setHouse("troubles", host, ABSENT);
}

function setHosts(hosts: readonly PageHost[]): void {
  setHouse("hosts", reconcile([...hosts], { key: "name" }));
  hostPages.update(hosts);
}

/** A page of another build than that of its daemon may read messages differently, so it is replaced. */
function welcome(from: Origin, message: PageHello): void {
  pictures.clear((id) => splitPlace(id).host === from);
  if (from !== undefined) greeted.set(from, message.self);
  else {
    const known = hello();
    if (known && known.build !== message.build) location.reload();
    setHello(message);
  }
}

/** What the page knows of the host stays, and is from before. */
function lose(host: string, reason: string): void {
  setHouse("selves", host, ABSENT);
  if (reason) setHouse("troubles", host, reason);
}

function furnish(from: Origin, panes: readonly PagePane[], windows: readonly PageWindow[]): void {
  const others = Object.values(unwrap(house.panes)).filter(({ host }) => host !== from);
  setHouse("panes", reconcile(Object.fromEntries([...others, ...panes].map((pane) => [pane.id, pane]))));
  setWindows(from, windows);
  if (from !== undefined) return;
  if (!house.isKnown) showOnlyPane(panes);
  setHouse("isKnown", true);
}

function setWindows(from: Origin, windows: readonly PageWindow[]): void {
  const others = unwrap(house.windows).filter(({ socket }) => splitPlace(socket).host !== from);
  // Copies: the store writes each window into the object that it has at the same index.
  setHouse("windows", reconcile(structuredClone([...others, ...windows]), { key: null }));
}

/** A share link to one pane opens that pane. */
function showOnlyPane([only, ...others]: readonly PagePane[]): void {
  if (access().kind !== "share" || !only || others.length > 0) return;
  if (parseRoute(location.hash).view === "overview")
    location.replace(addressOf({ view: "pane", id: only.id }));
}

function change(from: Origin, { panes, gone, windows }: Extract<PageMessage, { type: "change" }>): void {
  for (const pane of panes) setHouse("panes", pane.id, reconcile(pane));
  for (const id of gone) {
    setHouse("panes", id, ABSENT);
    pictures.forget(id);
  }
  if (windows) setWindows(from, windows);
}
