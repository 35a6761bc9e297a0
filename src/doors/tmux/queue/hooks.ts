import type { AlertEvent, EventMap, EventName, LinkEvent } from "../../../core/events.ts";
import { isUserOption } from "../../../core/options/option-name.ts";
import { bestLink, bestSession, paneTarget, sessionTarget } from "../../../core/target/current-target.ts";
import type { Target } from "../../../core/target/target.ts";
import { ParseError } from "../command-error.ts";
import type { Door } from "../door.ts";
import type { Command, CommandList } from "../parse-commands/command.ts";
import { newState, type QueueState } from "./queue-state.ts";

/**
 * Hooks are array options that hold commands. `after-NAME` follows a command in its own queue; the others follow an
 * event, in a queue of the server itself. Commands of a hook fire no hooks. A user option is a hook that only
 * `set-hook -R` runs.
 */
export class Hooks {
  readonly #door: Door;

  constructor(door: Door) {
    this.#door = door;
    const { events } = door.server;
    events.onAny((name, event) => this.#onEvent(name, event));
  }

  /** The commands of a hook at a place, in order; empty if it is not set. */
  commands(name: string, place: Target | undefined): readonly CommandList[] {
    const { server } = this.#door;
    const stores = place
      ? [place.session.options, place.pane.options, place.window.options]
      : [server.sessionOptions, server.windowOptions];
    const store = stores.find((options) => options.get(name) !== undefined);
    if (isUserOption(name)) return this.#parsed(store?.get(name));
    return (store?.list(name) ?? []).map(([, text]) => this.#door.parseText(text));
  }

  /** As in tmux a user option that holds no valid commands does nothing. */
  #parsed(text = ""): readonly CommandList[] {
    try {
      return [this.#door.parseText(text)];
    } catch (error) {
      if (error instanceof ParseError) return [];
      throw error;
    }
  }

  #onEvent<N extends EventName>(name: N, event: EventMap[N]): void {
    const hook = EVENT_HOOKS[name];
    if (!hook || this.#door.turn.inHook) return;
    const fired = hook(this.#door, event as never);
    this.#door.turn.later(() => this.#run(fired.name ?? name, fired));
  }

  #run(name: string, { variables, place }: Fired): void {
    const target = place ?? this.#anyPlace();
    const lists = this.commands(name, target);
    if (lists.length === 0) return;
    const state = newState({
      current: target,
      noHooks: true,
      variables: new Map([["hook", name], ...variables]),
    });
    this.#door.runInBackground(lists, state);
  }

  #anyPlace(): Target | undefined {
    const session = bestSession(this.#door.server);
    return session && sessionTarget(session);
  }
}

interface Fired {
  /** The hook, if it is not called as the event is. */
  readonly name?: string;
  readonly variables: readonly (readonly [string, string])[];
  readonly place: Target | undefined;
}

type EventHooks = { readonly [N in EventName]?: (door: Door, event: EventMap[N]) => Fired };

const EVENT_HOOKS: EventHooks = {
  "session-created": sessionHook,
  "session-closed": sessionHook,
  "session-renamed": sessionHook,
  "session-window-changed": sessionHook,
  "window-linked": linkHook,
  "window-unlinked": linkHook,
  "window-renamed": windowHook,
  "window-pane-changed": windowHook,
  "window-layout-changed": windowHook,
  "window-resized": windowHook,
  "pane-title-changed": paneHook,
  "pane-mode-changed": paneHook,
  "pane-clipboard-set": (door, event) => ({ ...paneHook(door, event), name: "pane-set-clipboard" }),
  "pane-focus-in": paneHook,
  "pane-focus-out": paneHook,
  // tmux reports a pane as died if it stays, and as exited if it closes.
  "pane-exited": (door, event) => ({
    ...paneHook(door, event),
    name: event.kept ? "pane-died" : "pane-exited",
  }),
  "alert-bell": linkHook,
  "alert-activity": linkHook,
  "alert-silence": linkHook,
  "client-attached": clientHook,
  "client-detached": clientHook,
  "client-session-changed": clientHook,
  "client-resized": clientHook,
  "client-active": clientHook,
  "client-focus-in": clientHook,
  "client-focus-out": clientHook,
};

function sessionHook({ server }: Door, event: { session: `$${number}`; name?: string }): Fired {
  const session = server.sessions.get(event.session);
  const sessionName = event.name ?? session?.name ?? "";
  return {
    variables: [
      ["hook_session", event.session],
      ["hook_session_name", sessionName],
    ],
    place: session && sessionTarget(session),
  };
}

function linkHook({ server }: Door, event: AlertEvent | LinkEvent): Fired {
  const session = server.sessions.get(event.session);
  const window = server.windows.get(event.window);
  const link = session && window && bestLink(session, window);
  const place = link && { session, link, window, pane: window.active };
  return {
    variables: [
      ["hook_session", event.session],
      ["hook_session_name", "again" in event ? (session?.name ?? "") : event.sessionName],
      ["hook_window", event.window],
      ["hook_window_name", "again" in event ? (window?.name ?? "") : event.windowName],
    ],
    place: place ?? (session && sessionTarget(session)),
  };
}

function clientHook({ server }: Door, event: { client: string }): Fired {
  const session = server.clients.find((client) => client.name === event.client)?.session;
  return { variables: [["hook_client", event.client]], place: session && sessionTarget(session) };
}

function windowHook({ server }: Door, event: { window: `@${number}`; name?: string }): Fired {
  const window = server.windows.get(event.window);
  return {
    variables: [
      ["hook_window", event.window],
      ["hook_window_name", event.name ?? window?.name ?? ""],
    ],
    place: window && paneTarget(window.active),
  };
}

function paneHook({ server }: Door, event: { pane: `%${number}` }): Fired {
  const pane = server.panes.get(event.pane);
  return { variables: [["hook_pane", event.pane]], place: pane && paneTarget(pane) };
}

/** State for the commands of an `after-` hook: the place and the arguments of the command that they follow. */
export function hookState(name: string, place: Target, command: Command): QueueState {
  const { args } = command;
  const variables = new Map([
    ["hook", name],
    ["hook_arguments", args.print()],
  ]);
  for (const [i, operand] of args.operands.entries()) variables.set(`hook_argument_${i}`, operand);
  for (const [flag, values] of args.given()) {
    variables.set(`hook_flag_${flag}`, values.at(-1) ?? "1");
    for (const [i, value] of values.entries()) variables.set(`hook_flag_${flag}_${i}`, value);
  }
  return newState({ current: place, noHooks: true, variables });
}
