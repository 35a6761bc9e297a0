import type { Pane } from "../core/tree/tree.ts";
import { ProtocolError } from "../protocol/errors.ts";
import type { NativeServer, PaneOutput, PanePlace } from "./host.ts";
import type { NativeTypes } from "./records.ts";

/** How a context ended. */
export type ContextExit = NonNullable<NativeTypes["context"]["exit"]>;

/**
 * One process in one pane, under an id that is never reused. The pane may close (its context has then exited, and is
 * kept for a while), but another process in the same pane is another context.
 */
export class Context {
  readonly id: string;
  /** Hint of the team that spawned the context; for a leader's pane, the leader's own team. */
  readonly team: string;
  readonly place: PanePlace;
  /** Whether the team spawned it. False for a leader's own context, and for one in a pane that was created otherwise. */
  readonly spawned: boolean;
  #server: () => NativeServer | undefined;
  /** The program runs or ran; before that the context is in no list. */
  started: boolean;
  /** Asked to end: the context stays listed until its process has exited. */
  ending = false;
  exit: ContextExit | undefined;
  /** Output offset at which the pane was closed. */
  closedAt: number | undefined;
  /** The pane now runs another process. */
  replaced = false;

  constructor(
    given: Pick<Context, "id" | "team" | "place" | "started" | "spawned"> & {
      readonly server: () => NativeServer | undefined;
      readonly exit?: ContextExit | undefined;
    },
  ) {
    this.id = given.id;
    this.team = given.team;
    this.place = given.place;
    this.spawned = given.spawned;
    this.#server = given.server;
    this.started = given.started;
    this.exit = given.exit;
  }

  get live(): boolean {
    return this.started && !this.exit;
  }

  /** It has a pane, which may stay after its program's end. */
  get shown(): boolean {
    const { pane } = this;
    return this.started && pane !== undefined && (!this.exit || pane.exit !== undefined);
  }

  get server(): NativeServer | undefined {
    return this.#server();
  }

  /** The server has ended: a context that is kept for a while does not keep a whole server in memory. */
  releaseServer(): void {
    this.#server = () => undefined;
  }

  /** Undefined once the pane is closed. */
  get pane(): Pane | undefined {
    return this.replaced || this.closedAt !== undefined
      ? undefined
      : this.server?.mux.server.panes.get(this.place.pane);
  }

  /** Undefined once the pane is closed. */
  get output(): PaneOutput | undefined {
    return this.pane && this.server?.outputOf(this.place.pane);
  }

  /** Bytes printed so far. */
  get offset(): number {
    return this.exit?.offset ?? this.output?.end ?? this.closedAt ?? 0;
  }

  /** The pane of a context that accepts commands. */
  livePane(): Pane {
    const { pane } = this;
    if (this.exit || !pane?.process)
      throw new ProtocolError("context-exited", `context ${this.id} has exited`);
    return pane;
  }

  /** Ends the context: SIGHUP, then SIGKILL to what is left. */
  kill(): void {
    if (this.exit || this.ending) return;
    this.ending = true;
    this.pane?.process?.close();
  }
}
