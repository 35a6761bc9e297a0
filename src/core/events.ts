import type { AgentState } from "./agent/agent-state.ts";
import type { PaneId, SessionId, WindowId } from "./ids.ts";
import type { ExitState } from "./ports.ts";

/**
 * A window was linked into a session or unlinked. Both may have ended when listeners run, so the event carries their
 * names.
 */
export interface LinkEvent {
  readonly session: SessionId;
  readonly sessionName: string;
  readonly window: WindowId;
  readonly windowName: string;
  readonly index: number;
}

/** A window of a session raised an alert. */
export interface AlertEvent {
  readonly session: SessionId;
  readonly window: WindowId;
  readonly index: number;
  /** The window is linked into the session more than once, and another link has already reported this alert. */
  readonly again: boolean;
}

/**
 * Events of a server, named in the past tense and emitted after the fact. Hooks, control mode, the native doors and
 * the faces all subscribe here; nothing polls.
 */
export interface EventMap {
  "session-created": { session: SessionId; name: string };
  "session-closed": { session: SessionId; name: string };
  "session-renamed": { session: SessionId; name: string };
  "session-window-changed": { session: SessionId; window: WindowId };
  "window-created": { window: WindowId };
  "window-closed": { window: WindowId };
  "window-linked": LinkEvent;
  "window-unlinked": LinkEvent;
  "window-renamed": { window: WindowId; name: string };
  "window-pane-changed": { window: WindowId; pane: PaneId };
  "window-layout-changed": { window: WindowId; name: string };
  "window-resized": { window: WindowId };
  "pane-created": { pane: PaneId; window: WindowId };
  /** The process ended; the pane is kept (remain-on-exit: tmux's pane-died) or was closed (tmux's pane-exited). */
  "pane-exited": { pane: PaneId; window: WindowId; exit: ExitState; kept: boolean };
  "pane-closed": { pane: PaneId; window: WindowId };
  "pane-respawned": { pane: PaneId };
  "pane-title-changed": { pane: PaneId; title: string };
  "pane-metadata-changed": { pane: PaneId };
  "pane-mode-changed": { pane: PaneId };
  /** The pane's mode changed its picture by itself, without a command. */
  "pane-mode-redrawn": { pane: PaneId };
  "pane-output": { pane: PaneId };
  /** Whether the pane accepts keys changed. */
  "pane-input-changed": { pane: PaneId };
  "pane-focus-in": { pane: PaneId };
  "pane-focus-out": { pane: PaneId };
  "pane-bell": { pane: PaneId; window: WindowId };
  /** Enter was typed: a shell at its prompt is about to run something, even before it prints a mark. */
  "pane-entered": { pane: PaneId };
  "pane-prompted": { pane: PaneId; kind: "prompt" | "input" | "output" | "done"; status?: number };
  "pane-notified": { pane: PaneId; text: string };
  /** The agent state of the pane changed; with equal states, its question changed, or it is no longer unread. */
  "pane-state-changed": { pane: PaneId; state: AgentState; before: AgentState };
  /** The application sent bytes directly to the terminals that show the pane, and allow-passthrough permits it. */
  "pane-passed-through": { pane: PaneId; bytes: Uint8Array };
  "pane-clipboard-set": { pane: PaneId; selection: string; data: Uint8Array };
  "alert-bell": AlertEvent;
  "alert-activity": AlertEvent;
  "alert-silence": AlertEvent;
  "client-attached": { client: string; session: SessionId };
  "client-detached": { client: string };
  "client-session-changed": { client: string; session: SessionId };
  "client-resized": { client: string };
  /** The client selected a pane for itself alone. */
  "client-pane-changed": { client: string };
  "client-active": { client: string };
  "client-focus-in": { client: string };
  "client-focus-out": { client: string };
  "buffer-changed": { buffer: string };
  "buffer-deleted": { buffer: string };
  "option-changed": { name: string };
  /** A key was bound or unbound. */
  "keys-changed": Record<never, never>;
  /** No session is left: the server may exit (exit-empty). */
  "server-emptied": Record<never, never>;
}

export type EventName = keyof EventMap;
export type Listener<N extends EventName> = (event: EventMap[N]) => void;
type AnyListener = <N extends EventName>(name: N, event: EventMap[N]) => void;

export class Events {
  readonly #listeners = new Map<EventName, Set<Listener<EventName>>>();
  readonly #all = new Set<AnyListener>();

  /** The returned function unsubscribes. */
  on<N extends EventName>(name: N, listener: Listener<N>): () => void {
    const set = this.#listeners.get(name) ?? new Set();
    this.#listeners.set(name, set);
    set.add(listener as Listener<EventName>);
    return () => set.delete(listener as Listener<EventName>);
  }

  onAny(listener: AnyListener): () => void {
    this.#all.add(listener);
    return () => this.#all.delete(listener);
  }

  /** Iterates over a copy, so that a listener may unsubscribe itself or others while it runs. */
  emit<N extends EventName>(name: N, event: EventMap[N]): void {
    for (const listener of [...(this.#listeners.get(name) ?? [])]) (listener as Listener<N>)(event);
    for (const listener of [...this.#all]) listener(name, event);
  }
}
