import type { AlertEvent, EventMap, EventName, LinkEvent } from "../../../core/events.ts";
import { bestLink, bestSession, paneTarget, sessionTarget } from "../../../core/target/current-target.ts";
import type { Target } from "../../../core/target/target.ts";
import type { Pane } from "../../../core/tree/tree.ts";
import type { Door } from "../door.ts";
import type { Command, CommandList } from "../parse-commands/command.ts";
import { newState, type QueueState } from "./queue-state.ts";

/**
 * Hooks are array options that hold commands. `after-NAME` follows a command in its own queue; the others follow an
 * event, in a queue of the server itself. Commands of a hook fire no hooks.
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
    return (store?.list(name) ?? []).map(([, text]) => this.#door.parseText(text));
  }

  #onEvent<N extends EventName>(name: N, event: EventMap[N]): void {
    const hook = EVENT_HOOKS[name];
    if (!hook || this.#door.turn.inHook) return;
    for (const fired of hook(this.#door, event as never)) this.#door.turn.later(() => this.#run(fired));
  }

  #run({ name, variables, place }: Fired): void {
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
  readonly name: string;
  readonly variables: readonly (readonly [string, string])[];
  readonly place: Target | undefined;
}

type EventHooks = { readonly [N in EventName]?: (door: Door, event: EventMap[N]) => readonly Fired[] };

const EVENT_HOOKS: EventHooks = {
  "session-created": sessionHook("session-created"),
  "session-closed": sessionHook("session-closed"),
  "session-renamed": sessionHook("session-renamed"),
  "session-window-changed": sessionHook("session-window-changed"),
  "window-linked": linkHook("window-linked"),
  "window-unlinked": linkHook("window-unlinked"),
  "window-renamed": windowHook("window-renamed"),
  "window-pane-changed": windowHook("window-pane-changed"),
  "window-layout-changed": windowHook("window-layout-changed"),
  "window-resized": windowHook("window-resized"),
  "pane-title-changed": paneHook("pane-title-changed"),
  "pane-mode-changed": paneHook("pane-mode-changed"),
  "pane-clipboard-set": paneHook("pane-set-clipboard"),
  "pane-focus-in": paneHook("pane-focus-in"),
  "pane-focus-out": paneHook("pane-focus-out"),
  "alert-bell": linkHook("alert-bell"),
  "alert-activity": linkHook("alert-activity"),
  "alert-silence": linkHook("alert-silence"),
  "client-attached": clientHook("client-attached"),
  "client-detached": clientHook("client-detached"),
  "client-session-changed": clientHook("client-session-changed"),
  "client-resized": clientHook("client-resized"),
  "client-active": clientHook("client-active"),
  "client-focus-in": clientHook("client-focus-in"),
  "client-focus-out": clientHook("client-focus-out"),
  // tmux reports a pane as died if it stays, and as exited if it closes.
  "pane-exited": (door, event) => {
    const pane = door.server.panes.get(event.pane);
    return paneFired(event.kept ? "pane-died" : "pane-exited", event.pane, pane);
  },
};

function sessionHook(name: string) {
  return (door: Door, event: { session: `$${number}`; name?: string }): readonly Fired[] => {
    const session = door.server.sessions.get(event.session);
    const sessionName = event.name ?? session?.name ?? "";
    const variables = [["hook_session", event.session] as const, ["hook_session_name", sessionName] as const];
    return [{ name, variables, place: session && sessionTarget(session) }];
  };
}

function linkHook(name: string) {
  return (door: Door, event: AlertEvent | LinkEvent): readonly Fired[] => {
    const session = door.server.sessions.get(event.session);
    const window = door.server.windows.get(event.window);
    const link = session && window && bestLink(session, window);
    const variables = [
      ["hook_session", event.session] as const,
      ["hook_session_name", "again" in event ? (session?.name ?? "") : event.sessionName] as const,
      ["hook_window", event.window] as const,
      ["hook_window_name", "again" in event ? (window?.name ?? "") : event.windowName] as const,
    ];
    const place = link && { session, link, window, pane: window.active };
    return [{ name, variables, place: place ?? (session && sessionTarget(session)) }];
  };
}

function clientHook(name: string) {
  return ({ server }: Door, event: { client: string }): readonly Fired[] => {
    const session = server.clients.find((client) => client.name === event.client)?.session;
    return [{ name, variables: [["hook_client", event.client]], place: session && sessionTarget(session) }];
  };
}

function windowHook(name: string) {
  return (door: Door, event: { window: `@${number}`; name?: string }): readonly Fired[] => {
    const window = door.server.windows.get(event.window);
    const variables = [
      ["hook_window", event.window] as const,
      ["hook_window_name", event.name ?? window?.name ?? ""] as const,
    ];
    return [{ name, variables, place: window && paneTarget(window.active) }];
  };
}

function paneHook(name: string) {
  return (door: Door, event: { pane: `%${number}` }) =>
    paneFired(name, event.pane, door.server.panes.get(event.pane));
}

function paneFired(name: string, id: string, pane: Pane | undefined): readonly Fired[] {
  return [{ name, variables: [["hook_pane", id]], place: pane && paneTarget(pane) }];
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
