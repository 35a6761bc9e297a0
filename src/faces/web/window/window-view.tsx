import { createComputed, createEffect, createSignal, For, on, onCleanup, Show } from "solid-js";
import type { PagePane, PageWindow } from "../../../protocol/page.ts";
import { access, mayWrite, setViewing } from "../house/house.ts";
import { KeyRow } from "../keys/key-row.tsx";
import { isDialogOpen } from "../parts/dialog.tsx";
import type { TerminalHandle } from "../terminal/pane-terminal.tsx";
import * as actions from "./actions.ts";
import { Borders } from "./borders.tsx";
import { bordersOf } from "./layout.ts";
import { PaneFrame, PaneTabs } from "./pane-frame.tsx";
import { paneMenu } from "./pane-menu.ts";
import { createPanesOnView } from "./panes-on-view.ts";
import { PrefixKeys } from "./prefix-keys.ts";
import { hasTmuxKeys } from "./settings.ts";
import { broadcastSentence, createTyping } from "./typing.ts";
import { WindowBar } from "./window-bar.tsx";
import "./window.css";

interface WindowViewProps {
  readonly window: PageWindow;
  /** The pane that the address names. */
  readonly pane: string | undefined;
  /** A person has opened it, and it gets the keys. */
  readonly isOpened: boolean;
}

/** A window as its session shows it: every pane in its place, as terminals that take keys. */
export function WindowView(props: WindowViewProps) {
  const view = createWindowView(props);
  const { typing } = view;
  return (
    <main class="window" aria-label={`Window ${props.window.name}`}>
      <WindowBar
        window={props.window}
        isOwner={view.isOwner}
        isWide={view.isWide()}
        isChoosing={typing.isChoosing()}
        pane={view.active()}
        onChoosing={typing.setChoosing}
        onFit={view.fit}
        onChosen={view.focusActive}
        onDo={view.attempt}
      />
      <Show when={typing.isChoosing()}>
        <BroadcastBanner
          chosen={typing.chosenPanes().length}
          onView={typing.chosenPanes().filter(({ pane_id }) => view.shown().includes(pane_id)).length}
          onStop={() => {
            typing.setChoosing(false);
            view.focusActive();
          }}
        />
      </Show>
      <Show when={view.notice()}>
        <p class="strip" role="status">
          <span>{view.notice()}</span>
          <button
            type="button"
            onClick={() => {
              view.setNotice(undefined);
              view.focusActive();
            }}
          >
            Dismiss
          </button>
        </p>
      </Show>
      <Show when={!view.isWide() && view.panes().length > 1}>
        <PaneTabs panes={view.panes()} shown={view.active()?.id} onShow={view.show} />
      </Show>
      <Panes view={view} window={props.window} />
      <Show when={view.hasKeyRow() && mayWrite()}>
        <KeyRow
          held={typing.held()}
          isApplicationCursor={() =>
            view.activeHandle()?.screen.terminal.modes.applicationCursorKeysMode ?? false
          }
          onHold={typing.setHeld}
          onType={(data) => typing.type(view.active(), data)}
          onPaste={(text) => view.activeHandle()?.paste(text)}
          onNotice={view.setNotice}
        />
      </Show>
    </main>
  );
}

type View = ReturnType<typeof createWindowView>;

function Panes(props: { view: View; window: PageWindow }) {
  const { view } = props;
  return (
    <div
      class="panes"
      ref={view.setPlace}
      classList={{ prefixed: view.keys.isArmed }}
      data-prefix={hasTmuxKeys() ? view.keys.prefixOf(props.window.socket) : undefined}
    >
      <For each={view.shown()}>
        {(paneId) => (
          <Show when={view.paneOf(paneId)}>
            {(pane) => <PaneOnView view={view} window={props.window} pane={pane} />}
          </Show>
        )}
      </For>
      <Show when={view.isOwner && view.shown().length > 1 && view.layout()}>
        {(root) => (
          <Borders
            borders={bordersOf(root())}
            cols={root().cols}
            rows={root().rows}
            onMove={({ before, after }, move) =>
              view.attempt(actions.moveBorder(view.paneOf(before), view.paneOf(after), move))
            }
          />
        )}
      </Show>
    </div>
  );
}

