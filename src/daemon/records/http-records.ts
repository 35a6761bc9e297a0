import type { HttpRecords } from "../../doors/http/way-in/records.ts";
import type { House } from "../house.ts";
import { change, type KindName, type RecordTypes } from "./kinds.ts";

/** Records of the HTTP door. Each change is committed at once: an answer that follows it is true for the next daemon too. */
export function httpRecords({ ledger, store }: Pick<House, "ledger" | "store">): HttpRecords {
  return {
    under: (kind) => [...store.under(kind)],
    write<K extends KindName>(kind: K, name: string, record: RecordTypes[K] | undefined) {
      ledger.note(change(kind, name, record));
      ledger.commit();
    },
  };
}
