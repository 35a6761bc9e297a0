import { createEffect, createMemo, createSignal, For, onCleanup, Show } from "solid-js";
import type { PagePane, PageWindow } from "../../../protocol/page.ts";
import { access, house, mayWrite, setViewing } from "../house/house.ts";
import { withHeld } from "../keys/held.ts";
import { KeyRow } from "../keys/key-row.tsx";
import { fontFor } from "../terminal/font.ts";
import type { TerminalHandle } from "../terminal/pane-terminal.tsx";
import * as actions from "./actions.ts";
import { Borders } from "./borders.tsx";
import { createSizeOf, createWide } from "./element-size.ts";
import { bordersOf, type LayoutCell, leavesOf, neighbourOf, readLayout } from "./layout.ts";
import type { MenuItem } from "./menu.tsx";
import { boxOf, cellsIn, roomOf } from "./pane-box.ts";
import { PaneFrame, PaneTabs } from "./pane-frame.tsx";
import { PrefixKeys } from "./prefix-keys.ts";
import { fontPx, hasTmuxKeys } from "./settings.ts";
import { WindowBar } from "./window-bar.tsx";
import "./window.css";

/** A window as its session shows it: every pane in its place, as terminals that take keys. */
export function WindowView(props: { window: PageWindow; pane?: string | undefined }) {
  const view = createWindowView(props);
  return (
    <main class="window" aria-label={`Window ${props.window.name}`}>
      <WindowBar
        window={props.window}
        isOwner={view.isOwner}
        isChoosing={view.choosing()}
        pane={view.active()}
        onChoosing={view.setChoosing}
        onFit={view.fit}
        onDo={view.attempt}
      />
      <Show when={view.choosing()}>
        <BroadcastBanner count={view.chosen().size} onStop={() => view.setChoosing(false)} />
      </Show>
      <Show when={view.notice()}>
        <p class="strip" role="status">
          {view.notice()}
          <button type="button" onClick={() => view.setNotice(undefined)}>
            Dismiss
          </button>
        </p>
      </Show>
      <Show when={!view.isWide() && view.panes().length > 1}>
        <PaneTabs panes={view.panes()} shown={view.active()?.id} onShow={view.show} />
      </Show>
      <div class="panes" ref={view.setPlace} classList={{ prefixed: view.keys.isArmed }}>
        <For each={view.shown()}>
          {(leaf) => (
            <Show when={view.paneOf(leaf)}>
              {(pane) => (
                <PaneFrame
                  {...view.frame(pane)}
                  pane={pane()}
                  fontPx={view.font()}
                  style={view.box(leaf)}
                  isActive={view.shown().length > 1 && pane().id === view.active()?.id}
                  isZoomed={props.window.zoomed}
                  isChosen={view.choosing() && view.chosen().has(pane().id)}
                  isChoosing={view.choosing()}
                  readOnly={!mayWrite()}
                  isOwner={view.isOwner}
                  menu={view.menuOf(pane())}
                />
              )}
            </Show>
          )}
        </For>
        <Show when={view.isOwner && view.shown().length > 1 && view.layout()}>
          {(root) => (
            <Borders
              borders={bordersOf(root())}
              cols={root().cols}
              rows={root().rows}
              onResize={(border, size) =>
                view.attempt(actions.resize(props.window.socket, border.pane, border.upright, size))
              }
            />
          )}
        </Show>
      </div>
      <Show when={view.hasKeyRow() && mayWrite()}>
        <KeyRow
          held={view.held()}
          isApplicationCursor={() => view.handle()?.screen.terminal.modes.applicationCursorKeysMode ?? false}
          onHold={view.setHeld}
          onType={(data) => view.type(view.active(), data)}
          onPaste={(text) => view.handle()?.paste(text)}
          onNotice={view.setNotice}
        />
      </Show>
    </main>
  );
}

function BroadcastBanner(props: { count: number; onStop(): void }) {
  return (
    <p class="broadcast" role="status">
      <strong>
        {props.count < 2
          ? "Choose panes: what you type goes to all of them"
          : `You type into ${props.count} panes at once`}
      </strong>
      <button type="button" onClick={() => props.onStop()}>
        Stop
      </button>
    </p>
  );
}

