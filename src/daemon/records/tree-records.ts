import type { Change } from "../../core/mux.ts";
import { collectRecords } from "../../core/records/changes.ts";
import type { ServerRecords, TreeTypes } from "../../core/records/record.ts";
import { change, recordKey, type StoreChange } from "./kinds.ts";
import type { Store } from "./store.ts";
import type { Tables } from "./tables.ts";

/** The records of a server's tree. */
export function treeRecords(tables: Pick<Tables, "under">, server: string): ServerRecords {
  return collectRecords(allOf(tables, server));
}

/** Copies the records of a server that cannot be rebuilt to the file of damaged lines; returns their removal. */
export function setTreeAside(store: Store, server: string): StoreChange[] {
  const all = allOf(store, server);
  store.setAside(all.map(({ kind, name, record }) => [recordKey(kind, name, server), record]));
  return all.map(({ kind, name }) => change(kind, name, undefined, server));
}

function allOf(tables: Pick<Tables, "under">, server: string): Change[] {
  const of = <K extends keyof TreeTypes>(kind: K): Change<K>[] =>
    [...tables.under(kind, server)].map(([name, record]) => ({ kind, name, record }));
  return [...of("server"), ...of("tree"), ...of("buffers"), ...of("session"), ...of("window"), ...of("pane")];
}
