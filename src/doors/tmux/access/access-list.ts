import type { Invocation } from "../../../wire/invocation.ts";
import type { DoorRecords } from "../server/door-records.ts";

/** A user beside the owner and root who may use the server. */
export interface Grant {
  readonly uid: number;
  /** Name of the user when access was granted. */
  readonly name: string;
  readonly readonly: boolean;
}

/** A running call of such a user. */
export interface Visitor {
  setReadonly(on: boolean): void;
  /** Ends the call, because access was withdrawn. */
  turnAway(): void;
}

/**
 * Which other users may use a server: `server-access`. This list is the only rule. It is checked at every connection
 * and before every command, so that a withdrawal takes effect at once. The list is on record and lives as long as the
 * server.
 */
export class AccessList {
  readonly #records: DoorRecords;
  readonly #grants = new Map<number, Grant>();
  readonly #visitors = new Map<Visitor, number>();

  constructor(records: DoorRecords) {
    this.#records = records;
    for (const [uid, { name, readonly }] of records.under("access"))
      this.#grants.set(Number(uid), { uid: Number(uid), name, readonly });
  }

  get(uid: number): Grant | undefined {
    return this.#grants.get(uid);
  }

  /** All grants, sorted by user id. */
  all(): readonly Grant[] {
    return [...this.#grants.values()].sort((a, b) => a.uid - b.uid);
  }

  /** Grants access or changes its kind, also for calls that are running. */
  set(grant: Grant): void {
    const { uid, name, readonly } = grant;
    this.#grants.set(uid, grant);
    this.#records.write("access", `${uid}`, { name, readonly });
    for (const visitor of this.#of(uid)) visitor.setReadonly(readonly);
  }

  withdraw(uid: number): void {
    this.#grants.delete(uid);
    this.#records.write("access", `${uid}`, undefined);
    for (const visitor of this.#of(uid)) visitor.turnAway();
  }

  /** Serves a call. Another user's call is notified when that user's access changes. */
  async during(
    caller: Pick<Invocation, "uid" | "confinedTo"> | undefined,
    visitor: Visitor,
    serve: () => Promise<void>,
  ): Promise<void> {
    if (caller?.confinedTo === undefined) return serve();
    this.#visitors.set(visitor, caller.uid);
    try {
      await serve();
    } finally {
      this.#visitors.delete(visitor);
    }
  }

  #of(uid: number): readonly Visitor[] {
    return [...this.#visitors].flatMap(([visitor, whose]) => (whose === uid ? [visitor] : []));
  }
}
