import type { Mux } from "../../src/core/mux.ts";
import { encodeUtf8 } from "../../src/core/text/utf8.ts";
import { type Choice, workSessions } from "../differential/layout/steps.ts";

/** What happens to a tree beside the commands that tmux is compared in: processes, clients, stores. */
export type LifeStep = (mux: Mux, choose: Choice) => void;

const panes = (mux: Mux) => [...mux.server.panes.values()];
const windows = (mux: Mux) => [...mux.server.windows.values()];

export const lifeSteps: Record<string, LifeStep> = {
  exitPane: (mux, choose) =>
    mux.paneExited(choose.of(panes(mux)), choose.flag() ? { status: choose.number(2) } : { signal: 9 }),
  respawnPane: (mux, choose) =>
    mux.respawnPane(choose.of(panes(mux)), {
      kill: choose.flag(),
      command: choose.of([[], ["ls"], ["ls", "-l"]]),
    }),
  respawnWindow: (mux, choose) =>
    mux.respawnWindow(choose.of(choose.of(windows(mux)).links), { kill: choose.flag() }),
  remain: (mux, choose) =>
    choose.of(panes(mux)).options.set("remain-on-exit", choose.of(["on", "off", "failed"])),
  output: (mux, choose) => mux.paneOutput(choose.of(panes(mux))),
  ring: (mux, choose) => mux.paneRang(choose.of(panes(mux))),
  monitor: (mux, choose) => {
    const [name, value] = choose.of([
      ["monitor-activity", "on"],
      ["monitor-silence", "3"],
      ["monitor-bell", "off"],
    ] as const);
    choose.of(windows(mux)).options.set(name, value);
  },
  title: (mux, choose) => mux.setPaneTitle(choose.of(panes(mux)), `title ${choose.number(5)}\x1b`),
  metadata: (mux, choose) =>
    mux.setPaneMetadata(choose.of(panes(mux)), [
      [`key${choose.number(2)}`, choose.flag() ? "value" : undefined],
    ]),
  mark: (mux, choose) => {
    const link = choose.of(choose.of(workSessions(mux)).links);
    mux.toggleMark(link, choose.of(link.window.panes));
  },
  paneOption: (mux, choose) => choose.of(panes(mux)).options.set("@user", String(choose.number(9))),
  globalOption: (mux, choose) => mux.server.sessionOptions.set("base-index", String(choose.number(2))),
  environment: (mux, choose) => {
    const session = choose.of(workSessions(mux));
    if (choose.flag()) session.environment.set("NAME", String(choose.number(9)));
    else session.environment.remove("NAME");
    mux.server.environment.set("GLOBAL", String(choose.number(9)));
  },
  buffer: (mux, choose) => {
    mux.server.buffers.set(`b${choose.number(3)}`, encodeUtf8("text"));
    mux.server.buffers.add(encodeUtf8("more"));
  },
  cwd: (mux, choose) => mux.setSessionCwd(choose.of(workSessions(mux)), `/dir${choose.number(3)}`),
  clearAlerts: (mux, choose) => mux.clearAlerts(choose.of(workSessions(mux))),
  attach: (mux, choose) => {
    mux.attachClient(choose.of(workSessions(mux)), {
      name: `/dev/pts/${mux.server.clients.length}`,
      size: { cols: 1 + choose.number(200), rows: 1 + choose.number(60) },
      ignoreSize: choose.flag(),
    });
  },
  switchClient: (mux, choose) => {
    const client = choose.of(mux.server.clients);
    if (client) mux.switchClient(client, choose.of(workSessions(mux)));
  },
  resizeClient: (mux, choose) => {
    const client = choose.of(mux.server.clients);
    if (client) mux.resizeClient(client, { cols: 1 + choose.number(200), rows: 1 + choose.number(60) });
  },
  useClient: (mux, choose) => {
    const client = choose.of(mux.server.clients);
    if (client) mux.clientActive(client);
  },
  detach: (mux, choose) => {
    const client = choose.of(mux.server.clients);
    if (client) mux.detachClient(client);
  },
  windowSize: (mux, choose) =>
    choose
      .of(windows(mux))
      .options.set("window-size", choose.of(["latest", "largest", "smallest", "manual"])),
  aggressive: (mux, choose) =>
    choose.of(windows(mux)).options.set("aggressive-resize", choose.flag() ? "on" : "off"),
  killSession: (mux, choose) => mux.killSession(choose.of(workSessions(mux))),
};
