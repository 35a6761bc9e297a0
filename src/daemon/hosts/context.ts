import type { CliContext, CliWarning } from "../../cli/context.ts";
import { lastResort } from "../../cli/state-directory.ts";
import { UsageMeter } from "../../cli/usage-meter.ts";
import { MuxError } from "../../core/errors.ts";
import { TMUX_VERSION } from "../../core/tree/pane-start.ts";
import type { Pane } from "../../core/tree/tree.ts";
import type { TmuxContext } from "../../doors/tmux/context.ts";
import type { TmuxDoor } from "../../doors/tmux/tmux-door.ts";
import { AttachedClient } from "../../faces/tui/attached-client.ts";
import { whyUnsuitable } from "../../faces/tui/terminal/terminal-families.ts";
import { creatorsOf } from "../../panes/hints.ts";
import { LivePane, type PaneRoom } from "../../panes/live-pane.ts";
import type { House } from "../house.ts";
import { wishToStay } from "../life/leave-when-idle.ts";
import type { SilentHolder } from "../life/unknown-holders.ts";
import type { EndedPanes } from "../panes/ended-panes.ts";
import { heldJobs } from "../panes/jobs.ts";
import { recordingEvents } from "../panes/recording-events.ts";
import type { Servers } from "../servers/servers.ts";
import type { TreeChanges } from "../servers/tree-changes.ts";
import { callerFiles } from "../system/caller-files.ts";
import { systemClock } from "../system/clock.ts";
import { homeOf, owner, uidOf } from "../system/users.ts";

/** The daemon as the tmux door sees it. */
export function tmuxContext({ holding, log, paths }: House, servers: Servers): TmuxContext {
  const { uid, username } = owner();
  return {
    version: TMUX_VERSION,
    clock: systemClock,
    jobs: heldJobs(paths, holding),
    uid,
    user: username,
    home: homeOf,
    uidOf,
    whyUnsuitable,
    openFace: (setup) => new AttachedClient({ ...setup, lending: holding.lending }),
    creatorsOf: (environment) => creatorsOf({ server: (key) => servers.withKey(key) }, environment),
    files: callerFiles,
    findServer: (socketPath) => servers.find(socketPath),
    createServer: (socketPath, { environment }) => servers.open(socketPath, environment),
    reportBug: (error, what) => log.bug(error, what),
  };
}

/** What the verbs get as it is. */
type Given = Pick<CliContext, "version" | "http" | "hosts" | "placed" | "announceEnd" | "shutdown">;

interface CliContextOptions extends Given {
  readonly house: House;
  readonly servers: Servers;
  readonly tmux: TmuxDoor;
  readonly room: PaneRoom;
  readonly ended: EndedPanes;
  readonly changes: TreeChanges;
  /** Holders that are on no record and do not answer. */
  silentHolders(): readonly SilentHolder[];
}

/** The daemon as the verbs of `mullion` see it. */
export function cliContext(options: CliContextOptions): CliContext {
  const { house, servers, tmux, room, ended, changes, silentHolders, ...given } = options;
  const { root, mullion, runtimeDir, stateDir } = house.paths;
  const serverOf = (pane: Pane) => servers.find(pane.window.server.socketPath);
  return {
    ...given,
    pid: process.pid,
    startTime: Date.now(),
    paths: { root, mullion, runtimeDir, stateDir },
    clock: systemClock,
    creatorsOf: (environment) => creatorsOf({ server: (key) => servers.withKey(key) }, environment),
    servers: () => servers.all().map(({ mux }) => mux),
    openServer: async (socketPath, environment) =>
      (await tmux.open(socketPath, { environment, cwd: "/" })).mux,
    async attach(invocation, { server }, words) {
      const hosted = servers.find(server.socketPath);
      if (hosted) await tmux.attach(invocation, hosted, words);
    },
    command({ server }, words) {
      const hosted = servers.find(server.socketPath);
      if (hosted) tmux.command(hosted, words);
    },
    onTreeChange: (listener) => changes.onChange(listener),
    live(pane) {
      const server = serverOf(pane);
      if (!server) throw new MuxError("no-such-pane", `pane ${pane.id} has ended`);
      return new LivePane(room, server, pane);
    },
    async recordingOf(pane) {
      const records = await serverOf(pane)?.recordingOf(pane.id);
      return records && recordingEvents(records);
    },
    endedPane: (server, target) => ended.find(server, target),
    usage: new UsageMeter(),
    warnings: () => [
      ...warnings(house, servers),
      ...house.knownAgents.faults.map((text) => ({ text })),
      ...silentHolders().map(({ socketPath, reason }) => ({
        text: `the holder at ${socketPath} is not answering (${reason}); it is asked again`,
      })),
      ...notices(house, servers),
    ],
    warningsSeen: () => house.notices.markSeen(),
    stay: () => wishToStay(house),
  };
}

function warnings({ store, journals, holding, paths }: House, servers: Servers): CliWarning[] {
  const found: CliWarning[] = [];
  const { descriptors } = holding;
  if (descriptors.isLow)
    found.push({
      text: `the daemon has reached its limit of ${descriptors.limit} open files: new panes run, and are connected to when others are closed`,
    });
  if (!process.env.MULLION_DIR && paths.stateDir === lastResort(paths.runtimeDir)) {
    found.push({
      text: `records and journals are in ${paths.stateDir}, which does not outlive a reboot: no home directory can be written (set HOME or XDG_STATE_HOME)`,
    });
  }
  if (store.trouble) found.push({ text: `records are kept in memory only: ${store.trouble.reason}` });
  if (!journals)
    found.push({ text: "journals are off (MULLION_JOURNAL=0): screens do not outlive the daemon whole" });
  for (const { pane, held } of servers.all().flatMap((server) => server.heldPanes())) {
    const { trouble, process } = held;
    if (process?.silence)
      found.push({
        pane,
        text: `its holder is not answering (${process.silence.reason}); it is asked again`,
      });
    if (trouble) found.push({ pane, text: `its journal is kept in memory only: ${trouble.reason}` });
  }
  return found;
}

function notices({ notices }: House, servers: Servers): CliWarning[] {
  return notices.all().map(({ text, seen, place }) => {
    const pane = place && servers.withKey(place.server)?.mux.server.panes.get(place.pane);
    return { text, seen, ...(pane && { pane }) };
  });
}
