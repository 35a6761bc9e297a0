import { closeSync, writeSync } from "node:fs";
import type { Socket } from "node:net";
import { setFlagsFromString } from "node:v8";
import type { CliContext, HttpAccessControl } from "../cli/context.ts";
import { ownAgentsDirectory } from "../cli/own-agents.ts";
import { packageVersion } from "../cli/package.ts";
import { runVerb } from "../cli/run-verb.ts";
import { createScreen, decodeScreen } from "../core/screen/emulator.ts";
import { legible } from "../core/text/legible.ts";
import { HttpAccessFile } from "../doors/http/access.ts";
import type { HttpHost } from "../doors/http/host.ts";
import { PageLogins } from "../doors/http/way-in/page-logins.ts";
import { Shares } from "../doors/http/way-in/shares.ts";
import { PaneBackendConnection } from "../doors/pane-backend/connection.ts";
import { TmuxDoor } from "../doors/tmux/tmux-door.ts";
import { ConnectedHolders } from "../holders/connected-holders.ts";
import { Descriptors } from "../holders/descriptors.ts";
import { FairSlices } from "../holders/fair-slices.ts";
import type { Holding } from "../holders/holding.ts";
import { Launcher } from "../holders/launcher.ts";
import { Lending } from "../lending/lending.ts";
import type { NativeHost } from "../panes/host.ts";
import { Native } from "../panes/native.ts";
import { ownUserId } from "../processes/platform.ts";
import { wakeHolders } from "../processes/wake-holders.ts";
import type { AttachedPlace, Invocation } from "../wire/invocation.ts";
import { AttachedPlaces } from "./calls/attached-places.ts";
import { Calls } from "./calls/calls.ts";
import {
  ClientConnection,
  type ClientConnectionSetup,
  silentConnections,
} from "./calls/client-connection.ts";
import { ExactlyOnce } from "./calls/exactly-once.ts";
import { listenOn } from "./calls/listener.ts";
import { CANNOT_TELL_USERS, Peers } from "./calls/peers.ts";
import { runningRequest } from "./calls/request-scope.ts";
import { turnAway } from "./calls/turn-away.ts";
import { cliContext, tmuxContext } from "./hosts/context.ts";
import { httpHost, LazyHttpDoor } from "./hosts/http-host.ts";
import { nativeHost, watchFor } from "./hosts/native-host.ts";
import { OtherHosts } from "./hosts/other-hosts.ts";
import { paneRecording, recordPane } from "./hosts/record-pane.ts";
import type { House } from "./house.ts";
import { daemonOf, lockDaemon } from "./life/daemon-lock.ts";
import { leaveWhenIdle } from "./life/leave-when-idle.ts";
import type { Lock } from "./life/lock.ts";
import { Log } from "./life/log.ts";
import { PlaceEnd } from "./life/place-end.ts";
import { holderSocketsMissing, restore } from "./life/restore.ts";
import { type Ending, endEverything, leave } from "./life/shutdown.ts";
import { dismiss, rehearse, type TakeOver, takeOverWanted } from "./life/take-over.ts";
import type { UnknownHolders } from "./life/unknown-holders.ts";
import { watchPlaces } from "./life/watch-places.ts";
import { deathMessage } from "./panes/death-message.ts";
import { EndedPanes } from "./panes/ended-panes.ts";
import { RecordedStarts } from "./panes/recorded-starts.ts";
import { RetiredPanes } from "./panes/retired-panes.ts";
import { type DaemonPaths, preparePaths } from "./paths.ts";
import { ClosingHolders } from "./records/closing-holders.ts";
import { httpRecords } from "./records/door-records.ts";
import { Ledger } from "./records/ledger.ts";
import { Notices } from "./records/notices.ts";
import { reportDamage, reportMisfits } from "./records/report-damage.ts";
import { Store } from "./records/store.ts";
import { observed, unwatched } from "./servers/server-watch.ts";
import { Servers } from "./servers/servers.ts";
import { TreeChanges } from "./servers/tree-changes.ts";
import { KnownAgentsWatch } from "./system/known-agents-watch.ts";

/** True if a client started the daemon for a call and waits until it is ready; a service manager does not. */
const isOnDemand = process.env.MULLION_READY_FD !== undefined;

/**
 * The heap may grow to three times of what the last collection left, which V8's own rule allows too, but only after a
 * while. The received bytes of a flood count as heap, and the daemon's objects are few: with a closer limit V8 collects
 * all of them up to ten times a second, and a key waits for that.
 */
const HEAP_GROWTH = "--heap-growing-percent=200";

/** Creates all parts in the order of their dependencies and passes them on by argument. */
async function main(): Promise<void> {
  process.title = "tmux: server";
  setFlagsFromString(HEAP_GROWTH);
  const paths = preparePaths();
  const takeOver = takeOverWanted(process.env);
  if (takeOver) rehearse(paths);
  if (takeOver === "nobody") {
    tellStarter("ready");
    return;
  }
  const lock = await lockOrYield(paths, takeOver);
  if (!lock) return;
  const { version, servers } = await serve(paths, lock);
  const panes = servers.all().reduce((sum, { mux }) => sum + mux.server.panes.size, 0);
  new Log(paths.log).write(`Mullion ${version} is ready, ${panes} panes found`);
  tellStarter("ready");
}

