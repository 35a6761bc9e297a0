import type { ServerState, SessionState, WindowState, WinlinkState } from "../tree/state.ts";

/**
 * Alerts: a window rang, printed output or became silent. Alerts are queued at once and reported at the end of the
 * operation: links that no client shows are flagged, and an event is emitted where bell-action, activity-action or
 * silence-action asks for it. monitor-bell, monitor-activity and monitor-silence decide which alerts a window raises.
 */
type Alert = "bell" | "activity" | "silence";
const ALERTS: readonly Alert[] = ["bell", "activity", "silence"];

/**
 * Records use or output of the window. Times have a resolution of one second, so that a flood does not mark the
 * window each time.
 */
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

/** Restarts the timer of monitor-silence. */
export function resetSilence(window: WindowState): void {
  window.alerts.delete("silence");
  window.cancelSilence?.();
  window.cancelSilence = undefined;
  const periodMs = silencePeriodMs(window);
  if (periodMs > 0) startSilence(window, periodMs);
}

/** Starts the timer of monitor-silence for a restored window: the alert comes when it would have come. */
export function resumeSilence(window: WindowState): void {
  const periodMs = silencePeriodMs(window);
  const silentMs = Math.max(0, window.server.now - window.activity);
  if (periodMs > 0) startSilence(window, periodMs - (silentMs % periodMs));
}

function silencePeriodMs({ options }: WindowState): number {
  return options.number("monitor-silence") * 1000;
}

function startSilence(window: WindowState, delayMs: number): void {
  const { server } = window;
  window.cancelSilence = server.ports.clock.after(delayMs, () =>
    server.run(() => queueAlert(window, "silence")),
  );
}

export function reportAlerts(server: ServerState): void {
  for (const window of server.alerting) reportAlertsOf(window);
  server.alerting.clear();
}

function reportAlertsOf(window: WindowState): void {
  for (const alert of ALERTS) {
    const notified = new Set<SessionState>();
    if (window.alerts.has(alert)) for (const link of window.links) reportAlert(link, alert, notified);
  }
  window.alerts.clear();
}

/** A bell is reported each time; the other alerts only once until they are seen. */
function reportAlert(link: WinlinkState, alert: Alert, notified: Set<SessionState>): void {
  if (alert !== "bell" && link[alert]) return;
  const { session, window, index } = link;
  if (!isSeen(link) && !link[alert]) {
    link[alert] = true;
    session.server.touch(session);
  }
  if (!actionApplies(link, session.options.get(`${alert}-action`))) return;
  const again = notified.has(session);
  notified.add(session);
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
