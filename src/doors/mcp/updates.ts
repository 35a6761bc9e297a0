import { setTimeout as delay } from "node:timers/promises";
import type { Client, EventParams } from "../../client/index.ts";
import { isListen, watchedUris } from "./listen.ts";
import { McpRefusal } from "./refusal.ts";
import { PANES_URI, paneOfUri, screenUri } from "./resources.ts";
import type { McpScope } from "./scope.ts";

/** Changes of a resource within this time become one notification. */
const COALESCED_MS = 250;
const MAX_WATCHED = 256;
/** A wait for output is repeated after this time. */
const WAIT_MS = 3_600_000;

export interface UpdateListener {
  /** A resource that is watched has changed. */
  updated(uri: string): void;
  /** Panes came or went. */
  listChanged(): void;
  /** The client does not read: notifications wait, and become one. */
  readonly congested: boolean;
}

type StateChange = EventParams<"mullion.agent_state_changed">;

/**
 * Notifies a client of changes in the resources that it watches. Nothing is polled: the daemon answers one pending call
 * for each watched pane when the pane prints something, and reports states as events. However fast a pane prints, the
 * client receives at most four notifications a second for it.
 */
export class Updates {
  readonly #scope: McpScope;
  readonly #listener: UpdateListener;
  readonly #watched = new Map<string, AbortController>();
  readonly #changed = new Set<string>();
  readonly #closing = new AbortController();
  #listChanged = false;
  #wanted = false;
  #following: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(scope: McpScope, listener: UpdateListener) {
    this.#scope = scope;
    this.#listener = listener;
  }

  /** Rejects a resource out of scope. */
  async watch(uri: string): Promise<void> {
    if (this.#watched.has(uri)) return;
    if (this.#watched.size >= MAX_WATCHED) this.#forgetEnded();
    if (this.#watched.size >= MAX_WATCHED)
      throw new McpRefusal(
        `you are subscribed to ${MAX_WATCHED} resources, which is the limit: unsubscribe from one`,
      );
    const name = paneOfUri(uri);
    const stop = new AbortController();
    this.#watched.set(uri, stop);
    this.follow();
    if (name === undefined) return;
    try {
      const { contextId, pane } = await this.#scope.find(name);
      const offset = pane?.offset ?? (await this.#scope.offsetOf(contextId));
      void this.#watchOutput(uri, contextId, offset, stop.signal).finally(() => stop.abort());
    } catch (error) {
      this.unwatch(uri);
      throw error;
    }
  }

  unwatch(uri: string): void {
    this.#watched.get(uri)?.abort();
    this.#watched.delete(uri);
    this.#changed.delete(uri);
  }

  /** Watches what a request to listen names. Since 2026, the package itself answers such a request and filters updates. */
  listen(message: unknown): void {
    if (!isListen(message)) return;
    this.follow();
    for (const uri of watchedUris(message).slice(0, MAX_WATCHED)) void this.watch(uri).catch(() => {});
  }

  /** Follows the states of panes, and which panes there are. */
  follow(): void {
    this.#wanted = true;
    this.followAgain();
  }

  /** Continues on another connection, if the client follows the panes. */
  followAgain(): void {
    if (!this.#wanted) return;
    this.#following ??= this.#scope.link
      .use((client) => this.#readStates(client))
      .catch(() => {})
      .finally(() => {
        this.#following = undefined;
      });
  }

  close(): void {
    this.#closing.abort();
    for (const stop of this.#watched.values()) stop.abort();
    clearTimeout(this.#timer);
  }

  /** Panes that have ended change no more. Not every client unsubscribes from them. */
  #forgetEnded(): void {
    for (const [uri, { signal }] of this.#watched) if (signal.aborted) this.#watched.delete(uri);
  }

  /** Ends with the pane, or when the connection is lost for good. */
  async #watchOutput(uri: string, contextId: string, offset: number, signal: AbortSignal): Promise<void> {
    const until = { kind: "regex", pattern: "." } as const;
    let since = offset;
    try {
      while (!signal.aborted) {
        const params = { context_id: contextId, until, since, timeout_ms: WAIT_MS };
        const answer = await this.#scope.link.call("mullion.wait", params, { signal });
        if (answer.outcome !== "timed-out") this.#note(uri);
        if (answer.outcome === "exited" || answer.exit_code !== undefined) return;
        since = answer.offset;
        await delay(COALESCED_MS, undefined, { signal });
      }
    } catch {
      // The watch was ended, or there is no daemon any more: the next call of the client says so.
    }
  }

  async #readStates(client: Client): Promise<void> {
    const known = new Map((await this.#scope.shown()).map((pane) => [keyOf(pane), pane.context_id]));
    const events = client.events({
      methods: ["mullion.agent_state_changed"],
      signal: this.#closing.signal,
    });
    for await (const { method, params } of events)
      if (method === "mullion.agent_state_changed") this.#stateChanged(params, known);
  }

  #stateChanged(change: StateChange, known: Map<string, string>): void {
    const { agent } = change;
    const key = keyOf(change);
    const isKnown = known.has(key);
    const contextId = change.context_id ?? known.get(key);
    if (contextId === undefined && !this.#scope.grant.all) return;
    if ((agent !== undefined) !== isKnown) this.#listChanged = true;
    if (agent) known.set(key, contextId ?? "");
    else known.delete(key);
    if (contextId) this.#note(screenUri(contextId));
    this.#note(PANES_URI);
  }

  #note(uri: string): void {
    if (this.#watched.has(uri)) this.#changed.add(uri);
    if (this.#changed.size > 0 || this.#listChanged) this.#timer ??= this.#flushLater();
  }

  #flushLater(): NodeJS.Timeout {
    return setTimeout(() => {
      this.#timer = undefined;
      if (this.#listener.congested) this.#timer = this.#flushLater();
      else this.#flush();
    }, COALESCED_MS);
  }

  #flush(): void {
    const uris = [...this.#changed];
    this.#changed.clear();
    if (this.#listChanged) this.#listener.listChanged();
    this.#listChanged = false;
    for (const uri of uris) this.#listener.updated(uri);
  }
}

function keyOf({ host = "", socket, pane_id }: Pick<StateChange, "host" | "socket" | "pane_id">): string {
  return `${host} ${socket} ${pane_id}`;
}
