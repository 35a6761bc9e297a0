import type { AlertEvent } from "../../../core/events.ts";
import type { Door } from "../door.ts";

const ALERTS = [
  ["alert-bell", "visual-bell", "Bell"],
  ["alert-activity", "visual-activity", "Activity"],
  ["alert-silence", "visual-silence", "Silence"],
] as const;

/**
 * An alert in a window rings the terminals of its session once, or shows a message there, or both: visual-bell and
 * similar options.
 */
export function alertTerminals(door: Door): void {
  for (const [event, option, what] of ALERTS)
    door.server.events.on(event, (alert) => tell(door, alert, { option, what }));
}

function tell(
  { faces, server }: Door,
  { session: id, window, index, again }: AlertEvent,
  { option, what }: { readonly option: string; readonly what: string },
): void {
  const session = server.sessions.get(id);
  if (!session || again) return;
  const visual = session.options.get(option);
  const place = session.current.window.id === window ? "current window" : `window ${index}`;
  for (const client of server.clients.filter((each) => each.session === session)) {
    const face = faces.of(client);
    if (visual !== "on") face?.alerts.bell();
    if (visual !== "off") face?.layers.showMessage(`${what} in ${place}`, { plain: true });
  }
}
