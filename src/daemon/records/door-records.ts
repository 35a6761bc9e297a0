import type { HttpRecords } from "../../doors/http/way-in/records.ts";
import type { DoorRecords } from "../../doors/tmux/server/door-records.ts";
import type { House } from "../house.ts";
import { change, type KindName, type RecordTypes } from "./kinds.ts";

type Keeping = Pick<House, "ledger" | "store">;

/** Records of the tmux door for one server, beside those of its tree. */
export function doorRecords(house: Keeping, server: string): DoorRecords {
  return recordsOf(house, server, () => house.ledger.commitSoon());
}

/** Records of the HTTP door. Each change is committed at once: an answer that follows it is true for the next daemon too. */
export function httpRecords(house: Keeping): HttpRecords {
  return recordsOf(house, "", () => house.ledger.commit());
}

function recordsOf({ ledger, store }: Keeping, server: string, commit: () => void) {
  return {
    under: <K extends KindName>(kind: K) => [...store.under(kind, server)],
    write<K extends KindName>(kind: K, name: string, record: RecordTypes[K] | undefined) {
      ledger.note(change(kind, name, record, server));
      commit();
    },
  };
}
