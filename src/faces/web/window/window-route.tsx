import { createMemo, Show } from "solid-js";
import type { PagePane, PageWindow } from "../../../protocol/page.ts";
import { splitPlace } from "../connection/host-address.ts";
import { access, house, isCurrent } from "../house/house.ts";
import { addressOf, type Route } from "../route.ts";
import { WindowView } from "./window-view.tsx";

/** The window that the address names, directly or by one of its panes. */
export default function WindowRoute(props: {
  route: Extract<Route, { view: "window" | "pane" }>;
  /** A person has opened it, in this page. */
  isOpened: boolean;
}) {
  const pane = createMemo(() => (props.route.view === "pane" ? house.panes[props.route.id] : undefined));
  const place = () => (props.route.view === "pane" ? props.route.id : props.route.socket);
  const socket = () => (props.route.view === "window" ? props.route.socket : pane()?.socket);
  const windowId = () => (props.route.view === "window" ? props.route.windowId : pane()?.window_id);
  const window = createMemo(
    () =>
      house.windows.find((window) => window.socket === socket() && window.window_id === windowId()) ??
      frameOf(pane()),
  );
  // A pane can move to another window: the view is of the window, and a new window has a new view.
  const key = createMemo(() => (window() ? `${socket()} ${windowId()}` : undefined));
  return (
    <Show when={key()} keyed fallback={<Closed place={place()} />}>
      {(_key) => (
        <Show when={window()}>
          {(shown) => <WindowView window={shown()} pane={pane()?.id} isOpened={props.isOpened} />}
        </Show>
      )}
    </Show>
  );
}

/** A share link to one pane shows nothing of its window: the pane has a window for itself. */
function frameOf(pane: PagePane | undefined): PageWindow | undefined {
  if (!pane || access().kind === "owner") return undefined;
  const { socket, session, window_id, window_index, name, cols, rows, id, pane_id } = pane;
  return {
    ...{ socket, session, window_id, name, cols, rows },
    session_id: "",
    index: window_index,
    current: true,
    zoomed: false,
    layout: `0000,${cols}x${rows},0,0,${pane_id.slice(1)}`,
    panes: [id],
    attached: 0,
  };
}

/** A host that has not described its panes may have the window. */
function Closed(props: { place: string }) {
  const awaited = () => {
    const { host } = splitPlace(props.place);
    return host !== undefined && !isCurrent(host) ? host : undefined;
  };
  return (
    <main class="closed" aria-label="Closed">
      <p>{awaited() ? `Waiting for host ${awaited()}…` : "This window is closed."}</p>
      <a class="button" href={addressOf({ view: "overview" })}>
        Overview
      </a>
    </main>
  );
}
