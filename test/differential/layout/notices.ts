import type { EventMap, EventName } from "../../../src/core/events.ts";

type Notices = { [N in EventName]?: (event: EventMap[N]) => string };

/** What a control client in another session is told of an event; layouts it is only told of its own session. */
const NOTICES: Notices = {
  "session-created": () => "%sessions-changed",
  "session-closed": () => "%sessions-changed",
  "session-renamed": ({ session, name }) => `%session-renamed ${session} ${name}`,
  "session-window-changed": ({ session, window }) => `%session-window-changed ${session} ${window}`,
  "window-linked": ({ window }) => `%unlinked-window-add ${window}`,
  "window-unlinked": ({ window }) => `%unlinked-window-close ${window}`,
  "window-renamed": ({ window, name }) => `%unlinked-window-renamed ${window} ${name}`,
  "window-pane-changed": ({ window, pane }) => `%window-pane-changed ${window} ${pane}`,
};

export function noticeOf<N extends EventName>(name: N, event: EventMap[N]): string | undefined {
  return NOTICES[name]?.(event);
}
