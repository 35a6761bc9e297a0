import { existsSync, statSync } from "node:fs";
import type { Report } from "../core/agent/evidence.ts";
import type { KnownAgent } from "../core/agent/known/known-agent.ts";
import { knownAgent, knownAgents } from "../core/agent/known/known-agents.ts";
import { isShell, programName } from "../core/agent/program-name.ts";
import { attempt } from "../core/attempt.ts";
import type { Mux } from "../core/mux.ts";
import { quoteWord } from "../core/text/shell-words.ts";
import type { Pane, PaneStart } from "../core/tree/tree.ts";

/** User option of a pane, window or session: what `restore` does with a program that ended with the machine. */
const OPTION = "@mullion-restore";
const REMAIN = "remain-on-exit";
const WISHES = ["ask", "always", "never"] as const;
type Wish = (typeof WISHES)[number];

/** How the program of a pane that ended with the machine is started again. */
export interface Restart {
  readonly kind: "agent" | "shell" | "program";
  /** The program as a person knows it. */
  readonly name: string;
  /** Command as for respawn-pane; empty: as it was started. */
  readonly command: readonly string[];
  readonly cwd: string;
  /** `ask`: only a caller that names the pane starts it. */
  readonly wish: Wish;
}

/** Undefined if the pane's program runs, or ended by itself. */
export function planRestart(pane: Pane): Restart | undefined {
  if (!pane.exit?.stopped) return undefined;
  const { start, directory } = pane;
  const report = pane.window.server.agents.evidenceOf(pane)?.report;
  const agent = resumeCommand(pane, report) ?? resumedBefore(start);
  const kind = agent ? "agent" : isShell(start.argv) ? "shell" : "program";
  return {
    kind,
    name: agent?.name ?? programName(start.argv),
    command: agent ? [agent.command] : [],
    cwd: kind !== "program" && directory !== undefined && isDirectory(directory) ? directory : start.cwd,
    wish: wishOf(pane) ?? (kind === "program" ? "ask" : "always"),
  };
}

/** Why the program could not be started, which would close its pane; undefined: nothing is known against it. */
export function whyNotStartable({ start }: Pane, { command, cwd }: Restart): string | undefined {
  const { file, direct } = start;
  if (command.length > 0) return undefined;
  if (direct && !isDirectory(cwd)) return `its directory ${cwd} does not exist`;
  return file.startsWith("/") && !existsSync(file) ? `${file} does not exist` : undefined;
}

/**
 * Starts the program in its pane, below what the pane showed. The pane counts as stopped no longer from this moment, so
 * that no other call starts it too; the daemon records that before it launches the program. Resolves to a reason if the
 * program cannot be started: its pane stays then, with what it showed.
 */
export async function restart(mux: Mux, pane: Pane, { command, cwd }: Restart): Promise<string | undefined> {
  const { options } = pane;
  const own = options.has(REMAIN) ? options.get(REMAIN) : undefined;
  options.set(REMAIN, "on");
  mux.respawnPane(pane, { command, cwd, keepScreen: true });
  try {
    await pane.process?.started;
  } catch (error) {
    return (error as Error).message;
  }
  if (mux.server.panes.get(pane.id) !== pane) return undefined;
  if (own === undefined) options.unset(REMAIN);
  else options.set(REMAIN, own);
  return undefined;
}

interface ResumedAgent {
  readonly name: string;
  /** Shell command that resumes its conversation. */
  readonly command: string;
}

/**
 * The shell command that resumes the agent's own conversation. An agent that was started from a shell leaves a shell
 * again when it ends; another one does so only if it fails, so that its error can be read.
 */
function resumeCommand({ start }: Pane, report: Report | undefined): ResumedAgent | undefined {
  const { agent = "", session = "" } = report ?? {};
  const { resume } = knownAgent(agent) ?? {};
  if (!resume || !/^[^-]/.test(session)) return undefined; // An id is never an option.
  const words = resume.map((word) => quoteWord(word.replaceAll("{session}", session)));
  return {
    name: agent,
    command: `${words.join(" ")} ${isFromShell(start) ? ";" : "||"} ${shellAfter(start)}`,
  };
}

/** The agent that an earlier restart resumed, and that has not reported since. */
function resumedBefore(start: PaneStart): ResumedAgent | undefined {
  const [command = ""] = start.command;
  if (start.direct || !command.endsWith(` ${shellAfter(start)}`)) return undefined;
  const begins = ({ resume = [] }: KnownAgent) => {
    const words = resume.slice(0, resume.indexOf("{session}"));
    return words.length > 0 && command.startsWith(`${words.map(quoteWord).join(" ")} `);
  };
  const agent = knownAgents().find(begins);
  return agent && { name: agent.name, command };
}

function isFromShell(start: PaneStart): boolean {
  return isShell(start.argv) || start.command[0]?.endsWith(` ; ${shellAfter(start)}`) === true;
}

function shellAfter({ shell }: PaneStart): string {
  return `exec ${quoteWord(shell || "/bin/sh")}`;
}

/** What the pane, its window or one of its sessions says; a value that is none of ours asks. */
function wishOf({ options, window }: Pane): Wish | undefined {
  const stores = [options, ...window.links.map(({ session }) => session.options)];
  const value = stores.map((each) => each.get(OPTION)).find((each) => each !== undefined);
  return value === undefined ? undefined : (WISHES.find((wish) => wish === value) ?? "ask");
}

function isDirectory(path: string): boolean {
  return attempt(() => statSync(path).isDirectory()) ?? false;
}
