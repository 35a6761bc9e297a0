import { SubstrateError } from "./errors.ts";
import { EventQueue } from "./event-queue.ts";
import type { TmuxProgram } from "./exec-tmux.ts";
import type { EventsOptions, InPane, SubstrateEvent } from "./substrate.ts";
import { TmuxControlClient } from "./tmux-control-client.ts";
import type { TmuxPane } from "./tmux-views.ts";

const MAX_BYTES = 16 * 1024 * 1024;

interface Place extends InPane {
  readonly sessionId: string;
}

interface TmuxEventsOptions extends EventsOptions {
  readonly program: TmuxProgram;
  /** Ends the events. */
  readonly signal: AbortSignal;
  /** Lists every pane of the server. */
  look(): Promise<TmuxPane[]>;
  left(events: TmuxEvents): void;
}

/**
 * Events of a tmux server, from a control client on each of its sessions. Output is passed on as it arrives; any other
 * notification only triggers another look at all panes, and the differences from the previous look become the events.
 */
export class TmuxEvents implements AsyncIterableIterator<SubstrateEvent> {
  readonly #options: TmuxEventsOptions;
  readonly #queue: EventQueue;
  /** By session id. */
  readonly #clients = new Map<string, TmuxControlClient>();
  readonly #panes = new Map<string, Place>();
  readonly #stop = () => void this.return();
  /**
   * Resolves when each of the newest clients is attached or has failed; if the events have ended meanwhile, when the
   * clients have disconnected again.
   */
  #attaching: Promise<unknown> | undefined;
  /** The look that is running or comes next. */
  #looking: Promise<void> | undefined;
  #again: Promise<void> | undefined;
  #ended = false;

  private constructor(options: TmuxEventsOptions) {
    this.#options = options;
    this.#queue = new EventQueue(options.maxBytes ?? MAX_BYTES);
  }

  static async open(options: TmuxEventsOptions): Promise<TmuxEvents> {
    const { signal } = options;
    const events = new TmuxEvents(options);
    signal.addEventListener("abort", events.#stop, { once: true });
    try {
      // A look like any other: a change that the first clients report must not attach more of them meanwhile.
      await events.#look(() => events.#begin());
      signal.throwIfAborted();
      return events;
    } catch (error) {
      await events.return();
      throw error;
    }
  }

  async #begin(): Promise<void> {
    const found = (await this.#options.look()).filter(({ dead }) => !dead);
    for (const { pane, sessionId } of found) this.#note({ ...pane, sessionId });
    await this.#attach(found);
  }

  next(): Promise<IteratorResult<SubstrateEvent>> {
    return this.#queue.next();
  }

  async return(): Promise<IteratorResult<SubstrateEvent>> {
    this.#ended = true;
    this.#queue.end();
    this.#options.signal.removeEventListener("abort", this.#stop);
    this.#options.left(this);
    const clients = [...this.#clients.values()];
    this.#clients.clear();
    await Promise.all([this.#attaching, ...clients.map((client) => client.close())]);
    return { done: true, value: undefined };
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  /** A pane created here, which may be gone before the next look. Resolves when its output is reported. */
  async made(place: Place): Promise<void> {
    this.#appeared(place);
    await this.#changed();
  }

  /** A look that fails ends the events with its error. */
  async #changed(): Promise<void> {
    try {
      await this.#refreshed();
    } catch (error) {
      this.#queue.end(error as Error);
      await this.return();
    }
  }

  /** Looks at all panes; a caller during a running look gets another look that begins after the call. */
  #refreshed(): Promise<void> {
    if (!this.#looking) return this.#look(() => this.#refresh());
    this.#again ??= this.#looking.then(() => {
      this.#again = undefined;
      return this.#refreshed();
    });
    return this.#again;
  }

  #look(look: () => Promise<void>): Promise<void> {
    this.#looking = look().finally(() => {
      this.#looking = undefined;
    });
    return this.#looking;
  }

  async #refresh(): Promise<void> {
    if (this.#ended) return;
    const before = [...this.#panes.values()];
    const found = (await this.#options.look()).filter(({ dead }) => !dead);
    const living = new Set(found.map(({ pane }) => pane.paneId));
    for (const { pane, sessionId } of found) this.#appeared({ ...pane, sessionId });
    await this.#attach(found);
    for (const place of before) if (!living.has(place.paneId)) await this.#exited(place);
  }

  #note({ paneId, session, sessionId }: Place): void {
    this.#panes.set(paneId, { paneId, session, sessionId });
  }

  /** A known pane may be in a session that was renamed. */
  #appeared(place: Place): void {
    const isNew = !this.#panes.has(place.paneId);
    this.#note(place);
    if (isNew) this.#tell(place, { type: "created" });
  }

  #printed(paneId: string, data: Buffer): void {
    const place = this.#panes.get(paneId);
    if (place) this.#tell(place, { type: "output", data });
  }

  async #exited(place: Place): Promise<void> {
    await this.#clients.get(place.sessionId)?.settled(); // An exit follows the last of the output.
    this.#panes.delete(place.paneId);
    this.#tell(place, { type: "exited" });
  }

  async #attach(found: readonly TmuxPane[]): Promise<void> {
    const sessions = new Set(found.map(({ sessionId }) => sessionId));
    for (const [id, client] of this.#clients) if (client.closed) this.#clients.delete(id);
    const missing = [...sessions].filter((id) => !this.#clients.has(id));
    const attempts = missing.map((id) => this.#attachTo(id));
    this.#attaching = Promise.allSettled(attempts);
    await this.#attaching;
    await Promise.all(attempts); // Throws the first failure.
    for (const { sessionId, windowId } of found) this.#clients.get(sessionId)?.tellDeathsIn(windowId);
  }

  async #attachTo(sessionId: string): Promise<void> {
    const { program, signal, output = true } = this.#options;
    try {
      const client = await TmuxControlClient.open({
        ...{ program, sessionId, signal },
        ...(output && { onOutput: (paneId: string, data: Buffer) => this.#printed(paneId, data) }),
        onChange: () => void this.#changed(),
      });
      if (this.#ended) await client.close();
      else this.#clients.set(sessionId, client);
    } catch (error) {
      if (!(error instanceof SubstrateError)) throw error; // The session has ended meanwhile: the next look reports it.
    }
  }

  #tell({ paneId, session }: InPane, event: Happened): void {
    const { session: only } = this.#options;
    if (only === undefined || session === only)
      this.#queue.push({ paneId, session, ...event } as SubstrateEvent);
  }
}

type Happened =
  | { readonly type: "created" | "exited" }
  | { readonly type: "output"; readonly data: Uint8Array };
