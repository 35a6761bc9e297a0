import { attempt } from "../../../core/attempt.ts";
import {
  type AnyShape,
  count,
  either,
  flag,
  integer,
  list,
  matching,
  object,
  orNull,
  text,
  tuple,
} from "../../../core/records/shape.ts";
import { cells, farAgent, farPane, tmuxId } from "../../../panes/far-pane-shape.ts";

/**
 * What a host may send to a page. Its daemon is not trusted: every member that the page reads has the form that the page
 * expects, and one host cannot fill the page's memory. Messages of other types are discarded; a message of another form
 * ends the connection.
 */

/** Characters that the panes of one host may have together. */
const MAX_PANES_CHARS = 8 * 1024 * 1024;

const UUID = matching(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
const PANE = farPane({ id: UUID, viewers: list(object({ kind: text, id: text, name: text })) });
const WINDOW = object({
  ...{ socket: text, session: text, session_id: tmuxId, window_id: tmuxId, index: integer, name: text },
  ...{ cols: cells, rows: cells, current: flag, zoomed: flag, layout: text, panes: list(UUID) },
  attached: count,
});
const RUN = tuple(count, text, count, integer, integer);
const PICTURE = object(
  { id: UUID, cols: cells, rows: cells, lines: list(either(list(RUN), orNull(count))) },
  { cursor: tuple(count, count) },
);

type Shapes = Readonly<Record<string, AnyShape>>;

const PAGE_MESSAGES: Shapes = {
  hello: object({ version: text, self: text }),
  house: object({ panes: list(PANE), windows: list(WINDOW) }),
  change: object({ panes: list(PANE), gone: list(UUID) }, { windows: list(WINDOW) }),
  pictures: object({ pictures: list(PICTURE) }),
};

const LIVE_MESSAGES: Shapes = {
  snapshot: object({ cols: cells, rows: cells, screen: text, offset: count, pid: count }),
  gap: object({ reason: text }),
  agent: object({ agent: farAgent }),
  resized: object({ cols: cells, rows: cells }),
  respawned: object({}),
  exited: object({ exitCode: integer }),
  closed: object({}),
};

/** Returns the message for the page, or undefined if it is not for pages. Throws if its form is wrong. */
export type CheckMessage = (text: string) => string | undefined;

export const checkLive: CheckMessage = (text) => read(LIVE_MESSAGES, text)?.text;

/** Checks the messages of one connection, whose panes it counts. */
export function pageCheck(): CheckMessage {
  const sizes = new Map<string, number>();
  let chars = 0;
  const resize = (id: string, size: number) => {
    chars += size - (sizes.get(id) ?? 0);
    if (size === 0) sizes.delete(id);
    else sizes.set(id, size);
  };
  return (text) => {
    const message = read(PAGE_MESSAGES, text);
    const { type, panes = [], gone = [] } = (message?.value ?? {}) as CountedMessage;
    if (type === "house") for (const id of [...sizes.keys()]) resize(id, 0);
    for (const pane of panes) resize(pane.id, JSON.stringify(pane).length);
    for (const id of gone) resize(id, 0);
    if (chars > MAX_PANES_CHARS) throw new Error("it has more than 8 MB of panes");
    return message?.text;
  };
}

interface CountedMessage {
  readonly type?: string;
  readonly panes?: readonly { readonly id: string }[];
  readonly gone?: readonly string[];
}

/** A key that JavaScript reads as something else; our own daemons write printable characters as they are. */
const MAY_NAME_PROTOTYPE = /__proto__|\\u00[2-7]/i;

function read(shapes: Shapes, text: string): { readonly value: object; readonly text: string } | undefined {
  const isSuspect = MAY_NAME_PROTOTYPE.test(text);
  const value = attempt<unknown>(() => JSON.parse(text, isSuspect ? drop : undefined));
  if (typeof value !== "object" || value === null) throw new Error("it sends no JSON");
  const { type } = value as { readonly type?: unknown };
  const shape = typeof type === "string" && Object.hasOwn(shapes, type) ? shapes[type] : undefined;
  if (!shape) return undefined;
  const fault = shape.fault(value);
  if (fault !== undefined) throw new Error(`${type}${fault}`.slice(0, 80));
  return { value, text: isSuspect ? JSON.stringify(value) : text };
}

function drop(key: string, value: unknown): unknown {
  return key === "__proto__" ? undefined : value;
}
