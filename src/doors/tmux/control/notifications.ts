import type { EventMap, EventName } from "../../../core/events.ts";
import type { WindowId } from "../../../core/ids.ts";
import { bestLink } from "../../../core/target/current-target.ts";
import type { Client } from "../../../core/tree/client.ts";
import type { DoorServer } from "../door-server.ts";

const LAYOUT = "%layout-change #{window_id} #{window_layout} #{window_visible_layout} #{window_raw_flags}";

/** The line that tells a control client of an event; undefined where it is told nothing. */
export function notification<N extends EventName>(
  name: N,
  event: EventMap[N],
  { door, client }: { readonly door: DoorServer; readonly client: Client },
): string | undefined {
  return LINES[name]?.(event as never, door, client);
}

type Lines = {
  readonly [N in EventName]?: (event: EventMap[N], door: DoorServer, client: Client) => string | undefined;
};

const LINES: Lines = {
  "pane-mode-changed": ({ pane }) => `%pane-mode-changed ${pane}`,
  "window-layout-changed": ({ window: id }, door, client) => {
    const window = door.server.windows.get(id);
    const link = client.session && window && bestLink(client.session, window);
    return link && door.expand(LAYOUT, { client, session: link.session, link });
  },
  "window-pane-changed": ({ window: id }, { server }) => {
    const window = server.windows.get(id);
    return window && `%window-pane-changed ${id} ${window.active.id}`;
  },
  "window-unlinked": ({ window }, _, client) => client.session && `%${linked(client, window)}window-close ${window}`,
  "window-linked": ({ window }, _, client) => client.session && `%${linked(client, window)}window-add ${window}`,
  "window-renamed": ({ window, name }, _, client) =>
    client.session && `%${linked(client, window)}window-renamed ${window} ${name}`,
  "client-session-changed": ({ client: name, session: id }, { server }, client) => {
    const session = server.sessions.get(id);
    if (!session || !client.session) return undefined;
    const whose = name === client.name ? "%session-changed" : `%client-session-changed ${name}`;
    return `${whose} ${id} ${session.name}`;
  },
  "client-detached": ({ client: name }, _, client) => (name === client.name ? undefined : `%client-detached ${name}`),
  "session-renamed": ({ session, name }) => `%session-renamed ${session} ${name}`,
  "session-created": () => "%sessions-changed",
  "session-closed": () => "%sessions-changed",
  "session-window-changed": ({ session: id }, { server }) => {
    const session = server.sessions.get(id);
    return session && `%session-window-changed ${id} ${session.current.window.id}`;
  },
};

/** Windows of other sessions are told of too, under another name. */
function linked({ session }: Client, window: WindowId): "" | "unlinked-" {
  return session?.links.some((link) => link.window.id === window) ? "" : "unlinked-";
}
