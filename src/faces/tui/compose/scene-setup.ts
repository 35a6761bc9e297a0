import type { CellTables } from "../../../core/canvas/cell-tables.ts";
import type { FaceHost } from "../../../core/face/face-host.ts";
import type { Client, Pane, Session } from "../../../core/tree/tree.ts";
import type { ClientLayout } from "./client-layout.ts";

/** What a client shows beside its own messages, prompts and overlays. */
export interface SceneSetup {
  readonly client: Client;
  readonly session: Session;
  readonly layout: ClientLayout;
  /** The pane that receives the keys; the client may have selected it for itself alone. */
  readonly active: Pane;
  readonly marked: Pane | undefined;
  /** Expands a format, including its `#(…)` jobs. */
  readonly expand: FaceHost["expand"];
  readonly tables: CellTables;
}
