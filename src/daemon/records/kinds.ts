import type { ExitState, Size, StartedProcess } from "../../core/ports.ts";
import { paneId, sessionId, treeShapes, windowId } from "../../core/records/record.ts";
import {
  type AnyShape,
  count,
  either,
  flag,
  integer,
  list,
  matching,
  number,
  object,
  only,
  orNull,
  type Schema,
  type Shape,
  type TypeOf,
  text,
  tuple,
} from "../../core/records/shape.ts";
import { httpShapes } from "../../doors/http/way-in/records.ts";
import type { PipeFlow } from "../../doors/tmux/context.ts";
import { doorShapes } from "../../doors/tmux/server/door-records.ts";
import type { HolderIdentity } from "../../holders/find-holder.ts";
import type { PipePlace } from "../../holders/held-pipe.ts";
import { nativeShapes } from "../../panes/records.ts";
import { DESCRIPTION_VERSION, paneDescription } from "./pane-description.ts";

/**
 * The kinds of records that the daemon keeps. Each record is checked against the shape of its kind when it is read; one
 * that does not fit is set aside, and everything else is read.
 *
 * `frozen.jsonl` holds the shape of each version. Within a version a shape may only gain optional members: this daemon
 * and an earlier one read each other's records. Any other change needs a new version, and the shape must go on accepting
 * what the earlier versions wrote. The log says which version of each kind it holds, so that a daemon after a downgrade
 * sets newer records aside instead of misreading them. test/pins/records.test.ts checks all this.
 */
interface RecordKind<T> {
  readonly shape: Shape<T>;
  /** Begins the keys of the kind; the record's name follows. `*` is the key of the server that a record belongs to. */
  readonly key: string;
  readonly version: number;
  /** What a user loses with such a record, as the end of a sentence. */
  readonly lost: string;
  /** The shape of the names; absent: any text. */
  readonly names?: AnyShape | undefined;
}

/** A kind that still has its first version. */
function kind<T>(shape: Shape<T>, key: string, lost: string, names?: AnyShape): RecordKind<T> {
  return { shape, key, version: 1, lost, names };
}

/** The kinds of the tree changed together, once. */
function treeKind<T>(...columns: Parameters<typeof kind<T>>): RecordKind<T> {
  return { ...kind(...columns), version: 2 };
}

