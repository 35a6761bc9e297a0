import type { PagePane } from "../../../protocol/page.ts";
import { house } from "../house/house.ts";
import { openShare } from "../share/subject.ts";
import * as actions from "./actions.ts";
import { type LayoutCell, neighbourOf } from "./layout.ts";
import type { MenuItem } from "./menu.tsx";

const DIRECTIONS = ["left", "right", "up", "down"] as const;

/** What a person can do with a pane of a window. */
export function paneMenu(
  pane: PagePane,
  layout: LayoutCell | undefined,
  attempt: (work: Promise<unknown>) => void,
): (MenuItem | undefined)[] {
  const isAlone = layout?.pane !== undefined;
  return [
    { label: "Split right", run: () => attempt(actions.split(pane, "right")) },
    { label: "Split down", run: () => attempt(actions.split(pane, "down")) },
    ...DIRECTIONS.map((direction) => {
      const beside = layout && neighbourOf(layout, pane.pane_id, direction);
      if (beside === undefined) return undefined;
      return { label: `Move ${direction}`, run: () => attempt(actions.swap(pane, beside)) };
    }),
    isAlone ? undefined : { label: "Break out into a window", run: () => attempt(actions.breakOut(pane)) },
    ...house.windows
      .filter(({ socket, window_id }) => socket === pane.socket && window_id !== pane.window_id)
      // Copies: the store writes the next window into the same object when one of them closes.
      .map(({ session, session_id, window_id, index, name }) => ({
        label: `Move to ${session}:${index} ${name}`,
        run: () => attempt(actions.join(pane, { session_id, window_id })),
      })),
    pane.host
      ? undefined
      : { label: "Share…", run: () => openShare({ kind: "pane", id: pane.id, past: false }) },
    { label: "Close", run: () => attempt(actions.close(pane)) },
  ];
}
