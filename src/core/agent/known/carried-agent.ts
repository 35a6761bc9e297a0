import type { CarriedAgents, Evidence } from "../evidence.ts";
import type { Look, ProgramLook } from "../look.ts";
import { carriesTerminal, programName } from "../program-name.ts";
import { agentNamed, allAgents, type CompiledAgent } from "./known-agents.ts";
import { matchScreen } from "./match-screen.ts";

/** What stands between the words of a command line that is one argument: `ssh box 'cd src && claude'`. */
const WORDS = /[^\s;&|()'"]+/gu;

const found = new WeakMap<Look, { readonly agent: CompiledAgent | undefined }>();

/**
 * The agent that runs in a container, on another machine or in another multiplexer: it is no process of the pane, so its
 * title and its screen decide. Any of its screens will do for an agent that the command names, or that was recognised
 * before (`carriedSince`); for another one only those that no shell shows.
 */
export function carriedAgent(look: Look): CompiledAgent | undefined {
  const before = found.get(look);
  if (before) return before.agent;
  const agent = search(look);
  found.set(look, { agent });
  return agent;
}

/** What is known after this look: the agents that it shows plainly, and of them those that earlier looks have shown as well. */
export function carriedSince({ carried }: Pick<Evidence, "carried">, look: Look): CarriedAgents | undefined {
  const program = look.program();
  const carriers = program ? carriersOf(program) : [];
  if (!program || carriers.length === 0) return undefined;
  const { pgrp } = program;
  const before = carried?.pgrp === pgrp ? carried : undefined;
  const plain = [...allAgents()].filter((agent) => showsPlainly(agent, look));
  const seen = plain.length > 0 ? plain : carriers.flatMap(namedIn).filter((agent) => shown(agent, look));
  if (seen.length === 0) return before;
  const names = seen.map(({ name }) => name);
  const both = names.filter((name) => before?.agents.includes(name));
  return { agents: both.length > 0 ? both : names, pgrp };
}

function search(look: Look): CompiledAgent | undefined {
  const { carried } = look.evidence;
  if (!carried || look.program()?.pgrp !== carried.pgrp) return undefined;
  const agents = [...allAgents()].filter(({ name }) => carried.agents.includes(name));
  return (
    agents.find((agent) => shown(agent, look) === "waiting") ?? agents.find((agent) => shown(agent, look))
  );
}

function carriersOf({ argv, use }: ProgramLook): readonly (readonly string[])[] {
  return [argv, ...(use?.outer ?? [])].filter(carriesTerminal);
}

function namedIn(argv: readonly string[]): CompiledAgent[] {
  const words = argv.slice(1).flatMap((argument) => argument.match(WORDS) ?? []);
  return words.flatMap((word) => agentNamed(programName([word])) ?? []);
}

function shown({ workingTitle, waitingTitle, screens }: CompiledAgent, look: Look): string | undefined {
  if (waitingTitle?.test(look.title)) return "waiting";
  if (workingTitle?.test(look.title)) return "working";
  return matchScreen(screens, look.screen().rows)?.shows;
}

/** An input line, or a line that begins like an error, may be a shell's, or that of any program. */
function showsPlainly(agent: CompiledAgent, look: Look): boolean {
  const state = shown(agent, look);
  return state === "waiting" || state === "working";
}
