import { createMemo, createSignal } from "solid-js";
import type { PagePane, PageWindow } from "../../../protocol/page.ts";
import { house } from "../house/house.ts";
import { createQuery } from "../parts/media-query.ts";
import { fontFor } from "../terminal/font.ts";
import { createSizeOf } from "./element-size.ts";
import { type LayoutCell, leavesOf, readLayout } from "./layout.ts";
import { boxOf, cellsIn, roomOf } from "./pane-box.ts";
import { fontPx } from "./settings.ts";

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

/** Whether there is room for several terminals beside each other. */
const isWide = createQuery("(min-width: 700px)");

/** Which panes of a window are on view, where, and with which font. */
export function createPanesOnView(props: { window: PageWindow; pane?: string | undefined }) {
  const [place, setPlace] = createSignal<HTMLElement>();
  const size = createSizeOf(place);
  const [tab, setTab] = createSignal(props.pane);
  const layout = createMemo(() => readLayout(props.window.layout), undefined, {
    equals: (before, after) => JSON.stringify(before) === JSON.stringify(after),
  });
  const panes = createMemo(() =>
    props.window.panes.map((id) => house.panes[id]).filter((pane): pane is PagePane => pane !== undefined),
  );
  const active = createMemo(() => {
    const chosen = isWide() ? undefined : panes().find(({ id }) => id === tab());
    return chosen ?? panes().find(({ active }) => active) ?? panes()[0];
  });
  const isSingle = () => !isWide() || props.window.zoomed;
  const leaves = () => {
    const root = layout();
    return root ? leavesOf(root) : [];
  };
  /** tmux's ids. A pane's element stays as long as its id is among them, so that its terminal does. */
  const shown = createMemo(
    () => (isSingle() ? [active()?.pane_id ?? ""] : leaves().map(({ pane }) => pane ?? "")),
    undefined,
    { equals: (before, after) => before.join() === after.join() },
  );
  const font = createMemo(() => {
    const [root, room, pane] = [layout(), size(), active()];
    if (!root || room.width === 0) return fontPx();
    const alone = pane && { ...root, cols: pane.cols, rows: pane.rows, children: [], pane: pane.pane_id };
    return fontFor(roomOf(isSingle() && alone ? alone : root, room), fontPx());
  });
  return {
    setPlace,
    isWide,
    layout,
    panes,
    active,
    shown,
    font,
    setTab,
    paneOf: (paneId: string) => panes().find(({ pane_id }) => pane_id === paneId),
    box: (paneId: string) => {
      const root = layout();
      if (!root || isSingle()) return WHOLE;
      return boxOf(leaves().find(({ pane }) => pane === paneId) ?? NOWHERE, root);
    },
    /** The size in cells at which the window fills the page. */
    cellsOnPage: () => {
      const root = layout();
      return root && cellsIn(root, size(), fontPx());
    },
  };
}
