import { type PaneDirection, paneInDirection } from "../layout/neighbours.ts";
import { INT_MAX, parseInteger } from "../text/parse-integer.ts";
import type { Pane, Session, Window } from "../tree/tree.ts";
import { paneWithId } from "./by-id.ts";
import { findWindow } from "./find-window.ts";
import { type TargetSearch, takeBestLink, takeBestSession, takeLink } from "./finding.ts";
import { POSITIONS } from "./parse-target.ts";

/** A pane of the current window, or of any window by its id; unless `only`, also as a window or a session. */
export function findPane(finding: TargetSearch, text: string, only: boolean): boolean {
  if (text.startsWith("%")) {
    finding.pane = paneWithId(finding.server, text);
    return finding.pane ? takeBestSession(finding, finding.pane.window) : false;
  }
  const { session, link, window } = finding.current;
  Object.assign(finding, { session, link, window });
  if (findPaneIn(finding, window, text)) return true;
  if (only || !findWindow(finding, text, false)) return false;
  finding.pane = finding.window?.active;
  return true;
}

export function findPaneInSession(finding: TargetSearch, session: Session, text: string): boolean {
  if (text.startsWith("%")) {
    finding.pane = paneWithId(finding.server, text);
    return finding.pane ? takeBestLink(finding, session, finding.pane.window) : false;
  }
  takeLink(finding, session.current);
  return findPaneIn(finding, session.current.window, text);
}

export function findPaneIn(finding: TargetSearch, window: Window, text: string): boolean {
  finding.pane = lookUp(finding, window, text);
  if (finding.pane && text.startsWith("%")) return finding.pane.window === window;
  return finding.pane !== undefined;
}

function lookUp(finding: TargetSearch, window: Window, text: string): Pane | undefined {
  const from = finding.current.pane;
  if (text.startsWith("%")) return paneWithId(finding.server, text);
  if (text === "!") return window.last;
  const direction = DIRECTIONS.get(text);
  if (direction) return paneInDirection(from, direction);
  return byOffset(window, from, text) ?? byIndex(window, text) ?? byPosition(window, text);
}

const DIRECTIONS = new Map<string, PaneDirection>([
  ["{up-of}", "up"],
  ["{down-of}", "down"],
  ["{left-of}", "left"],
  ["{right-of}", "right"],
]);

/**
 * Counts from the current pane, even where that stands in another window: the count goes to the end of its own window
 * and on from the beginning (or the end, backwards) of the wanted one.
 */
function byOffset(window: Window, from: Pane, text: string): Pane | undefined {
  const forward = text.startsWith("+");
  if (!forward && !text.startsWith("-")) return undefined;
  const count = text.length === 1 ? 1 : (parseInteger(text.slice(1), 1, INT_MAX) ?? 0);
  const own = from.window.panes;
  const wanted = window.panes;
  const steps = own.indexOf(from) + (forward ? count : -count);
  if (steps >= 0 && steps < own.length) return own[steps];
  const beyond = forward ? steps - own.length : -steps - 1;
  return forward ? wanted[beyond % wanted.length] : wanted[wanted.length - 1 - (beyond % wanted.length)];
}

/** The number of a pane in its window, as users see it. */
export function paneIndex({ window, id }: Pick<Pane, "id" | "window">): number {
  return window.panes.findIndex((pane) => pane.id === id) + window.options.number("pane-base-index");
}

function byIndex(window: Window, text: string): Pane | undefined {
  const index = parseInteger(text, 0, INT_MAX);
  return index === undefined ? undefined : window.panes[index - window.options.number("pane-base-index")];
}

/** The pane at a place of the window. */
function byPosition(window: Window, text: string): Pane | undefined {
  const name = text.toLowerCase();
  if (!POSITIONS.includes(name)) return undefined;
  const borderStatus = window.options.get("pane-border-status");
  const top = borderStatus === "top" ? 1 : 0;
  const bottom = window.rows - (borderStatus === "bottom" ? 2 : 1);
  const y = name.includes("top") ? top : name.includes("bottom") ? bottom : Math.floor(window.rows / 2);
  const x = name.includes("left")
    ? 0
    : name.includes("right")
      ? window.cols - 1
      : Math.floor(window.cols / 2);
  return window.panes.find((pane) => covers(pane, x, y));
}

/** The border right of and below a pane counts as its own. */
function covers(pane: Pane, x: number, y: number): boolean {
  const { window, left, top, cols, rows } = pane;
  if (window.zoomed && window.active !== pane) return false;
  return x >= left && x <= left + cols && y >= top && y <= top + rows;
}