const path = matching(/^\//);
const hexadecimal = matching(/^[0-9a-f]{1,16}$/);
const size: Shape<Size> = object({ cols: count, rows: count });
const started: Shape<StartedProcess> = object({ pid: count, tty: text });
const holder: Shape<HolderIdentity> = object({ pid: count, startedMs: number });
const exit: Shape<ExitState> = object({}, { status: integer, signal: integer });
const flow: Shape<PipeFlow> = object({ output: flag, input: flag });
const place: Shape<PipePlace> = object({ holder: hexadecimal, base: integer }, { until: integer });
/** The environment is "K=V" entries separated by NUL: writing one string takes a tenth of the time of many. */
const request = object({ argv: list(text), cwd: text, environment: text, size }, { file: text });
const answered = object({
  kind: only("answered"),
  answer: object({ stdout: text, stderr: text, status: integer }),
});
/** The server and the id of each pane. */
const begun = object({ kind: only("begun"), spawned: list(tuple(text, text)) });

const { server, tree, buffers, session, window, pane } = treeShapes;
const ADOPTED = "programs that still run are adopted";

const table = {
  server: treeKind(server, "*/server", "the server's options, key bindings and environment are lost"),
  tree: treeKind(tree, "*/tree", "the groups of sessions and the marked pane are lost"),
  buffers: treeKind(buffers, "*/buffers", "the paste buffers are lost"),
  session: treeKind(session, "*/session/", `the session is lost; ${ADOPTED}`, sessionId),
  window: treeKind(window, "*/window/", `the window is lost; ${ADOPTED}`, windowId),
  pane: treeKind(pane, "*/pane/", `the pane is lost; ${ADOPTED}`, paneId),
  socket: kind(
    /** The mode is present if the owner has opened the socket to others. */
    object({ socketPath: path }, { mode: count }),
    "server/",
    `the server is lost; ${ADOPTED}`,
    hexadecimal,
  ),
  /**
   * Until the start is confirmed, `request` holds everything that the next daemon needs to launch the program. Records
   * of an earlier install have no `holder`.
   */
  holder: kind(
    object({ key: hexadecimal }, { started, holder, request }),
    "holder/*/",
    "a program that had not started is lost; one that runs is adopted",
    paneId,
  ),
  pipe: kind(
    object({ key: hexadecimal, pane: paneId, flow, place }),
    "pipe/*/",
    "the command of pipe-pane gets no further output",
    hexadecimal,
  ),
  closing: kind(only(1), "closing/", "a program that was being ended may be adopted", hexadecimal),
  retired: kind(size, "retired/", "the output of a closed pane is lost"),
  ended: kind(
    object(
      /** The session is empty if the pane was in no session any more. */
      { socketPath: path, pane: paneId, session: text, exit: orNull(exit), time: number },
      /** A user gave the pane this name; the last program was started with this command, in this directory. */
      { name: text, command: list(text), cwd: text },
    ),
    "ended/",
    "the exit status of a closed pane is lost",
  ),
  request: kind(
    either(answered, begun),
    "request/",
    "a call that was interrupted may run a second time",
    hexadecimal,
  ),
  attached: kind(
    object(
      { socketPath: path, session: text, flags: text, utf8: flag, features: list(text) },
      {
        /** Stdin offset up to which the effects of typed keys are on record: the next daemon does not replay them. */
        taken: count,
        /** The same for the last keys that did not arrive on stdin: their id, and the offset in them. */
        unread: object({ id: hexadecimal, taken: count }),
        /** The key table for the next key, which begins at this stdin offset. Absent: the session's own table. */
        table: object({ name: text, at: count }),
      },
    ),
    "attached/",
    "a terminal that was attached has to attach again",
    hexadecimal,
  ),
  stays: kind(only(true), "daemon/stays", "the daemon ends when it is idle, until the next mullion up"),
  nextContext: kind(nativeShapes.nextContext, "native/next", "contexts may get ids that others had before"),
  context: kind(nativeShapes.context, "native/context/", "the team does not list the context any more"),
  team: kind(nativeShapes.team, "native/team/", "clients that reconnect get a new team"),
  event: kind(nativeShapes.event, "native/event/", "clients that reconnect miss the event"),
  placed: kind(
    nativeShapes.placed,
    "native/placed/",
    "the team does not list its contexts on a host any more",
  ),
  turn: kind(nativeShapes.turn, "native/turn/", "another text may come between a text and its Enter"),
  page: kind(httpShapes.page, "page/", "the browser has to log in again", hexadecimal),
  share: kind(httpShapes.share, "share/", "the share link does not work any more", hexadecimal),
  access: kind(
    doorShapes.access,
    "door/*/access/",
    "the user has no access to the server any more",
    matching(/^\d{1,10}$/),
  ),
  channel: kind(doorShapes.channel, "door/*/channel/", "a signal or a lock of wait-for is lost"),
  passed: kind(doorShapes.passed, "door/*/passed/", "a client may wait again in wait-for"),
  delay: kind(doorShapes.delay, "door/*/delay/", "a call may wait for the whole of its delay again"),
  delayedJob: kind(doorShapes.delayedJob, "door/*/job/", "a delayed command of run-shell does not run"),
  unreadConfiguration: kind(
    doorShapes.unreadConfiguration,
    "door/*/configuration/unread",
    "the configuration files may have been read only in part",
  ),
};

export type KindName = keyof typeof table;
export type RecordTypes = { readonly [K in KindName]: TypeOf<(typeof table)[K]["shape"]> };
export const kinds: { readonly [K in KindName]: RecordKind<RecordTypes[K]> } = table;
export const kindNames = Object.keys(table) as KindName[];

/** Kinds whose records end with their server. */
export const serverKinds = kindNames.filter((name) => kinds[name].key.includes("*"));

/** The key of a record. `server` is the key of the server that it belongs to, if its kind has one. */
export function recordKey(kind: KindName, name: string, server: string): string {
  return kinds[kind].key.replace("*", server) + name;
}

/** A change of one record. The value has the type of its kind (`change`). */
export interface StoreChange {
  readonly kind: KindName;
  readonly key: string;
  /** Undefined removes the record. */
  readonly value: unknown;
}

export function change<K extends KindName>(
  kind: K,
  name: string,
  value: RecordTypes[K] | undefined,
  server = "",
): StoreChange {
  return { kind, key: recordKey(kind, name, server), value };
}

const byKey = new Map(kindNames.map((name) => [kinds[name].key, name]));
const HEXADECIMAL = /^[0-9a-f]+\/$/;

/** The kind and the name of the record with this key; undefined for a key that this version does not know. */
export function parseKey(key: string): { readonly kind: KindName; readonly name: string } | undefined {
  const first = wordEnd(key, 0);
  const head = key.slice(0, first);
  const own = byKey.get(head);
  if (own) return { kind: own, name: key.slice(first) };
  const second = wordEnd(key, first);
  if (HEXADECIMAL.test(head)) return named(key, `*/${key.slice(first, second)}`, second);
  const word = key.slice(first, second);
  if (!HEXADECIMAL.test(word)) return named(key, head + word, second);
  const third = wordEnd(key, second);
  return (
    named(key, `${head}*/`, second) ??
    named(key, `${head}*/${key.slice(second, third)}`, third) ??
    named(key, `${head}*/${key.slice(second)}`, key.length)
  );
}

function named(key: string, prefix: string, end: number): ReturnType<typeof parseKey> {
  const kind = byKey.get(prefix);
  return kind && { kind, name: key.slice(end) };
}

function wordEnd(key: string, from: number): number {
  return key.indexOf("/", from) + 1 || key.length;
}

/** The present versions, for `frozen.jsonl`: all kinds, and the description that a holder stores of its pane. */
export function frozenKinds(): { kind: string; version: number; key: string; schema: Schema }[] {
  const all = kindNames.map((kind) => {
    const { version, key, shape } = kinds[kind];
    return { kind, version, key, schema: shape.schema };
  });
  const { schema } = paneDescription;
  return [...all, { kind: "description", version: DESCRIPTION_VERSION, key: "", schema }];
}