/** Undefined: a daemon is running already, so the starter can use that one. */
async function lockOrYield(paths: DaemonPaths, takeOver: TakeOver | undefined): Promise<Lock | undefined> {
  const lock = await lockDaemon(paths, takeOver && dismiss(paths, takeOver));
  if (!lock && !tellStarter("ready")) {
    console.error(`mullion: a daemon runs already (process ${daemonOf(paths)})`);
    process.exitCode = 1;
  }
  return lock;
}

async function serve(paths: DaemonPaths, lock: Lock) {
  const version = packageVersion();
  const log = new Log(paths.log);
  surviveBugs(log);
  // Forked while the daemon is small: the launcher is the only process that the daemon starts for its panes.
  const launcher = new Launcher(paths.holderProgram);
  const house = openHouse(paths, log, launcher);

  const connections = new Set<Socket>();
  const silent = silentConnections();
  const connected = (socket: Socket, socketPath: string, server: boolean) => {
    house.holding.descriptors.opened(socket);
    connections.add(socket);
    socket.on("close", () => connections.delete(socket));
    house.holding.slices.giveWay();
    const peer = peers.identify(socket, socketPath, { server });
    if (peer) new ClientConnection(socket, { version, peer, silent, calls, doors, relay });
    else turnAway(socket);
  };
  const others = new OtherHosts(paths, version);
  const relay: ClientConnectionSetup["relay"] = (hello, client) => others.relay(hello, client);
  const servers = new Servers(house, (socket, socketPath) => connected(socket, socketPath, true));
  const tmux = new TmuxDoor(tmuxContext(house, servers));
  const placeEnd = new PlaceEnd({ house, servers, tmux, ending: () => ending });
  const peers = openPeers(paths, log, tmux);
  const record: NativeHost["record"] = (pane, to) => recordPane(verbs, pane, to);
  const native = new Native(nativeHost({ house, servers, version, tmux, record, hosts: others.forDoors }));
  const changes = new TreeChanges();
  const ended = new EndedPanes(house);
  house.watch = observed(watchFor(native), changes, ended);
  const calls = new Calls({
    ...{ ledger: house.ledger, exactlyOnce: house.exactlyOnce, log },
    places: new AttachedPlaces(house.store, house.ledger),
    run: (call, place) => runCall(call, place, tmux, verbs),
    undo: (server, pane) => servers.withKey(server)?.undo(pane),
  });
  const recording: HttpHost["recording"] = (pane, gone) => paneRecording(verbs, pane, gone);
  const { http, access, shares } = openHttp(paths, {
    house,
    servers,
    native,
    changes,
    calls,
    tmux,
    ended,
    recording,
    machines: others.forPages,
  });
  let unknown: UnknownHolders | undefined;
  let shutdown: Promise<void> | undefined;
  const verbs = cliContext({
    ...{ house, servers, version, tmux, room: native, ended, changes, placed: others.jobs },
    silentHolders: () => unknown?.silent ?? [],
    http: httpForVerbs(access, shares, servers),
    hosts: others.forVerbs,
    announceEnd: (announced) => placeEnd.announce(announced),
    shutdown: () => (shutdown ??= endEverything(ending).then(() => ended.forget())),
  });
  const doors = {
    http: (socket: Socket, head: Buffer) => http.take(socket, head),
    json: (socket: Socket, head: Buffer) => void new PaneBackendConnection(socket, { native, head }),
  };
  house.knownAgents.renew();
  if (holderSocketsMissing(house)) await wakeHolders(paths.holders);
  unknown = await restore(house, servers, tmux);
  native.restored();
  const listener = await listenOn(paths.socket, (socket) => connected(socket, paths.socket, false));
  const trouble = await access.restore();
  if (trouble !== undefined) log.write(`HTTP is closed: ${trouble}`);
  const places = watchPlaces({ house, servers, listener, lock, access });
  const ending = {
    ...{ house, servers, native, tmux, http, calls, launcher, listener, lock, places, connections, silent },
    hosts: others,
  };
  leaveOnSignals(ending, placeEnd);
  if (isOnDemand) leaveUnused(ending, () => connections.size + others.jobs.living, access);
  return { version, servers };
}

/** The door for HTTP, closed until the user opens it, and what it remembers of logins and shares. */
function openHttp(paths: DaemonPaths, parts: Omit<Parameters<typeof httpHost>[0], "sharing" | "socket">) {
  const { house, servers } = parts;
  const logins = new PageLogins(httpRecords(house));
  const shares = new Shares(httpRecords(house), logins, () => servers.all());
  const sharing: HttpHost["sharing"] = {
    add: (share) => access.share(share),
    list: () => shares.list(),
    revoke: (id) => shares.revoke(id),
  };
  const http = new LazyHttpDoor(httpHost({ ...parts, sharing, socket: paths.socket }), { logins, shares });
  const access = new HttpAccessFile({ ...paths, listenOn }, http, { logins, shares });
  return { http, access, shares };
}

