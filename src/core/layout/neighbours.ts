import type { Pane, Window } from "../tree/tree.ts";
import { type StatusLine, statusLineOf } from "./status-line.ts";

export type PaneDirection = "left" | "right" | "up" | "down";

/**
 * The pane on this side of another; of several, the most recently used one. Beyond the window's edge the search
 * continues at the opposite edge.
 */
export function paneInDirection(pane: Pane, direction: PaneDirection): Pane | undefined {
  const { window } = pane;
  const touches = onEdge(pane, direction, statusLineOf(window.options.get("pane-border-status")));
  const across = direction === "left" || direction === "right" ? vertical : horizontal;
  const beside = window.panes.filter(
    (other) => other !== pane && touches(other) && overlap(across(pane), across(other)),
  );
  return beside.reduce<Pane | undefined>(
    (best, other) => (best && best.activePoint >= other.activePoint ? best : other),
    undefined,
  );
}

type Test = (other: Pane) => boolean;

function onEdge(pane: Pane, direction: PaneDirection, status: StatusLine): Test {
  const { window } = pane;
  switch (direction) {
    case "left": {
      const edge = pane.left === 0 ? window.cols + 1 : pane.left;
      return (other) => other.left + other.cols + 1 === edge;
    }
    case "right": {
      const edge = pane.left + pane.cols + 1;
      return (other) => other.left === (edge >= window.cols ? 0 : edge);
    }
    case "up": {
      const edge = upperEdge(pane, window, status);
      return (other) => other.top + other.rows + 1 === edge;
    }
    case "down": {
      const edge = lowerEdge(pane, window, status);
      return (other) => other.top === edge;
    }
  }
}

function upperEdge(pane: Pane, window: Window, status: StatusLine): number {
  if (pane.top !== (status === "top" ? 1 : 0)) return pane.top;
  return status === "bottom" ? window.rows : window.rows + 1;
}

function lowerEdge(pane: Pane, window: Window, status: StatusLine): number {
  const edge = pane.top + pane.rows + 1;
  if (edge < (status === "bottom" ? window.rows - 1 : window.rows)) return edge;
  return status === "top" ? 1 : 0;
}

interface Span {
  readonly start: number;
  readonly length: number;
}

const horizontal = (pane: Pane): Span => ({ start: pane.left, length: pane.cols });
const vertical = (pane: Pane): Span => ({ start: pane.top, length: pane.rows });

/** The border after a pane counts as its own, so that a pane that starts directly behind it still touches. */
function overlap(here: Span, there: Span): boolean {
  const end = here.start + here.length;
  const last = there.start + there.length - 1;
  if (there.start < here.start && last > end) return true;
  return (there.start >= here.start && there.start <= end) || (last >= here.start && last <= end);
}
