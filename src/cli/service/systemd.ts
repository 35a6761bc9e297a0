import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { mullionProgram } from "../package.ts";
import { homeOfEntry } from "../state-directory.ts";
import { runProgram, type SupervisedState, type Supervisor, supervisedEnvironment } from "./supervisor.ts";

const UNIT = "mullion.service";

/** A unit of the user's own systemd. */
export function systemd(environment: NodeJS.ProcessEnv): Supervisor {
  const home = environment.HOME || homeOfEntry() || "/";
  const file = join(environment.XDG_CONFIG_HOME || join(home, ".config"), "systemd/user", UNIT);
  const definition = unitFile(environment);
  const control = (...argv: string[]) => {
    const outcome = runProgram(environment, ["systemctl", "--user", ...argv]);
    return outcome.ok ? undefined : outcome.sentence;
  };
  const write = () => {
    mkdirSync(dirname(file), { recursive: true, mode: 0o755 });
    writeFileSync(file, definition, { mode: 0o644 });
    return control("daemon-reload");
  };
  const status = () => readStatus(environment, file);
  return {
    name: "systemd",
    file,
    definition,
    install: ({ start }) => write() ?? control("enable", ...(start ? ["--now"] : []), UNIT),
    uninstall() {
      const trouble = control("disable", "--now", UNIT);
      rmSync(file, { force: true });
      return trouble ?? control("daemon-reload");
    },
    status,
    runs: (pid) => existsSync(file) && status().pid === pid,
    restart: () => write() ?? control("restart", UNIT),
  };
}

/**
 * systemd's main process is the daemon alone. Its holders are in the same control group, and keep running when it stops
 * (KillMode=process), when it crashes, and when the system kills one of them for lack of memory (OOMPolicy).
 */
function unitFile(environment: NodeJS.ProcessEnv): string {
  const variables = supervisedEnvironment(environment).map(
    ([name, value]) => `Environment=${quoted(`${name}=${value}`)}`,
  );
  return [
    "[Unit]",
    "Description=Mullion, terminals that outlive everything around them",
    "Documentation=man:mullion(1)",
    "",
    "[Service]",
    "Type=exec",
    `ExecStart=${quoted(mullionProgram)} serve`,
    ...variables,
    "KillMode=process",
    "OOMPolicy=continue",
    "Restart=on-failure",
    "RestartSec=1",
    "TimeoutStopSec=10",
    "",
    "[Install]",
    "WantedBy=default.target",
    "",
  ].join("\n");
}

/** Quotes a word for systemd, which expands percent signs and dollars. */
function quoted(word: string): string {
  const escaped = word
    .replaceAll("\\", "\\\\")
    .replaceAll('"', '\\"')
    .replaceAll("%", "%%")
    .replaceAll("$", "$$$$");
  return /[\s"'\\;]/.test(word) ? `"${escaped}"` : escaped;
}

function readStatus(environment: NodeJS.ProcessEnv, file: string): SupervisedState {
  const installed = existsSync(file);
  const outcome = runProgram(environment, [
    "systemctl",
    "--user",
    "show",
    UNIT,
    "-p",
    "ActiveState",
    "-p",
    "MainPID",
  ]);
  if (!outcome.ok) return { installed, active: undefined, pid: null, trouble: outcome.sentence };
  const pid = Number(/^MainPID=(\d+)$/m.exec(outcome.stdout)?.[1] ?? 0);
  return { installed, active: /^ActiveState=active$/m.test(outcome.stdout), pid: pid > 0 ? pid : null };
}