function runCall(
  call: Invocation,
  place: AttachedPlace | undefined,
  tmux: TmuxDoor,
  verbs: CliContext,
): Promise<void> {
  if (place) return tmux.resume(call, place);
  return call.program === "tmux" ? tmux.run(call) : runVerb(call, verbs);
}

/** The page, its logins and its share links, as the verbs control them. */
function httpForVerbs(access: HttpAccessFile, shares: Shares, servers: Servers): HttpAccessControl {
  return {
    open: (options) => access.open(options),
    forget: () => access.forget(),
    expectLogin: (digest) => access.expectLogin(digest),
    openWide: (order) => access.openWide(order),
    closeWide: () => access.closeWide(),
    isLoginUsed: (digest) => access.isLoginUsed(digest),
    logOut: () => access.logOut(),
    share: ({ mux, shown, ...order }) =>
      access.share({ ...order, ...shown, server: servers.find(mux.server.socketPath)!.key }),
    shares: () => shares.list(),
    revokeShare: (id) => shares.revoke(id),
  };
}

function leaveUnused(ending: Ending, connections: () => number, access: HttpAccessFile): void {
  const { house, servers } = ending;
  leaveWhenIdle({
    ...{ house, servers, connections },
    isHttpOpen: () => access.isOpen,
    leave: () => void leave(ending),
  });
}

/** Of a place that ends with its panes: `serve --end-panes` sets the first, the job of an engine the second. */
const { MULLION_END_PANES: endsPanes, MULLION_PLACE: engineJob } = process.env;

function leaveOnSignals(ending: Ending, placeEnd: PlaceEnd): void {
  const end = () => void (endsPanes ? placeEnd.endNow("it received a signal to end") : leave(ending));
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, end);
  if (endsPanes && engineJob) placeEnd.endWithJob();
  process.on("SIGHUP", () => {});
}

function openPeers({ peerUid: addon }: DaemonPaths, log: Log, tmux: TmuxDoor): Peers {
  const admits = (socketPath: string, uid: number) => tmux.admits(socketPath, uid);
  const peers = new Peers({ addon, uid: ownUserId(), admits });
  if (peers.trouble !== undefined) log.write(`${CANNOT_TELL_USERS}: ${peers.trouble}`);
  return peers;
}

function openHouse(paths: DaemonPaths, log: Log, launcher: Launcher): House {
  const notices = new Notices();
  const store = new Store(paths.records, {
    onDamage: (damaged) => reportDamage(damaged, { paths, log, notices }),
    onMisfits: (misfits) => reportMisfits(misfits, { paths, log, notices }),
    onUnreadable(sentence) {
      log.write(sentence);
      notices.add(sentence);
    },
    onTrouble: (trouble) =>
      log.write(trouble ? `records in memory only: ${trouble.reason}` : "records on disk again"),
  });
  const ledger = new Ledger(store);
  const closing = new ClosingHolders(store, ledger);
  const holding: Holding = {
    socketDirectory: paths.holders,
    holders: new ConnectedHolders(),
    descriptors: new Descriptors(),
    slices: new FairSlices(),
    screens: { create: createScreen, decode: decodeScreen },
    lending: new Lending(),
    starter: new RecordedStarts(launcher, ledger, log),
    closing,
    request: runningRequest,
  };
  const journals = process.env.MULLION_JOURNAL !== "0";
  return {
    paths,
    log,
    notices,
    store,
    ledger,
    exactlyOnce: new ExactlyOnce(store),
    holding,
    closing,
    retired: new RetiredPanes({ paths, store, ledger, holding, journals }),
    knownAgents: new KnownAgentsWatch(ownAgentsDirectory(process.env)),
    watch: unwatched,
    journals,
    deathMessage,
  };
}

/** A bug in one call must not end all the others: it is logged, and the daemon goes on. */
function surviveBugs(log: Log): void {
  process.on("uncaughtException", (error) => log.bug(error, "an event"));
  process.on("unhandledRejection", (error) => log.bug(error, "a promise"));
}

/** Sends a sentence to the process that started the daemon. Returns whether one is waiting. */
function tellStarter(sentence: string): boolean {
  const fd = Number(process.env.MULLION_READY_FD);
  delete process.env.MULLION_READY_FD;
  if (!(fd > 2)) return false;
  try {
    writeSync(fd, `${sentence}\n`);
    closeSync(fd);
  } catch {
    // The starter has gone.
  }
  return true;
}

main().catch((error: unknown) => {
  const sentence = error instanceof Error ? error.message : String(error);
  tellStarter(`error: ${sentence}`);
  console.error(`mullion: ${legible(sentence)}`);
  process.exit(1);
});
