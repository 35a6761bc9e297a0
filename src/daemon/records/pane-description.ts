import { attempt } from "../../core/attempt.ts";
import { paneId, paneStart, sessionId, windowId } from "../../core/records/record.ts";
import {
  text as anyText,
  count,
  fits,
  flag,
  list,
  matching,
  object,
  only,
  type TypeOf,
  tuple,
} from "../../core/records/shape.ts";
import type { Pane } from "../../core/tree/tree.ts";
import { HOLDER_DESCRIPTION_BYTES } from "../../wire/holder-wire.ts";

/**
 * What a holder stores about its pane: enough to put the pane back in its place if every record of it is lost. The
 * holder does not interpret the text; only daemons read it. A later daemon may read what an earlier version wrote, so
 * the shape is frozen like those of the records (`kinds.ts`).
 */
export const paneDescription = object(
  {
    /** Key of the pane's server. */
    server: matching(/^[0-9a-f]+$/),
    socketPath: matching(/^\//),
    pane: paneId,
    session: object({ id: sessionId, name: matching(/./s), cwd: anyText }),
    /** `named`: the window was named by hand, so automatic-rename is off. */
    window: object({ id: windowId, name: anyText, index: count, named: flag }),
    start: paneStart,
    historyLimit: count,
    metadata: list(tuple(anyText, anyText)),
  },
  /** Id of the call that created the pane, in hexadecimal digits. */
  { request: matching(/^[0-9a-f]{1,16}$/) },
);
export const DESCRIPTION_VERSION = 1;

export type HolderDescription = TypeOf<typeof paneDescription>;

/** Description of a process that a client's terminal shows temporarily (display-popup); it ends with the daemon. */
export const POPUP_DESCRIPTION = JSON.stringify({ kind: "popup" });
const popup = object({ kind: only("popup") });

export interface DescribedServer {
  readonly key: string;
  readonly socketPath: string;
}

/** Returns an empty text for a pane that is in no session. */
export function describePane(pane: Pane, { key, socketPath }: DescribedServer, request?: string): string {
  const { window, id, start, historyLimit, metadata } = pane;
  const [link] = window.links;
  if (!link) return "";
  const description: HolderDescription = {
    server: key,
    socketPath,
    pane: id,
    session: { id: link.session.id, name: link.session.name, cwd: link.session.cwd },
    window: {
      id: window.id,
      name: window.name,
      index: link.index,
      named: window.options.has("automatic-rename") && !window.options.flag("automatic-rename"),
    },
    start,
    historyLimit,
    metadata: [...metadata],
    ...(request !== undefined && { request }),
  };
  const text = JSON.stringify(description);
  return Buffer.byteLength(text) <= HOLDER_DESCRIPTION_BYTES ? text : shortened(description);
}

/** A command line may be longer than a holder stores: then the description names the program only. */
function shortened(description: HolderDescription): string {
  const { start } = description;
  const brief = { ...start, command: [start.file], argv: start.argv.slice(0, 1), direct: true };
  const text = JSON.stringify({ ...description, start: brief, metadata: [] });
  return Buffer.byteLength(text) <= HOLDER_DESCRIPTION_BYTES ? text : "";
}

/** Returns undefined for text that no daemon of ours wrote. */
export function parseDescription(text: string | undefined): HolderDescription | "popup" | undefined {
  if (!text) return undefined;
  const value = attempt((): unknown => JSON.parse(text));
  if (fits(popup, value)) return "popup";
  return fits(paneDescription, value) ? value : undefined;
}
