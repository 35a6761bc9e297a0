import type { EventMap, EventName } from "../../../src/core/events.ts";

type Notices = { [N in EventName]?: (event: EventMap[N]) => string };

/** The notification of an event to a control client in another session; it receives layouts of its own session only. */
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
