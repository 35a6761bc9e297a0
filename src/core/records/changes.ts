import type { ChangeOperations } from "../mux.ts";
import type { Entity, ServerState } from "../tree/state.ts";
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
