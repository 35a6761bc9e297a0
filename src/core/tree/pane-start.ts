import { processEnvironment } from "../environment/process-environment.ts";
import { idNumber } from "../ids.ts";
import type { StartOptions } from "../mux.ts";
import { lenientRules } from "../options/option-value.ts";
import type { SpawnRequest } from "../ports.ts";
import { compareBytes } from "../text/compare-bytes.ts";
import type { PaneState, SessionState } from "./state.ts";
import type { PaneStart } from "./tree.ts";

/** The version of tmux that is implemented, as reported to panes and tools. */
export const TMUX_VERSION = "3.3a";
const FALLBACK_SHELL = "/bin/sh";
const FALLBACK_PATH = "/usr/bin:/bin";

/**
 * What a pane will run. No words: default-command, else a login shell. One word: a command line for the shell. More:
 * a program and its arguments. A respawn keeps everything that it does not specify again.
 */
export function paneStart(session: SessionState, options: StartOptions, previous?: PaneStart): PaneStart {
  const given = options.command ?? [];
  const shell = previous?.shell ?? shellOf(session);
  const cwd = options.cwd ?? previous?.cwd ?? session.cwd;
  const kept = given.length === 0 ? previous : undefined;
  const command = kept?.command ?? (given.length > 0 ? given : defaultCommand(session));
  const direct = kept?.direct ?? options.direct ?? false;
  return { command, direct, shell, cwd, ...program(command, shell, direct) };
}

function shellOf(session: SessionState): string {
  const rules = session.server.ports.optionRules ?? lenientRules;
  const shell = session.options.get("default-shell") ?? "";
  return rules.suitableShell(shell) ? shell : FALLBACK_SHELL;
}

function defaultCommand(session: SessionState): readonly string[] {
  const command = session.options.get("default-command") ?? "";
  return command === "" ? [] : [command];
}

function program(
  command: readonly string[],
  shell: string,
  direct: boolean,
): Pick<PaneStart, "file" | "argv"> {
  const [first] = command;
  if (first === undefined) return { file: shell, argv: [`-${baseName(shell)}`] };
  if (command.length === 1 && !direct) return { file: shell, argv: [baseName(shell), "-c", first] };
  return { file: first, argv: command };
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1) || path;
}

export function spawnRequest(pane: PaneState, session: SessionState, options: StartOptions): SpawnRequest {
  const { file, argv, cwd } = pane.start;
  const environment = paneEnvironment(pane, session, options);
  return { pane: pane.id, file, argv, cwd, environment, size: { cols: pane.cols, rows: pane.rows } };
}

/** The session's environment, tmux's own variables, `-e`, and the daemon's additions; sorted by name, as in tmux. */
function paneEnvironment(pane: PaneState, session: SessionState, options: StartOptions): Map<string, string> {
  const { server } = session;
  const environment = processEnvironment(server.environment, session.environment);
  const add = (entries: Iterable<readonly [string, string]>) => {
    for (const [name, value] of entries) environment.set(name, value);
  };
  add([
    ["TERM", server.options.get("default-terminal") ?? ""],
    ["TERM_PROGRAM", "tmux"],
    ["TERM_PROGRAM_VERSION", TMUX_VERSION],
    ["TMUX", `${server.socketPath},${server.ports.serverPid},${idNumber(session.id)}`],
  ]);
  add(options.environment ?? []);
  environment.set("TMUX_PANE", pane.id);
  if (options.path !== undefined) environment.set("PATH", options.path);
  if (!environment.has("PATH")) environment.set("PATH", FALLBACK_PATH);
  environment.set("SHELL", pane.start.shell);
  environment.set("PWD", pane.start.cwd);
  add(server.ports.paneEnvironment?.(pane, environment) ?? []);
  const names = [...environment.keys()].sort(compareBytes);
  return new Map(names.map((name) => [name, environment.get(name)!]));
}
