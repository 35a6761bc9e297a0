import type { DoorRecords } from "../../doors/tmux/server/door-records.ts";
import type { House } from "../house.ts";
import { change, type KindName, type RecordTypes } from "./kinds.ts";

/** Records of the tmux door for one server, beside those of its tree. */
export function doorRecords({ ledger, store }: Pick<House, "ledger" | "store">, server: string): DoorRecords {
  return {
    under: (kind) => [...store.under(kind, server)],
    write<K extends KindName>(kind: K, name: string, record: RecordTypes[K] | undefined) {
      ledger.note(change(kind, name, record, server));
      ledger.commitSoon();
    },
  };
}
