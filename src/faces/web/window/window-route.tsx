import { createMemo, Show } from "solid-js";
import { house } from "../house/house.ts";
import { addressOf, type Route } from "../route.ts";
import { WindowView } from "./window-view.tsx";

/** The window that the address names, directly or by one of its panes. */
export default function WindowRoute(props: { route: Extract<Route, { view: "window" | "pane" }> }) {
  const pane = createMemo(() => (props.route.view === "pane" ? house.panes[props.route.id] : undefined));
  const socket = () => (props.route.view === "window" ? props.route.socket : pane()?.socket);
  const windowId = () => (props.route.view === "window" ? props.route.windowId : pane()?.window_id);
  const window = createMemo(() =>
    house.windows.find((window) => window.socket === socket() && window.window_id === windowId()),
  );
  // A pane can move to another window: the view is of the window, and a new window has a new view.
  const key = createMemo(() => (window() ? `${socket()} ${windowId()}` : undefined));
  return (
    <Show when={key()} keyed fallback={<Closed />}>
      {(_key) => <Show when={window()}>{(shown) => <WindowView window={shown()} pane={pane()?.id} />}</Show>}
    </Show>
  );
}

function Closed() {
  return (
    <main class="closed" aria-label="Closed">
      <p>This window is closed.</p>
      <a class="button" href={addressOf({ view: "overview" })}>
        Overview
      </a>
    </main>
  );
}
