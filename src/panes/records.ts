import { paneId } from "../core/records/record.ts";
import {
  count,
  dictionary,
  either,
  flag,
  integer,
  list,
  number,
  object,
  only,
  type TypeOf,
  type TypesOf,
  text,
} from "../core/records/shape.ts";

/** `offset`: total bytes printed. `time`: milliseconds since the epoch. */
const exit = object({ exit_code: integer, offset: count, time: number }, { signal: text });
const leader = object({ server: text, pane: paneId });
/** Values are as the client sent them; arrays and objects are JSON text. */
const metadata = dictionary(either(text, number, flag));
const described = object({ context_id: text, metadata, sequence: count }, { session: text });

/** Numbered events: all except output, which has offsets, and gaps. */
const event = either(
  object({
    method: only("context_exited"),
    params: object(
      { context_id: text, exit_code: integer, sequence: count, offset: count },
      { signal: text },
    ),
  }),
  object({ method: only("mullion.context_spawned"), params: described }),
  object({ method: only("mullion.context_changed"), params: described }),
);
export type LoggedEvent = TypeOf<typeof event>;

/** The shapes of what the native doors keep on disk, by kind. */
export const nativeShapes = {
  /** Ids of contexts below this number are in use or reserved. */
  nextContext: count,
  /** Records of earlier versions have no `spawned`: their contexts count as spawned by the team, as they did there. */
  context: object({ team: text, server: text, pane: paneId, started: flag }, { exit, spawned: flag }),
  team: object({ hint: text, selfId: text }, { leader }),
  event,
  /**
   * What a team has on a host. `sequence`: the last event of the host that is in the team's log. `asked`: starts whose
   * context the host has not announced yet.
   */
  placed: object({ team: text, host: text, sequence: count, asked: count, live: list(text) }),
  /** By place of the pane: the request that types into it. */
  turn: object({ request: text }),
};

export type NativeTypes = TypesOf<typeof nativeShapes>;

/** Records that outlive the daemon. All noted changes go into the next commit, completely or not at all. */
export interface NativeRecords {
  /** The records of a kind, by name. */
  under<K extends keyof NativeTypes>(kind: K): Iterable<readonly [name: string, record: NativeTypes[K]]>;
  /** Undefined removes the record. */
  note<K extends keyof NativeTypes>(kind: K, name: string, record: NativeTypes[K] | undefined): void;
  commit(): void;
}