/** Signals and actions of one window's view. */
function createWindowView(props: { window: PageWindow; pane?: string | undefined }) {
  const [place, setPlace] = createSignal<HTMLElement>();
  const size = createSizeOf(place);
  const isWide = createWide();
  const [notice, setNotice] = createSignal<string>();
  const [choosing, setChoosing] = createSignal(false);
  const [chosen, setChosen] = createSignal<ReadonlySet<string>>(new Set());
  const [held, setHeld] = createSignal({ ctrl: false, alt: false });
  const [shownTab, setShownTab] = createSignal(props.pane);
  const handles = new Map<string, TerminalHandle>();
  const isOwner = access().kind === "owner";

  const layout = createMemo(() => readLayout(props.window.layout), undefined, {
    equals: (before, after) => JSON.stringify(before) === JSON.stringify(after),
  });
  const panes = createMemo(() =>
    props.window.panes.map((id) => house.panes[id]).filter((pane): pane is PagePane => pane !== undefined),
  );
  const paneOf = (leaf: LayoutCell) => panes().find(({ pane_id }) => pane_id === leaf.pane);
  const active = createMemo(() => {
    const tab = isWide() ? undefined : panes().find(({ id }) => id === shownTab());
    return tab ?? panes().find(({ active }) => active) ?? panes()[0];
  });
  const isSingle = () => !isWide() || props.window.zoomed;
  /** The cells on view. A pane's own element stays while its cell only changes its size. */
  const leaves = createMemo(() => {
    const root = layout();
    return root ? leavesOf(root) : [];
  });
  const shownPanes = createMemo(
    () => (isSingle() ? [active()?.pane_id ?? ""] : leaves().map(({ pane }) => pane ?? "")),
    undefined,
    { equals: (before, after) => before.join() === after.join() },
  );
  const leafOf = (paneId: string): LayoutCell => leaves().find(({ pane }) => pane === paneId) ?? NOWHERE;
  const font = createMemo(() => {
    const [root, room, shown] = [layout(), size(), active()];
    if (!root || room.width === 0) return fontPx();
    const alone = shown && { ...root, cols: shown.cols, rows: shown.rows, children: [], pane: shown.pane_id };
    return fontFor(roomOf(isSingle() && alone ? alone : root, room), fontPx());
  });

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
  createEffect(() => {
    const ids = shownPanes().flatMap((pane_id) => panes().find((pane) => pane.pane_id === pane_id)?.id ?? []);
    setViewing(ids);
  });
  onCleanup(() => setViewing([]));

  const attempt = (work: Promise<unknown> | undefined) =>
    void work?.catch((error: Error) => setNotice(error.message));

  function type(pane: PagePane | undefined, data: string): void {
    if (!pane) return;
    const typed = withHeld(data, held());
    if (held().ctrl || held().alt) setHeld({ ctrl: false, alt: false });
    const isOneOfMany = choosing() && chosen().has(pane.id);
    for (const id of isOneOfMany ? chosen() : [pane.id]) {
      if (handles.get(id)?.write(typed) === false)
        setNotice("The daemon does not answer: nothing was typed.");
    }
  }

  function show(id: string): void {
    setShownTab(id);
    queueMicrotask(() => handles.get(id)?.focus());
  }

  function fit(): void {
    const [root, room] = [layout(), size()];
    if (!root) return;
    const { cols, rows } = cellsIn(root, room, fontPx());
    attempt(actions.fit(props.window, cols, rows));
  }

  const frame = (pane: () => PagePane) => ({
    onReady: (handle: TerminalHandle | undefined) => {
      if (!handle) return void handles.delete(pane().id);
      handles.set(pane().id, handle);
      // On a phone the focus would open the keyboard over half of the screen.
      if (isWide() && pane().id === active()?.id && !document.querySelector("dialog[open]")) handle.focus();
    },
    onInput: (data: string) => type(pane(), data),
    onKey: (event: KeyboardEvent) => hasTmuxKeys() && isOwner && keys.take(event, pane()),
    onFocus: () => {
      if (isOwner && !pane().active) attempt(actions.select(pane()));
    },
    onChoose: (isChosen: boolean) => {
      const next = new Set(chosen());
      if (isChosen) next.add(pane().id);
      else next.delete(pane().id);
      setChosen(next);
    },
    onZoom: () => attempt(actions.zoom(pane())),
    onRestart: () => attempt(actions.restart(pane())),
  });

  const menuOf = (pane: PagePane): (MenuItem | undefined)[] => [
    { label: "Split right", run: () => attempt(actions.split(pane, "right")) },
    { label: "Split down", run: () => attempt(actions.split(pane, "down")) },
    ...DIRECTIONS.map(([direction, label]) => {
      const root = layout();
      const beside = root && neighbourOf(root, pane.pane_id, direction);
      return beside === undefined ? undefined : { label, run: () => attempt(actions.swap(pane, beside)) };
    }),
    panes().length > 1
      ? { label: "Break out into a window", run: () => attempt(actions.breakOut(pane)) }
      : undefined,
    ...house.windows
      .filter(({ socket, window_id }) => socket === pane.socket && window_id !== pane.window_id)
      .map((target) => ({
        label: `Move to ${target.session}:${target.index} ${target.name}`,
        run: () => attempt(actions.join(pane, target)),
      })),
    { label: "Close", run: () => attempt(actions.close(pane)) },
  ];

  return {
    isOwner,
    isWide,
    layout,
    panes,
    paneOf: (paneId: string) => paneOf(leafOf(paneId)) ?? panes().find(({ pane_id }) => pane_id === paneId),
    active,
    shown: shownPanes,
    font,
    box: (paneId: string) => {
      const root = layout();
      return root && !isSingle() ? boxOf(leafOf(paneId), root) : WHOLE;
    },
    keys,
    notice,
    setNotice,
    choosing,
    setChoosing: (on: boolean) => {
      setChosen(new Set(on ? panes().map(({ id }) => id) : []));
      setChoosing(on);
    },
    chosen,
    held,
    setHeld,
    hasKeyRow: () => !isWide() || matchMedia("(pointer: coarse)").matches,
    handle: () => handles.get(active()?.id ?? ""),
    setPlace,
    attempt,
    type,
    show,
    fit,
    frame,
    menuOf,
  };
}

const DIRECTIONS = [
  ["left", "Move left"],
  ["right", "Move right"],
  ["up", "Move up"],
  ["down", "Move down"],
] as const;

const WHOLE = { left: "0", top: "0", width: "100%", height: "100%" };
const NOWHERE: LayoutCell = {
  cols: 1,
  rows: 1,
  left: 0,
  top: 0,
  pane: undefined,
  across: false,
  children: [],
};
