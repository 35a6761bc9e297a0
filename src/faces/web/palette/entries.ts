import type { PagePane, PageWindow } from "../../../protocol/page.ts";
import { compareUrgency, type StateName } from "../overview/arrange.ts";
import { isolated, placeText } from "../overview/pane-text.ts";
import { addressOf } from "../route.ts";

/** One thing that the palette finds. */
export interface PaletteEntry {
  readonly key: string;
  readonly kind: "Pane" | "Window" | "Session" | "Command";
  readonly title: string;
  readonly detail: string;
  readonly state?: StateName;
  run(): void;
}

type Go = (address: string) => void;

/** Every pane, the most urgent first. */
export function paneEntries(panes: readonly PagePane[], go: Go): PaletteEntry[] {
  return [...panes].sort(compareUrgency).map((pane) => ({
    key: pane.id,
    kind: "Pane",
    title: pane.name,
    detail: [isolated(String(pane.metadata.role ?? "")), placeText(pane), pane.agent.program]
      .filter(Boolean)
      .join(" · "),
    state: pane.agent.state,
    run: () => go(addressOf({ view: "pane", id: pane.id })),
  }));
}

/** Every window, and of every session the window that it shows. */
export function windowEntries(windows: readonly PageWindow[], go: Go): PaletteEntry[] {
  const open = ({ socket, window_id }: PageWindow) =>
    go(addressOf({ view: "window", socket, windowId: window_id }));
  const listed = windows.map((window) => ({
    key: `${window.socket} ${window.session_id} ${window.index}`,
    kind: "Window" as const,
    title: `${window.index}:${window.name}`,
    detail: `${window.session} · ${count(window.panes.length, "pane")}`,
    run: () => open(window),
  }));
  const sessions = windows
    .filter(({ current }) => current)
    .map((window) => ({
      key: `${window.socket} ${window.session_id}`,
      kind: "Session" as const,
      title: window.session,
      detail: window.attached > 0 ? `attached in ${count(window.attached, "terminal")}` : "detached",
      run: () => open(window),
    }));
  return [...sessions, ...listed];
}

/** The pane that has waited longest. */
export function nextWaiting(panes: readonly PagePane[], except?: string): PagePane | undefined {
  const waiting = panes.filter(({ agent }) => agent.state === "waiting").sort(compareUrgency);
  return waiting.find(({ id }) => id !== except) ?? waiting[0];
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}
