import type { PaneId, SessionId, WindowId } from "../ids.ts";
import type { Change, ChangeOperations } from "../mux.ts";
import type { Entity, ServerState } from "../tree/state.ts";
import {
  type PaneRecord,
  paneId,
  type ServerRecords,
  type SessionRecord,
  sessionId,
  type WindowRecord,
  windowId,
} from "./record.ts";
import { fits, type Shape } from "./shape.ts";
import { writeEntity } from "./write.ts";

export function changeOperations(server: ServerState): ChangeOperations {
  return {
    takeChanges() {
      const changes = [...server.touched].map((entity) => writeEntity(server, entity));
      server.touched.clear();
      return changes;
    },

    allRecords() {
      const entities: Entity[] = [
        server,
        server.next,
        server.buffers,
        ...server.sessions.values(),
        ...server.windows.values(),
        ...server.panes.values(),
      ];
      return entities.map((entity) => writeEntity(server, entity));
    },
  };
}

/** The sum of changes. */
export function collectRecords(changes: Iterable<Change>): ServerRecords {
  const sessions = new Map<SessionId, SessionRecord>();
  const windows = new Map<WindowId, WindowRecord>();
  const panes = new Map<PaneId, PaneRecord>();
  let own: Omit<ServerRecords, "sessions" | "windows" | "panes"> = {
    server: undefined,
    tree: undefined,
    buffers: undefined,
  };
  for (const change of changes) {
    if (change.kind === "session") put(sessions, sessionId, change);
    else if (change.kind === "window") put(windows, windowId, change);
    else if (change.kind === "pane") put(panes, paneId, change);
    else own = { ...own, [change.kind]: change.record };
  }
  return { ...own, sessions, windows, panes };
}

function put<I extends string, R>(
  records: Map<I, R>,
  id: Shape<I>,
  { name, record }: { readonly name: string; readonly record: R | undefined },
): void {
  if (!fits(id, name)) return;
  if (record === undefined) records.delete(name);
  else records.set(name, record);
}
