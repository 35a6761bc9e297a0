import { existsSync } from "node:fs";
import { userInfo } from "node:os";
import { EXIT_STATUS, UsageError } from "../exit-status.ts";
import { parseWord } from "../quantities.ts";
import { findSupervisor } from "../service/find-supervisor.ts";
import { SUPERVISORS, type Supervisor } from "../service/supervisor.ts";
import { homeOfEntry } from "../state-directory.ts";
import { type ColdCall, defineColdVerb, JSON_OPTION } from "../verb.ts";

const ACTIONS = ["install", "uninstall", "status"] as const;
type Action = (typeof ACTIONS)[number];

export const service = defineColdVerb({
  name: "service",
  summary: "let the system start the daemon and look after it",
  operands: ACTIONS.join("|"),
  count: [1, 1],
  completes: ACTIONS,
  options: {
    print: { summary: "only print what install would write" },
    "no-start": { summary: "install it for the next login, and start nothing now" },
    manager: {
      value: "NAME",
      completes: SUPERVISORS,
      summary: "systemd or launchd (default: that of this system)",
    },
    json: JSON_OPTION,
  },
  notes: [
    "It is not needed: every verb starts the daemon when there is none. As a service it is there from login on, is started again after a crash, and under systemd is no part of the terminal that happened to start it, so that closing that terminal's session cannot end it.",
    "The service takes over a daemon that runs, and stopping or removing it ends no pane: the next call of mullion or tmux finds them all.",
  ],
  exits: { 1: "also: status of a service that is not active" },
  examples: [
    ["mullion service install", "a systemd user unit, or a launchd agent"],
    ["mullion service status", "whether it is installed and runs"],
    ["mullion service uninstall", "panes stay"],
  ],
  run(call) {
    const { options, operands, environment } = call;
    const action = parseWord(operands[0]!, ACTIONS, "service knows");
    if (!environment.HOME && homeOfEntry() === undefined)
      throw new UsageError("a service is installed in a home directory, and this user has none: set HOME");
    const named =
      options.manager === undefined ? undefined : parseWord(options.manager, SUPERVISORS, "--manager knows");
    const manager = findSupervisor(environment, named);
    if (!options.print) return actions[action](call, manager, !options["no-start"]);
    call.print(
      options.json
        ? JSON.stringify({ file: manager.file, definition: manager.definition })
        : manager.definition.trimEnd(),
    );
    return EXIT_STATUS.done;
  },
});

type Act = (call: ColdCall, manager: Supervisor, start: boolean) => number;

const actions: Readonly<Record<Action, Act>> = {
  install(call, manager, start) {
    const trouble = manager.install({ start });
    if (trouble !== undefined) {
      call.printError(
        `mullion: ${manager.file} is written, but ${manager.name} did not accept it: ${trouble}`,
      );
      return EXIT_STATUS.failed;
    }
    const { pid } = manager.status();
    if (call.options.json) {
      call.print(
        JSON.stringify({ manager: manager.name, file: manager.file, installed: true, started: start, pid }),
      );
      return EXIT_STATUS.done;
    }
    call.print(`Installed ${manager.file}${start ? ", and started it" : ""}.`);
    if (!lingers(manager)) call.print("It ends at logout. To let it stay: loginctl enable-linger");
    return EXIT_STATUS.done;
  },

  uninstall(call, manager) {
    const { installed } = manager.status();
    const trouble = installed ? manager.uninstall() : undefined;
    if (trouble !== undefined) {
      call.printError(`mullion: ${manager.file} is removed, but ${manager.name} reported: ${trouble}`);
      return EXIT_STATUS.failed;
    }
    if (call.options.json)
      call.print(JSON.stringify({ manager: manager.name, file: manager.file, installed: false }));
    else call.print(installed ? `Removed ${manager.file}. Panes stay.` : "It was not installed.");
    return EXIT_STATUS.done;
  },

  status(call, manager) {
    const status = manager.status();
    const { installed, active, pid, trouble } = status;
    if (call.options.json) {
      call.print(JSON.stringify({ manager: manager.name, file: manager.file, ...status }));
    } else if (installed) {
      const state =
        active === undefined
          ? `${manager.name} gives no state: ${trouble}`
          : active
            ? `runs as process ${pid}`
            : "does not run";
      call.print(`Installed as ${manager.file}; ${state}.`);
    } else call.print("It is not installed.");
    return active ? EXIT_STATUS.done : EXIT_STATUS.failed;
  },
};

/** Whether systemd keeps the user's services after the last session ends (lingering). */
function lingers({ name }: Supervisor): boolean {
  return name !== "systemd" || existsSync(`/var/lib/systemd/linger/${userInfo().username}`);
}
