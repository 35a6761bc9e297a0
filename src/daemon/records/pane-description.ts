import type { PaneId, SessionId, WindowId } from "../../core/ids.ts";
import type { Pane, PaneStart } from "../../core/tree/tree.ts";
import { HOLDER_DESCRIPTION_BYTES } from "../../wire/holder-wire.ts";

/**
 * What a holder stores about its pane: enough to put the pane back in its place if every record of it is lost. The
 * holder does not interpret the text; only daemons read it. A later daemon may read what an earlier version wrote, so
 * every field is validated.
 */
export interface PaneDescription {
  /** Key of the pane's server. */
  readonly server: string;
  readonly socketPath: string;
  readonly pane: PaneId;
  readonly session: { readonly id: SessionId; readonly name: string; readonly cwd: string };
  readonly window: {
    readonly id: WindowId;
    readonly name: string;
    readonly index: number;
    /** The window was named by hand: automatic-rename is off. */
    readonly named: boolean;
  };
  readonly start: PaneStart;
  readonly historyLimit: number;
  readonly metadata: readonly (readonly [name: string, value: string])[];
  /** Id of the call that created the pane, in hexadecimal digits. */
  readonly request?: string | undefined;
}

/** Description of a process that a client's terminal shows temporarily (display-popup); it ends with the daemon. */
export const POPUP_DESCRIPTION = JSON.stringify({ kind: "popup" });

export interface DescribedServer {
  readonly key: string;
  readonly socketPath: string;
}

/** Returns an empty text for a pane that is in no session. */
export function describePane(pane: Pane, { key, socketPath }: DescribedServer, request?: string): string {
  const { window, id, start, historyLimit, metadata } = pane;
  const [link] = window.links;
  if (!link) return "";
  const description: PaneDescription = {
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
    request,
  };
  const text = JSON.stringify(description);
  return Buffer.byteLength(text) <= HOLDER_DESCRIPTION_BYTES ? text : shortened(description);
}

/** A command line may be longer than a holder stores: then the description names the program only. */
function shortened(description: PaneDescription): string {
  const { start } = description;
  const brief = { ...start, command: [start.file], argv: start.argv.slice(0, 1), direct: true };
  const text = JSON.stringify({ ...description, start: brief, metadata: [] });
  return Buffer.byteLength(text) <= HOLDER_DESCRIPTION_BYTES ? text : "";
}

/** Returns undefined for text that no daemon of ours wrote. */
export function parseDescription(text: string | undefined): PaneDescription | "popup" | undefined {
  if (!text) return undefined;
  try {
    const value = JSON.parse(text) as Partial<PaneDescription> & { readonly kind?: string };
    if (value?.kind === "popup") return "popup";
    return isDescription(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isDescription(value: Partial<PaneDescription>): value is PaneDescription {
  const { server, socketPath, pane, session, window, start, historyLimit, metadata, request } = value;
  return (
    [server, socketPath, session?.name, session?.cwd, window?.name].every(isText) &&
    /^[0-9a-f]+$/.test(server!) &&
    socketPath!.startsWith("/") &&
    session!.name !== "" &&
    isId("%", pane) &&
    isId("$", session!.id) &&
    isId("@", window!.id) &&
    Number.isInteger(window!.index) &&
    window!.index >= 0 &&
    isStart(start) &&
    Number.isInteger(historyLimit) &&
    historyLimit! >= 0 &&
    Array.isArray(metadata) &&
    metadata.every((entry) => Array.isArray(entry) && entry.length === 2 && entry.every(isText)) &&
    (request === undefined || /^[0-9a-f]{1,16}$/.test(request))
  );
}

const isText = (value: unknown): value is string => typeof value === "string";
const isId = (mark: string, value: unknown): boolean =>
  isText(value) && value.startsWith(mark) && /^.\d{1,9}$/.test(value);

function isStart(start: Partial<PaneStart> | undefined): start is PaneStart {
  if (typeof start !== "object" || start === null) return false;
  const { command, argv, direct, file, shell, cwd } = start;
  const lists = [command, argv].every((list) => Array.isArray(list) && list.every(isText));
  return lists && typeof direct === "boolean" && [file, shell, cwd].every(isText);
}
