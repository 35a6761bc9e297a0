import { createEffect, createSignal, Match, onCleanup, Show, Switch } from "solid-js";
import { house, link } from "./house/house.ts";
import { Overview } from "./overview/overview.tsx";
import { parseRoute } from "./route.ts";
import { LinkNotice } from "./shell/link-notice.tsx";
import { LoggedOut } from "./shell/logged-out.tsx";
import { TopBar } from "./shell/top-bar.tsx";

/** The part of the page that the address names. Any link and the browser's own buttons change it. */
function createRoute() {
  const [route, setRoute] = createSignal(parseRoute(location.hash));
  const follow = () => setRoute(parseRoute(location.hash));
  addEventListener("hashchange", follow);
  onCleanup(() => removeEventListener("hashchange", follow));
  return route;
}

/** The whole page. */
export function Page() {
  const loggedOut = () => {
    const state = link();
    return state.kind === "logged-out" ? state : undefined;
  };
  return (
    <Show when={loggedOut()} fallback={<Rooms />}>
      {(state) => <LoggedOut reason={state().reason} />}
    </Show>
  );
}

function Rooms() {
  const route = createRoute();
  createEffect(() => {
    if (route().view === "overview") document.documentElement.scrollTop = 0;
  });
  return (
    <>
      <TopBar />
      <LinkNotice />
      <Show when={house.isKnown} fallback={<main class="quiet">Connecting…</main>}>
        <Switch>
          <Match when={route().view === "overview"}>
            <Overview />
          </Match>
        </Switch>
      </Show>
    </>
  );
}
