import { paneId, sessionId } from "../../../core/records/record.ts";
import { flag, list, number, object, only, type TypesOf, text } from "../../../core/records/shape.ts";

/** The shapes of what the door keeps on disk for one server, by kind. */
export const doorShapes = {
  /** A user to whom `server-access` granted access, by user id. */
  access: object({ name: text, readonly: flag }),
  /** A channel of `wait-for`, by name. */
  channel: object({}, { woken: flag, locked: flag }),
  /** A client that has passed a channel, by the client's id and the channel's name. */
  passed: only(true),
  /** When a delay of an unanswered call began, by the client's id and the number of the delay. */
  delay: object({ begunMs: number }),
  /** What `run-shell -b -d` starts later: a shell command, or commands of tmux. */
  delayedJob: object(
    { begunMs: number, delayMs: number },
    { shell: object({ command: text, cwd: text }, { session: sessionId, pane: paneId }), commands: text },
  ),
  /** Configuration files that the server has not read completely, so that the next daemon reads them again. */
  unreadConfiguration: object({ files: list(text), cwd: text }),
};

type DoorTypes = TypesOf<typeof doorShapes>;

/** Records of the door that outlive the daemon. They are written with the next commit. */
export interface DoorRecords {
  /** The records of a kind, by name. */
  under<K extends keyof DoorTypes>(kind: K): Iterable<readonly [name: string, record: DoorTypes[K]]>;
  /** Undefined removes the record. */
  write<K extends keyof DoorTypes>(kind: K, name: string, record: DoorTypes[K] | undefined): void;
}
