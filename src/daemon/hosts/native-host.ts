import { join } from "node:path";
import { OWN_SERVER, socketDirectory } from "../../cli/own-server.ts";
import type { TmuxDoor } from "../../doors/tmux/tmux-door.ts";
import type { NativeHost } from "../../panes/host.ts";
import type { Native } from "../../panes/native.ts";
import { currentRequest, inRequest } from "../calls/request-scope.ts";
import type { House } from "../house.ts";
import { journalName } from "../panes/retired-panes.ts";
import { change, type KindName, type RecordTypes } from "../records/kinds.ts";
import type { ServerWatch } from "../servers/server-watch.ts";
import type { Servers } from "../servers/servers.ts";
import { requestSettled, systemClock } from "../system/clock.ts";
import { daemonEnvironment, engineDirectory } from "../system/daemon-environment.ts";
import { randomId } from "../system/random-id.ts";
import { homeOf } from "../system/users.ts";

/** As many as a current machine can run; MULLION_MAX_CONTEXTS overrides it. */
const MAX_CONTEXTS = 4_000;

interface NativeHostOptions extends Pick<NativeHost, "version" | "record" | "hosts"> {
  readonly house: House;
  readonly servers: Servers;
  readonly tmux: TmuxDoor;
}

/** The daemon as the native doors see it. */
export function nativeHost({ house, servers, tmux, ...given }: NativeHostOptions): NativeHost {
  const { ledger, log, store, retired } = house;
  const openServer = async (named: string) => {
    const socket = named.startsWith("/") ? named : join(socketDirectory(process.env), named);
    await tmux.open(socket, { environment: daemonEnvironment(), cwd: "/" });
    return servers.find(socket)!;
  };
  return {
    ...given,
    clock: systemClock,
    home: engineDirectory() ?? homeOf("") ?? "/",
    records: {
      under: (kind) => store.under(kind),
      note<K extends KindName>(kind: K, name: string, record: RecordTypes[K] | undefined) {
        ledger.note(change(kind, name, record));
      },
      commit: () => ledger.commit(),
    },
    maxContexts: Number.parseInt(process.env.MULLION_MAX_CONTEXTS ?? "", 10) || MAX_CONTEXTS,
    servers: () => servers.all(),
    server: (key) => servers.withKey(key),
    openOwnServer: () => openServer(OWN_SERVER),
    openServer,
    openRetired: (place) => retired.open(journalName(place)),
    removeRetired: (place) => retired.remove(journalName(place)),
    repeatedRequest,
    typing,
    reportBug: (error, what) => log.bug(error, what),
  };
}

/** The events that the native doors receive. */
export function watchFor(native: Native): ServerWatch {
  return {
    onOpened: (server) => native.onOpened(server),
    keeps: ({ key }, pane, outputEnd) => native.contexts.keeps({ server: key, pane }, outputEnd),
    onEnded: (server) => native.onEnded(server),
  };
}

function repeatedRequest(): string | undefined {
  const scope = currentRequest();
  return scope?.repeats ? scope.requestId.toString(16) : undefined;
}

function typing(type: () => Promise<void> | undefined): Promise<void> {
  return inRequest(randomId(), async (scope) => {
    scope.repeats = false;
    const typed = type();
    if (typed) await typed;
    if (scope.settling) await requestSettled(scope.settling);
  });
}
