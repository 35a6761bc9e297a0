import type { EventMap, EventName } from "../../../core/events.ts";
import type { WindowId } from "../../../core/ids.ts";
import type { StayingControl } from "../call.ts";
import type { Door } from "../door.ts";

/** Notifies control clients of each event once no command is running; the text describes the state at that time. */
export function notifyControls(door: Door): void {
  door.server.events.onAny((name, event) => {
    const notify = NOTIFICATIONS[name];
    if (!notify || door.turn.inHook) return;
    // The detaching of a control client is announced later, when its connection ends.
    if (name === "client-detached" && door.controls.named((event as EventMap["client-detached"]).client))
      return;
    door.turn.later(() => {
      door.turn.nextNumber();
      for (const control of door.controls) {
        const line = notify(event as never, control, door);
        if (line !== undefined) control.output.tell(line);
      }
    });
  });
}

/** tmux runs hooks for these events but sends no notification; they take a number all the same. */
const unspoken = () => undefined;

/** Formats the notification of an event for one client when it is sent; undefined: this client gets none. */
type Notify<N extends EventName> = (
  event: EventMap[N],
  control: StayingControl,
  door: Door,
) => string | undefined;

const NOTIFICATIONS: { readonly [N in EventName]?: Notify<N> } = {
  "session-created": () => "%sessions-changed",
  "session-closed": () => "%sessions-changed",
  "session-renamed": ({ session, name }, _, { server }) =>
    `%session-renamed ${session} ${server.sessions.get(session)?.name ?? name}`,
  "session-window-changed": ({ session, window }, _, { server }) =>
    `%session-window-changed ${session} ${server.sessions.get(session)?.current.window.id ?? window}`,
  "window-linked": ({ window }, control) => inSession(control, window, "window-add"),
  "window-unlinked": ({ window }, control) => inSession(control, window, "window-close"),
  "window-renamed": ({ window, name }, control, { server }) => {
    const line = inSession(control, window, "window-renamed");
    return line && `${line} ${server.windows.get(window)?.name ?? name}`;
  },
  "window-pane-changed": ({ window, pane }, _, { server }) =>
    `%window-pane-changed ${window} ${server.windows.get(window)?.active.id ?? pane}`,
  "window-layout-changed": ({ window }, { session, client }, door) => {
    const link = session?.links.find((held) => held.window.id === window);
    return link && door.expand(LAYOUT, { client, link });
  },
  "pane-mode-changed": ({ pane }) => `%pane-mode-changed ${pane}`,
  "client-session-changed": sessionChange,
  "client-detached": ({ client }) => `%client-detached ${client}`,
  "client-attached": unspoken,
  "client-active": unspoken,
  "client-focus-in": unspoken,
  "client-focus-out": unspoken,
  "client-resized": unspoken,
  "window-resized": unspoken,
  "pane-exited": unspoken,
  "pane-title-changed": unspoken,
  "pane-clipboard-set": unspoken,
  "pane-passed-through": unspoken,
  "pane-focus-in": unspoken,
  "pane-focus-out": unspoken,
  "alert-bell": unspoken,
  "alert-activity": unspoken,
  "alert-silence": unspoken,
};

const LAYOUT = "%layout-change #{window_id} #{window_layout} #{window_visible_layout} #{window_raw_flags}";

/** Windows of other sessions have a notification name of their own (`%unlinked-…`). */
function inSession({ session }: StayingControl, window: WindowId, name: string): string | undefined {
  if (!session) return undefined;
  const isHere = session.links.some((link) => link.window.id === window);
  return `%${isHere ? "" : "unlinked-"}${name} ${window}`;
}

function sessionChange(
  { client: name, session: id }: EventMap["client-session-changed"],
  control: StayingControl,
  { server }: Door,
): string | undefined {
  if (!control.session) return undefined;
  const session = server.clients.find((client) => client.name === name)?.session ?? server.sessions.get(id);
  if (!session) return undefined;
  const place = `${session.id} ${session.name}`;
  return control.name === name ? `%session-changed ${place}` : `%client-session-changed ${name} ${place}`;
}
