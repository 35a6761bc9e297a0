import { batch, createSignal, type JSX, Match, onCleanup, Show, Suspense, Switch } from "solid-js";
import { AnswerSheet } from "./answer/answer-sheet.tsx";
import { Attention } from "./attention/attention.tsx";
import { house, link } from "./house/house.ts";
import { lazyPart } from "./house/lazy-part.ts";
import { Launch } from "./launch/launch.tsx";
import { answering, setAnswering } from "./overview/choice.ts";
import { Overview } from "./overview/overview.tsx";
import { Palette } from "./palette/palette.tsx";
import { parseRoute, type Route } from "./route.ts";
import { Help } from "./shell/help.tsx";
import { HostNotices } from "./shell/host-notices.tsx";
import { onPageKey } from "./shell/keys.ts";
import { LinkNotice } from "./shell/link-notice.tsx";
import { LoggedOut } from "./shell/logged-out.tsx";
import { open, setOpen } from "./shell/open-dialog.ts";
import { Settings } from "./shell/settings.tsx";
import { TopBar } from "./shell/top-bar.tsx";

/** Terminals are most of the page's size: they load when the first is opened. */
const WindowRoute = lazyPart(() => import("./window/window-route.tsx"));
const Share = lazyPart(() => import("./share/share.tsx"));
const PastRoute = lazyPart(() => import("./past/past-route.tsx"));

type WindowPlace = Extract<Route, { view: "window" | "pane" }>;

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
  const { route, isOpened } = createRoute();
  const place = (): WindowPlace | undefined => {
    const shown = route();
    return shown.view === "window" || shown.view === "pane" ? shown : undefined;
  };
  const past = () => {
    const shown = route();
    return shown.view === "past" ? shown.id : undefined;
  };
  addEventListener("keydown", onPageKey);
  onCleanup(() => removeEventListener("keydown", onPageKey));
  return (
    <>
      <TopBar />
      <LinkNotice />
      <HostNotices />
      <Show when={house.isKnown} fallback={<Connecting />}>
        <Switch>
          <Match when={route().view === "overview"}>
            <Overview />
          </Match>
          <Match when={place()}>
            {(shown) => (
              <Suspense fallback={<Connecting />}>
                <WindowRoute route={shown()} isOpened={isOpened()} />
              </Suspense>
            )}
          </Match>
          <Match when={past()}>
            {(id) => (
              <Suspense fallback={<Connecting />}>
                <PastRoute id={id()} />
              </Suspense>
            )}
          </Match>
        </Switch>
      </Show>
      <Dialogs />
      <Attention />
    </>
  );
}

function Dialogs(): JSX.Element {
  const close = () => setOpen(undefined);
  /** A pane that is gone has no question any more. */
  const asked = () => {
    const id = answering();
    return id !== undefined && house.panes[id] ? id : undefined;
  };
  return (
    <Switch>
      <Match when={asked()}>
        {(id) => <AnswerSheet id={id()} onClose={() => setAnswering(undefined)} />}
      </Match>
      <Match when={open() === "palette"}>
        <Palette onClose={close} />
      </Match>
      <Match when={open() === "launch"}>
        <Launch onClose={close} />
      </Match>
      <Match when={open() === "settings"}>
        <Settings onClose={close} />
      </Match>
      <Match when={open() === "share"}>
        <Suspense>
          <Share onClose={close} />
        </Suspense>
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
  // A page that loads, perhaps by itself for a new daemon, shows what it showed before: no person has asked for that now.
  const [isOpened, setOpened] = createSignal(false);
  const follow = () =>
    batch(() => {
      setOpened(true);
      setRoute(parseRoute(location.hash));
    });
  addEventListener("hashchange", follow);
  onCleanup(() => removeEventListener("hashchange", follow));
  return { route, isOpened };
}
