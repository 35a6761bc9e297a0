import type { ServerState } from "../tree/server-state.ts";
import type { SessionState } from "../tree/session-state.ts";
import type { WindowState } from "../tree/window-state.ts";
import type { WinlinkState } from "../tree/winlink-state.ts";

/**
 * Alerts: a window rang, printed something or fell silent. They are noted at once and told at the end of the operation:
 * links that nobody looks at are flagged, and where bell-action and its likes say so an event goes out. Which alerts a
 * window gives is up to monitor-bell, monitor-activity and monitor-silence.
 */
type Alert = "bell" | "activity" | "silence";
const ALERTS: readonly Alert[] = ["bell", "activity", "silence"];

/** The window was used or printed something. Times are kept to the second, so that a flood does not mark it each time. */
export function queueActivity(window: WindowState): void {
  const { server } = window;
  const { now } = server;
  if (Math.floor(now / 1000) !== Math.floor(window.activity / 1000)) {
    window.activity = now;
    server.touch(window);
  }
  queueAlert(window, "activity");
}

export function queueAlert(window: WindowState, alert: Alert): void {
  resetSilence(window);
  if (!isMonitored(window, alert)) return;
  window.alerts.add(alert);
  window.server.alerting.add(window);
}

/** Starts the wait for monitor-silence anew. */
export function resetSilence(window: WindowState): void {
  const { server } = window;
  window.alerts.delete("silence");
  window.cancelSilence?.();
  window.cancelSilence = undefined;
  const seconds = window.options.number("monitor-silence");
  if (seconds === 0) return;
  window.cancelSilence = server.ports.clock.after(seconds * 1000, () =>
    server.run(() => queueAlert(window, "silence")),
  );
}

export function tellAlerts(server: ServerState): void {
  for (const window of server.alerting) tellAlertsOf(window);
  server.alerting.clear();
}

function tellAlertsOf(window: WindowState): void {
  for (const alert of ALERTS) {
    const told = new Set<SessionState>();
    if (window.alerts.has(alert)) for (const link of window.links) tellAlert(link, alert, told);
  }
  window.alerts.clear();
}

/** A bell rings each time; the others only until they were seen. */
function tellAlert(link: WinlinkState, alert: Alert, told: Set<SessionState>): void {
  if (alert !== "bell" && link[alert]) return;
  const { session, window, index } = link;
  if (!isSeen(link) && !link[alert]) {
    link[alert] = true;
    session.server.touch(session);
  }
  if (!actionApplies(link, session.options.get(`${alert}-action`))) return;
  const again = told.has(session);
  told.add(session);
  session.server.emit(`alert-${alert}`, { session: session.id, window: window.id, index, again });
}

function isMonitored(window: WindowState, alert: Alert): boolean {
  return alert === "silence"
    ? window.options.number("monitor-silence") > 0
    : window.options.flag(`monitor-${alert}`);
}

function isSeen(link: WinlinkState): boolean {
  return link.session.current === link && link.session.attached > 0;
}

function actionApplies(link: WinlinkState, action: string | undefined): boolean {
  if (action === "any") return true;
  if (action === "current") return link.session.current === link;
  return action === "other" && link.session.current !== link;
}

/** `kill-session -C`. */
export function clearSessionAlerts(session: SessionState): void {
  for (const link of session.links) {
    link.window.alerts.clear();
    link.clearAlerts();
  }
  session.server.touch(session);
}
