import { createServer, type Server } from "node:net";
import { join } from "node:path";
import { MuxError } from "../../src/core/errors.ts";
import { systemClock } from "../../src/daemon/system/clock.ts";
import type { HttpHost } from "../../src/doors/http/host.ts";
import { HttpDoor, type HttpListener } from "../../src/doors/http/http-door.ts";
import { PageLogins } from "../../src/doors/http/way-in/page-logins.ts";
import type { HttpRecords, HttpRecordTypes } from "../../src/doors/http/way-in/records.ts";
import { type PageVisitors, Shares } from "../../src/doors/http/way-in/shares.ts";
import { PaneEnds } from "../../src/panes/pane-ends.ts";
import { Prompts } from "../../src/panes/prompts.ts";
import type { NativeRecords } from "../../src/panes/records.ts";
import { Turns } from "../../src/panes/turns.ts";
import { root } from "../fixtures/daemon.ts";

/** Records in memory. */
export function memoryHttpRecords(): HttpRecords {
  const kinds = {
    page: new Map<string, HttpRecordTypes["page"]>(),
    share: new Map<string, HttpRecordTypes["share"]>(),
  };
  const table = <K extends keyof HttpRecordTypes>(kind: K) =>
    kinds[kind] as unknown as Map<string, HttpRecordTypes[K]>;
  return {
    under: (kind) => [...table(kind)],
    write(kind, name, record) {
      if (record) table(kind).set(name, record);
      else table(kind).delete(name);
    },
  };
}

/** Nobody is logged in, and nothing is shared. */
export function noVisitors(): PageVisitors {
  const records = memoryHttpRecords();
  const logins = new PageLogins(records);
  return { logins, shares: new Shares(records, logins, () => []) };
}

const noRecords: NativeRecords = { under: () => [], note() {}, commit() {} };

export const TOKEN = "5f".repeat(32);

/** A daemon without a single server, for what is decided before any terminal is looked for. */
export const emptyHost: HttpHost = {
  version: "0.0.0",
  filesDirectory: "/nowhere",
  home: "/",
  room: {
    ...{ clock: systemClock, prompts: new Prompts(), ends: new PaneEnds(), onDaemonEnd: () => {} },
    turns: new Turns({ clock: systemClock, records: noRecords, repeatedRequest: () => undefined }),
  },
  pageDirectory: join(root, "dist/bundle/web"),
  servers: () => [],
  openOwnServer: () => Promise.reject(new Error("there is no server here")),
  onChange: () => () => {},
  settled: (run) => run(),
  call: ({ method }) => Promise.reject(new Error(`a bug in ${method}, with a secret`)),
  subscribe: () => {
    throw new Error("there are no events here");
  },
  command: () => Promise.reject(new Error("there is no server here")),
  recording: () => {
    throw new Error("there is no pane here");
  },
  mcp: () => Promise.reject(new Error("there are no tools here")),
  sharing: {
    add: () => Promise.reject(new Error("nothing is shared here")),
    list: () => [],
    revoke: () => false,
  },
  machines: {
    described: () => [],
    onChange: () => () => {},
    connect: (name) => Promise.reject(new MuxError("no-such-target", `there is no host ${name}`)),
    onCut: () => () => {},
  },
  endedStarts: () => [],
  vitals: () => ({ outputBytes: 0, calls: 0, troubledJournals: 0, recordsTroubled: false }),
  reportBug: () => {},
};

export interface OpenDoor {
  readonly port: number;
  readonly socketPath: string;
  close(): Promise<void>;
}

/** The door on a port and on a socket, both real. Without `maxFailures` it has the limit of a daemon. */
export async function openDoor(
  directory: string,
  maxFailures?: number,
  host = emptyHost,
  visitors = noVisitors(),
): Promise<OpenDoor> {
  const door = new HttpDoor(host, visitors);
  const listener: HttpListener = await door.listen({
    port: 0,
    token: TOKEN,
    ...(maxFailures !== undefined && { maxFailures }),
  });
  const socketPath = join(directory, "s");
  const server: Server = createServer((socket) => door.take(socket, Buffer.alloc(0)));
  await new Promise<void>((resolve) => server.listen(socketPath, resolve));
  return {
    port: listener.port,
    socketPath,
    async close() {
      await listener.close();
      server.close();
    },
  };
}
