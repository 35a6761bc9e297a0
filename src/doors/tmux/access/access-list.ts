import type { Invocation } from "../../../wire/invocation.ts";
import type { DoorRecords } from "../context.ts";

/** A user beside the owner and root who may use the server. */
export interface Grant {
  readonly uid: number;
  /** As it was when access was given. */
  readonly name: string;
  readonly readonly: boolean;
}

/** A call of such a user that is being served. */
export interface Visitor {
  setReadonly(on: boolean): void;
  /** Access was withdrawn. */
  turnAway(): void;
}

/**
 * Which other users may speak to a server: `server-access`. It is the whole rule, and is asked at every connection and before
 * every command, so that what is withdrawn ends at once. It is recorded, and so it lives as long as the server does.
 */
export class AccessList {
  readonly #records: DoorRecords;
  readonly #grants = new Map<number, Grant>();
  readonly #visitors = new Map<Visitor, number>();

  constructor(records: DoorRecords) {
    this.#records = records;
    for (const [uid, value] of records.under("access/")) {
      const { name, readonly } = value as { name: string; readonly: boolean };
      this.#grants.set(Number(uid), { uid: Number(uid), name, readonly });
    }
  }

  get(uid: number): Grant | undefined {
    return this.#grants.get(uid);
  }

  /** In the order of their ids. */
  all(): readonly Grant[] {
    return [...this.#grants.values()].sort((a, b) => a.uid - b.uid);
  }

  /** Gives access, or changes what kind it is, also for those who are here. */
  set(grant: Grant): void {
    const { uid, name, readonly } = grant;
    this.#grants.set(uid, grant);
    this.#records.write(`access/${uid}`, { name, readonly });
    for (const visitor of this.#of(uid)) visitor.setReadonly(readonly);
  }

  withdraw(uid: number): void {
    this.#grants.delete(uid);
    this.#records.write(`access/${uid}`, undefined);
    for (const visitor of this.#of(uid)) visitor.turnAway();
  }

  /** Serves a call. One of another user is told when what that user may do changes. */
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
