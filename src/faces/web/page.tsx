import { createSignal, type JSX, Match, onCleanup, onMount, Show, Switch } from "solid-js";
import { Attention } from "./attention/attention.tsx";
import { house, link } from "./house/house.ts";
import { Launch } from "./launch/launch.tsx";
import { Overview } from "./overview/overview.tsx";
import { Palette } from "./palette/palette.tsx";
import { parseRoute } from "./route.ts";
import { Help } from "./shell/help.tsx";
import { onPageKey } from "./shell/keys.ts";
import { LinkNotice } from "./shell/link-notice.tsx";
import { LoggedOut } from "./shell/logged-out.tsx";
import { open, setOpen } from "./shell/open-dialog.ts";
import { Settings } from "./shell/settings.tsx";
import { TopBar } from "./shell/top-bar.tsx";

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
  onMount(() => {
    addEventListener("keydown", onPageKey);
    onCleanup(() => removeEventListener("keydown", onPageKey));
  });
  return (
    <>
      <TopBar />
      <LinkNotice />
      <Show when={house.isKnown} fallback={<Connecting />}>
        <Switch>
          <Match when={route().view === "overview"}>
            <Overview />
          </Match>
        </Switch>
      </Show>
      <Dialogs />
      <Attention route={route()} />
    </>
  );
}

function Dialogs(): JSX.Element {
  const close = () => setOpen(undefined);
  return (
    <Switch>
      <Match when={open() === "palette"}>
        <Palette onClose={close} />
      </Match>
      <Match when={open() === "launch"}>
        <Launch onClose={close} />
      </Match>
      <Match when={open() === "settings"}>
        <Settings onClose={close} />
      </Match>
      <Match when={open() === "help"}>
        <Help onClose={close} />
      </Match>
    </Switch>
  );
}

function Connecting() {
  return (
    <main class="connecting" aria-busy="true">
      Connecting…
    </main>
  );
}

/** The part of the page that the address names. Any link and the browser's own buttons change it. */
function createRoute() {
  const [route, setRoute] = createSignal(parseRoute(location.hash));
  const follow = () => setRoute(parseRoute(location.hash));
  addEventListener("hashchange", follow);
  onCleanup(() => removeEventListener("hashchange", follow));
  return route;
}
