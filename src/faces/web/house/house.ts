import { batch, createSignal } from "solid-js";
import { createStore, reconcile } from "solid-js/store";
import type { PageAccess, PageHello, PageMessage, PagePane, PageWindow } from "../../../protocol/page.ts";
import { acceptLink } from "../connection/credentials.ts";
import type { LinkState } from "../connection/link-state.ts";
import { PageLink } from "../connection/page-link.ts";
import { addressOf, parseRoute } from "../route.ts";
import { PictureBook } from "./picture-book.ts";

/**
 * Everything that the page knows about the daemon's panes, as signals. A change replaces only the members that differ, so
 * only what shows them is drawn again.
 */
interface HouseState {
  panes: Record<string, PagePane>;
  windows: readonly PageWindow[];
  /** False until the daemon has described the panes for the first time. */
  isKnown: boolean;
}

const [house, setHouse] = createStore<HouseState>({ panes: {}, windows: [], isKnown: false });
const [link, setLink] = createSignal<LinkState>({ kind: "connecting" });
const [hello, setHello] = createSignal<PageHello>();

const pageLink = new PageLink({ message: (message) => batch(() => take(message)), state: setLink });

export { hello, house, link };

/** Pictures change many times a second: they are outside of the store, and each canvas draws its own. */
export const pictures: PictureBook = new PictureBook(
  inOne(() => pageLink.send({ type: "watch", ids: pictures.watched })),
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

/** Whether what the page shows is what is there now. */
export function isCurrent(): boolean {
  return link().kind === "connected";
}

/** A person looks at this pane. */
export function markSeen(id: string): void {
  pageLink.send({ type: "seen", id });
}

/** The page shows these panes as full terminals. */
export function setViewing(ids: readonly string[]): void {
  pageLink.send({ type: "viewing", ids });
}

/** Logs in with the link in the address, if it has one, and connects. */
export async function enter(): Promise<void> {
  pageLink.open(await acceptLink());
}

function take(message: PageMessage): void {
  if (message.type === "hello") welcome(message);
  if (message.type === "house") furnish(message.panes, message.windows);
  if (message.type === "change") change(message);
  if (message.type === "pictures") pictures.apply(message.pictures);
}

/** A page of another build may read messages differently, so it is replaced. */
function welcome(message: PageHello): void {
  const known = hello();
  if (known && known.build !== message.build) location.reload();
  pictures.clear();
  setHello(message);
}

function furnish(panes: readonly PagePane[], windows: readonly PageWindow[]): void {
  setHouse("panes", reconcile(Object.fromEntries(panes.map((pane) => [pane.id, pane]))));
  setHouse("windows", reconcile([...windows], { key: null }));
  if (!house.isKnown) showOnlyPane(panes);
  setHouse("isKnown", true);
}

/** A share link to one pane opens that pane. */
function showOnlyPane([only, ...others]: readonly PagePane[]): void {
  if (access().kind !== "share" || !only || others.length > 0) return;
  if (parseRoute(location.hash).view === "overview")
    location.replace(addressOf({ view: "pane", id: only.id }));
}

function change({ panes, gone, windows }: Extract<PageMessage, { type: "change" }>): void {
  for (const pane of panes) setHouse("panes", pane.id, reconcile(pane));
  for (const id of gone) {
    // A store deletes a key that is set to undefined.
    setHouse("panes", id, undefined as never);
    pictures.forget(id);
  }
  if (windows) setHouse("windows", reconcile([...windows], { key: null }));
}
