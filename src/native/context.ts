import type { PaneId } from "../core/ids.ts";
import type { Pane } from "../core/tree/pane.ts";
import { ProtocolError } from "../protocol/errors.ts";
import type { NativeServer, PaneOutput, PanePlace } from "./host.ts";

/** How a context ended. */
export interface ContextExit {
  readonly exit_code: number;
  readonly signal?: string;
  /** Bytes that it printed in all. */
  readonly offset: number;
  /** Milliseconds since the epoch. */
  readonly time: number;
}

/**
 * One process in one pane, under an id that is never used again. The pane may go (its context has exited then, and is
 * kept for a while) but another process in the same pane is another context.
 */
export class Context {
  readonly id: string;
  /** Hint of the team that spawned it; for the pane of a leader, its own. */
  readonly team: string;
  readonly place: PanePlace;
  readonly #server: () => NativeServer | undefined;
  /** Its program runs, or ran: before that it is in no list. */
  started: boolean;
  /** Asked to end: it stays in the list until its process has gone. */
  ending = false;
  exit: ContextExit | undefined;
  /** Its pane is closed: so much it had printed. */
  closedAt: number | undefined;
  /** Its pane runs another process by now. */
  replaced = false;
  /** Settles when the text that is being typed into it was taken, or was not. */
  typing: Promise<unknown> = Promise.resolve();

  constructor(given: {
    readonly id: string;
    readonly team: string;
    readonly place: PanePlace;
    readonly server: () => NativeServer | undefined;
    readonly started: boolean;
    readonly exit?: ContextExit | undefined;
  }) {
    this.id = given.id;
    this.team = given.team;
    this.place = given.place;
    this.#server = given.server;
    this.started = given.started;
    this.exit = given.exit;
  }

  get live(): boolean {
    return this.started && !this.exit;
  }

  get server(): NativeServer | undefined {
    return this.#server();
  }

  /** Undefined once it is closed. */
  get pane(): Pane | undefined {
    return this.replaced || this.closedAt !== undefined
      ? undefined
      : this.server?.mux.server.panes.get(this.place.pane as PaneId);
  }

  /** Undefined once the pane is closed. */
  get output(): PaneOutput | undefined {
    return this.pane && this.server?.outputOf(this.place.pane);
  }

  /** Bytes printed so far. */
  get offset(): number {
    return this.exit?.offset ?? this.output?.end ?? this.closedAt ?? 0;
  }

  /** The pane of a context that can be acted on. */
  livePane(): Pane {
    const { pane } = this;
    if (this.exit || !pane?.process)
      throw new ProtocolError("context-exited", `context ${this.id} has exited`);
    return pane;
  }

  /** It ends soon: SIGHUP, and SIGKILL to what is left. */
  kill(): void {
    if (this.exit || this.ending) return;
    this.ending = true;
    this.pane?.process?.close();
  }
}
