import { isWrapper, programName } from "../program-name.ts";
import { aider } from "./aider.ts";
import { claude } from "./claude.ts";
import { codex } from "./codex.ts";
import { copilot } from "./copilot.ts";
import { gemini } from "./gemini.ts";
import type { KnownAgent } from "./known-agent.ts";
import { type CompiledScreen, compileScreen, optional } from "./match-screen.ts";
import { opencode } from "./opencode.ts";
import { qwen } from "./qwen.ts";

/** A known agent with its patterns compiled. */
export interface CompiledAgent extends Pick<KnownAgent, "name"> {
  readonly workingTitle: RegExp | undefined;
  readonly waitingTitle: RegExp | undefined;
  readonly screens: readonly CompiledScreen[];
}

export const KNOWN_AGENTS: readonly KnownAgent[] = [aider, claude, codex, copilot, gemini, opencode, qwen];

let all = KNOWN_AGENTS;
let byProgram = index(all);

/**
 * Sets the agents that the user has added; one that has the program of another replaces it. They belong to the process,
 * as the built-in ones do: a daemon serves one user.
 */
export function setOwnAgents(agents: readonly KnownAgent[]): void {
  all = [...KNOWN_AGENTS, ...agents];
  byProgram = index(all);
}

/** Every agent, the user's own included: of two with one name, the later one. */
export function knownAgents(): readonly KnownAgent[] {
  return [...new Map(all.map((agent) => [agent.name, agent])).values()];
}

/** The agent of this name: `claude`. */
export function knownAgent(name: string): KnownAgent | undefined {
  return all.findLast((agent) => agent.name === name);
}

export function allAgents(): ReadonlySet<CompiledAgent> {
  return new Set(byProgram.values());
}

export function agentNamed(program: string): CompiledAgent | undefined {
  return byProgram.get(program);
}

/** The agent that has these arguments, or that a shell, npx or the like with these arguments has started. */
export function agentRunning(
  argv: readonly string[],
  started: () => readonly (readonly string[])[],
): CompiledAgent | undefined {
  const found = agentNamed(programName(argv));
  if (found || !isWrapper(argv)) return found;
  return started().flatMap((each) => agentNamed(programName(each)) ?? [])[0];
}

function index(agents: readonly KnownAgent[]): ReadonlyMap<string, CompiledAgent> {
  return new Map(
    agents.flatMap((agent) => {
      const compiled = compile(agent);
      return agent.programs.map((program) => [program, compiled] as const);
    }),
  );
}

function compile({ name, workingTitle, waitingTitle, screens }: KnownAgent): CompiledAgent {
  return {
    name,
    workingTitle: optional(workingTitle),
    waitingTitle: optional(waitingTitle),
    screens: screens.map(compileScreen),
  };
}
