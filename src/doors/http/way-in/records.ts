import { paneId, sessionId } from "../../../core/records/record.ts";
import { flag, matching, number, object, type TypesOf, text } from "../../../core/records/shape.ts";

const digest = matching(/^[0-9a-f]{64}$/);

/** The shapes of what the HTTP door keeps on disk, by kind. Of secrets it keeps SHA-256 digests only. Times are ms. */
export const httpShapes = {
  /** A browser that is logged in, by its cookie and its key together. One of a share link names the share. */
  page: object({ cookie: digest, key: digest, used: number }, { share: text }),
  /** A share link: of one pane, or of all panes that a session has at the time. Its name says for whom it was made. */
  share: object(
    { secret: digest, server: text, title: text, write: flag, created: number, expires: number },
    { pane: paneId, session: sessionId, name: text },
  ),
};

export type HttpRecordTypes = TypesOf<typeof httpShapes>;

/** Records that outlive the daemon. */
export interface HttpRecords {
  under<K extends keyof HttpRecordTypes>(
    kind: K,
  ): Iterable<readonly [name: string, record: HttpRecordTypes[K]]>;
  /** Undefined removes the record. The change is on disk when this returns. */
  write<K extends keyof HttpRecordTypes>(kind: K, name: string, record: HttpRecordTypes[K] | undefined): void;
}