function PaneOnView(props: { view: View; window: PageWindow; pane: () => PagePane }) {
  const { view, pane } = props;
  const handlers = view.frame(pane);
  const { typing } = view;
  return (
    <PaneFrame
      {...handlers}
      pane={pane()}
      fontPx={view.font()}
      style={view.box(pane().pane_id)}
      isActive={view.shown().length > 1 && pane().id === view.active()?.id}
      isZoomed={props.window.zoomed}
      isNarrow={!view.isWide()}
      isChosen={typing.isChoosing() && typing.chosen().has(pane().id)}
      isChoosing={typing.isChoosing()}
      readOnly={!mayWrite()}
      isOwner={view.isOwner}
      menu={paneMenu(pane(), view.layout(), view.attempt)}
    />
  );
}

function BroadcastBanner(props: { chosen: number; onView: number; onStop(): void }) {
  return (
    <p class="broadcast" role="status">
      <strong>{broadcastSentence(props.chosen, props.onView)}</strong>
      <button type="button" onClick={() => props.onStop()}>
        Stop
      </button>
    </p>
  );
}

/** The pane that a person has opened. It counts until another one becomes the window's active pane. */
function createNamed(props: WindowViewProps, active: () => PagePane | undefined): () => string | undefined {
  let named: string | undefined;
  createComputed(() => {
    named = props.isOpened ? props.pane : undefined;
  });
  createComputed(
    on(
      () => active()?.id,
      () => {
        named = undefined;
      },
      { defer: true },
    ),
  );
  return () => named;
}

/** Signals and actions of one window's view. */
function createWindowView(props: WindowViewProps) {
  const [notice, setNotice] = createSignal<string>();
  const isOwner = access().kind === "owner";
  const onView = createPanesOnView(props);
  const { active, shown, paneOf } = onView;
  const typing = createTyping(onView.panes, setNotice);
  const { handles } = typing;
  const keys = new PrefixKeys({
    find: (pane) => handles.get(pane.id)?.find(),
    overview: () => {
      location.hash = "#/";
    },
    notice: setNotice,
  });
  createEffect(() => {
    if (hasTmuxKeys() && isOwner) void keys.prepare(props.window.socket).catch(() => {});
  });
  const named = createNamed(props, active);
  createEffect(
    on(
      () => props.pane,
      (id) => {
        if (id !== undefined && props.isOpened) open(id);
      },
    ),
  );
  createEffect(() => setViewing(shown().flatMap((paneId) => paneOf(paneId)?.id ?? [])));
  onCleanup(() => setViewing([]));
  const attempt = async (work: Promise<unknown>): Promise<void> => {
    await work.catch((error: Error) => setNotice(error.message));
  };

  /** On a phone the focus would open the keyboard over half of the screen. */
  function focus(handle: TerminalHandle | undefined): void {
    if (onView.isWide() && !isDialogOpen()) handle?.focus();
  }

  function setHandle(id: string, handle: TerminalHandle | undefined): void {
    if (!handle) handles.delete(id);
    else handles.set(id, handle);
    if (id === (named() ?? active()?.id)) focus(handle);
  }

  /** Shows a pane and gives it the keys. One that a zoom hides is selected for everyone, which ends the zoom. */
  function open(id: string): void {
    onView.setTab(id);
    const pane = onView.panes().find((each) => each.id === id);
    const isHidden = pane && !shown().includes(pane.pane_id);
    if (isHidden && isOwner) attempt(actions.select(pane));
    else focus(handles.get(id));
  }

  const frame = (pane: () => PagePane, id = pane().id) => ({
    // The terminal ends after its pane may be gone.
    onReady: (handle: TerminalHandle | undefined) => setHandle(id, handle),
    onInput: (data: string) => typing.type(pane(), data),
    onKey: (event: KeyboardEvent) => hasTmuxKeys() && isOwner && keys.take(event, pane()),
    onFocus: () => {
      if (isOwner && !pane().active) attempt(actions.select(pane()));
    },
    onChoose: (isChosen: boolean) => typing.choose(pane().id, isChosen),
    onZoom: () => attempt(actions.zoom(pane())),
    onRestart: () => attempt(actions.restart(pane())),
  });

  return {
    ...onView,
    isOwner,
    typing,
    keys,
    notice,
    setNotice,
    attempt,
    frame,
    hasKeyRow: () => !onView.isWide() || matchMedia("(pointer: coarse)").matches,
    activeHandle: () => handles.get(active()?.id ?? ""),
    focusActive: () => focus(handles.get(active()?.id ?? "")),
    show(id: string) {
      onView.setTab(id);
      queueMicrotask(() => handles.get(id)?.focus());
    },
    fit() {
      const cells = onView.cellsOnPage();
      if (cells) attempt(actions.fit(props.window, cells.cols, cells.rows));
    },
  };
}
