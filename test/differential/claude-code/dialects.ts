import { waitFor } from "../../fixtures/wait-for.ts";
import type { Side } from "./sides.ts";

/**
 * How Claude Code drives tmux, release by release, call by call: the argv are those seen in runs of its public
 * releases. A dialect starts teammates one after the other and gives back their panes.
 */
export interface Team {
  /** What stands before every call: `-S socket` inside tmux, `-L name` outside. */
  readonly prefix: readonly string[];
  /** `@N` or `session:window`: what list-panes and select-layout are asked for. */
  readonly window: string;
  readonly leader: string | undefined;
}

export interface Teammate {
  readonly name: string;
  readonly colour: string;
  /** One shell string, as it is handed over. */
  readonly command: string;
}

export type Dialect = (side: Side, team: Team, teammate: Teammate) => Promise<string>;

const colours = ["blue", "green", "yellow", "magenta", "cyan", "red"];

/** Teammates that say their name, then wait; the text shows that the whole command line arrived. */
export function teammates(count: number, prefix = "mate"): Teammate[] {
  return Array.from({ length: count }, (_, i) => ({
    name: `${prefix}-${i + 1}`,
    colour: colours[i % colours.length]!,
    command: `cd / && env CLAUDECODE=1 AGENT=${prefix}-${i + 1} sh -c 'echo "<$AGENT ready>"; exec cat'`,
  }));
}

const paneId = ["-P", "-F", "#{pane_id}"];

/** The first teammate takes 70% right of the leader; later ones divide the others in turn. */
async function place(
  side: Side,
  { prefix, window, leader }: Team,
  program: readonly string[],
): Promise<string> {
  const { stdout } = await side.call(...prefix, "list-panes", "-t", window, "-F", "#{pane_id}");
  const panes = stdout.trimEnd().split("\n");
  const others = panes.filter((pane) => pane !== leader);
  const where =
    others.length === 0
      ? ["-t", leader ?? panes[0]!, "-h", "-l", "70%"]
      : ["-t", others[Math.floor((others.length - 1) / 2)]!, others.length % 2 === 1 ? "-v" : "-h"];
  const detached = program.length > 0 ? ["-d"] : [];
  const reply = await side.call(...prefix, "split-window", ...detached, ...where, ...paneId, ...program);
  return reply.stdout.trimEnd();
}

async function dress(
  side: Side,
  { prefix, window, leader }: Team,
  pane: string,
  mate: Teammate,
): Promise<void> {
  const options = [
    ["window-style", `bg=default,fg=${mate.colour}`],
    ["pane-border-style", `fg=${mate.colour}`],
    ["pane-active-border-style", `fg=${mate.colour}`],
    ["pane-border-format", `#[fg=${mate.colour},bold] #{pane_title} #[default]`],
  ];
  for (const option of options) await side.call(...prefix, "set-option", "-p", "-t", pane, ...option);
  await side.call(...prefix, "select-pane", "-t", pane, "-T", mate.name);
  await side.call(...prefix, "set-option", "-w", "-t", window, "pane-border-status", "top");
  await arrange(side, { prefix, window, leader });
}

async function arrange(side: Side, { prefix, window, leader }: Team): Promise<void> {
  if (leader === undefined) {
    await side.call(...prefix, "select-layout", "-t", window, "tiled");
    return;
  }
  await side.call(...prefix, "select-layout", "-t", window, "main-vertical");
  await side.call(...prefix, "resize-pane", "-t", leader, "-x", "30%");
}

/** A shell in the pane; the command typed with its Enter in one call. The shell's prompt stands in for its 200 ms. */
export const typedInOneCall: Dialect = async (side, team, mate) => {
  const pane = await place(side, team, []);
  await dress(side, team, pane, mate);
  await promptShown(side, team, pane);
  await side.call(...team.prefix, "send-keys", "-t", pane, mate.command, "Enter");
  return pane;
};

/** As before, with the text literal and Enter apart. */
export const typedLiterally: Dialect = async (side, team, mate) => {
  const pane = await place(side, team, []);
  await dress(side, team, pane, mate);
  await promptShown(side, team, pane);
  await side.call(...team.prefix, "send-keys", "-t", pane, "-l", "--", mate.command);
  await side.call(...team.prefix, "send-keys", "-t", pane, "Enter");
  return pane;
};

/** No shell to race: a waiting `cat` is replaced by the command. */
export const respawned: Dialect = async (side, team, mate) => {
  const pane = await place(side, team, ["--", "cat"]);
  await dress(side, team, pane, mate);
  await side.call(...team.prefix, "set-option", "-p", "-t", pane, "remain-on-exit", "failed");
  await side.call(...team.prefix, "respawn-pane", "-k", "-t", pane, "--", mate.command);
  return pane;
};

async function promptShown(side: Side, { prefix }: Team, pane: string): Promise<void> {
  await waitFor(async () => (await screen(side, prefix, pane)).trim() !== "", `a prompt in ${pane}`);
}

/** With what scrolled out, wrapped lines joined: a pane may be one line high. */
export async function screen(side: Side, prefix: readonly string[], pane: string): Promise<string> {
  return (await side.look(...prefix, "capture-pane", "-p", "-J", "-S", "-", "-t", pane)).stdout;
}

/** What every client process asks at its start, without a prefix but with `$TMUX`; here the socket stands for it. */
export async function probe(side: Side, prefix: readonly string[], pane: string): Promise<void> {
  const ask = (...argv: string[]) => side.call(...prefix, ...argv);
  const fields = ["client_termtype", "allow-passthrough", "focus-events", "pane_top", "pane_left", "status"];
  const format = [...fields, "status-position", "window_bigger"].map((field) => `#{${field}}`).join("\t");
  await ask("show", "-Av", "mouse");
  await ask("show", "-gv", "focus-events");
  await ask("display-message", "-p", "-t", pane, "#{session_name}:#{window_id}.#{pane_id}");
  await ask("display-message", "-p", "-t", pane, format);
  await ask("display-message", "-p", "#{client_control_mode}");
  await ask("show-options", "-g", "prefix");
  await ask("set", "-as", "terminal-features", ",*:RGB");
}
