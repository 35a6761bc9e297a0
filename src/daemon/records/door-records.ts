import type { DoorRecords } from "../../doors/tmux/context.ts";
import type { House } from "../house.ts";

/** Records of the tmux door for one server, beside those of its tree. */
export function doorRecords({ ledger, store }: Pick<House, "ledger" | "store">, server: string): DoorRecords {
  const place = `door/${server}/`;
  return {
    under: (prefix) => [...store.under(place + prefix)],
    write(key, value) {
      ledger.note({ key: place + key, value });
      ledger.commitSoon();
    },
  };
}
