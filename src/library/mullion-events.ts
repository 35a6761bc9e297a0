import type { Client } from "../client/client.ts";
import type { EventStream } from "../client/event-stream.ts";
import type { AnyEvent, EventParams } from "../protocol/events.ts";
import { backendFailure } from "./backend-failure.ts";
import { formatSession, hostOfPane, onHost } from "./far-names.ts";
import type { EventsOptions, SubstrateEvent } from "./substrate.ts";

/** An event about a context. */
type PaneEvent = Exclude<
  Extract<AnyEvent, { params: { context_id: string } }> | Gap<"output">,
  { method: "mullion.context_changed" | "mullion.agent_state_changed" }
>;
interface Gap<Kind> {
  readonly method: "mullion.gap";
  readonly params: Extract<EventParams<"mullion.gap">, { kind: Kind }>;
}

function isEventsGap(event: AnyEvent): event is Gap<"events"> {
  return event.method === "mullion.gap" && event.params.kind === "events";
}

/**
 * Events on their own connection, so that a slow reader delays no call. The stream survives a daemon restart with its
 * connection: nothing is lost or repeated.
 */
export class MullionEvents implements AsyncIterableIterator<SubstrateEvent> {
  readonly #client: Client;
  readonly #stream: EventStream;
  readonly #only: string | undefined;
  readonly #left: () => void;
  /** The session of each pane. */
  readonly #sessions = new Map<string, string>();
  /** Resolves when the sessions are known again after the newest gap. */
  #known: Promise<void> | undefined;

  private constructor(
    client: Client,
    stream: EventStream,
    given: { only: string | undefined; left: () => void },
  ) {
    this.#client = client;
    this.#stream = stream;
    this.#only = given.only;
    this.#left = given.left;
  }

  /** For a new connection: existing panes have no creation event. */
  static async open(
    client: Client,
    { session, maxBytes, signal }: EventsOptions,
    left: (events: MullionEvents) => void,
  ): Promise<MullionEvents> {
    const stream = client.events(maxBytes === undefined ? {} : { maxBytes });
    const stop = () => void events.return();
    const events: MullionEvents = new MullionEvents(client, stream, {
      only: session,
      left() {
        signal?.removeEventListener("abort", stop);
        left(events);
      },
    });
    signal?.addEventListener("abort", stop, { once: true });
    try {
      await events.#learn(signal);
      return events;
    } catch (error) {
      await events.return();
      throw error;
    }
  }

  async next(): Promise<IteratorResult<SubstrateEvent>> {
    for (;;) {
      const { done, value } = await this.#stream.next().catch(async (error) => {
        await this.return(); // No reader leaves a stream that has failed.
        throw backendFailure(error);
      });
      if (done) return await this.return();
      if (isEventsGap(value)) this.#known = this.#learn().catch(() => {}); // Only if the stream fails, too.
      await this.#known;
      const event = this.#translate(value);
      if (event && (this.#only === undefined || !("session" in event) || event.session === this.#only))
        return { done: false, value: event };
    }
  }

  async return(): Promise<IteratorResult<SubstrateEvent>> {
    await this.#stream.return();
    this.#client.close();
    this.#left();
    return { done: true, value: undefined };
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  /** Reads the sessions of all panes; a pane that has ended may still have events to come. */
  async #learn(signal?: AbortSignal): Promise<void> {
    const { contexts } = await this.#client.call("list", {}, { signal });
    // Only a team that has something on a host waits for hosts.
    const hosts = contexts.some((id) => hostOfPane(id) !== undefined);
    const { sessions } = await this.#client.call("mullion.tree", { hosts, ended: true }, { signal });
    for (const { name, windows } of sessions)
      for (const { context_id } of windows.flatMap(({ panes }) => panes)) this.#note(context_id, name);
  }

  #note(contextId: string, session: string): void {
    this.#sessions.set(contextId, formatSession(session, hostOfPane(contextId)));
  }

  #translate(event: AnyEvent): SubstrateEvent | undefined {
    if (event.method === "mullion.context_changed") return undefined;
    if (event.method === "mullion.agent_state_changed") return this.#renamed(event.params);
    if (event.method === "mullion.backend_ended") return undefined; // The stream fails next, with the same reason.
    if (isEventsGap(event)) return { type: "lost", missedEvents: event.params.to - event.params.from };
    return this.#inPane(event as PaneEvent);
  }

  /** A change of a pane's agent has the place of the pane, and is also sent when the pane's session was renamed. */
  #renamed({ context_id: id, session }: EventParams<"mullion.agent_state_changed">): undefined {
    if (id !== undefined && session !== "" && this.#sessions.has(id)) this.#note(id, session);
  }

  #inPane({ method, params }: PaneEvent): SubstrateEvent {
    const { context_id: paneId } = params;
    if (method === "mullion.context_spawned") this.#note(paneId, params.session ?? "");
    const place = { paneId, session: this.#sessions.get(paneId) ?? "", ...onHost(hostOfPane(paneId)) };
    if (method === "mullion.context_spawned") return { ...place, type: "created" };
    if (method === "context_output")
      return { ...place, type: "output", data: Buffer.from(params.data, "base64") };
    if (method === "mullion.gap") return { ...place, type: "gap", missedBytes: params.to - params.from };
    this.#sessions.delete(paneId);
    return { ...place, type: "exited", exitCode: params.exit_code };
  }
}
