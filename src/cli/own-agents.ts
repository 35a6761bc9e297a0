import { readdirSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import type { KnownAgent } from "../core/agent/known/known-agent.ts";
import { parseAgent } from "../core/agent/known/parse-agent.ts";
import { attempt } from "../core/attempt.ts";

/** The agents that a user has added, one JSON file each, and a sentence for each file that cannot be used. */
export interface OwnAgents {
  readonly agents: readonly KnownAgent[];
  readonly faults: readonly string[];
}

/** A user id without a password entry has no home on record. */
export function ownAgentsDirectory({ XDG_CONFIG_HOME, HOME }: NodeJS.ProcessEnv): string {
  return join(XDG_CONFIG_HOME || join(HOME || (attempt(homedir) ?? "/"), ".config"), "mullion/agents");
}

/** Paths of the files, in the order of their names. */
export function ownAgentFiles(directory: string): string[] {
  const names = (attempt(() => readdirSync(directory)) ?? []).filter((name) => name.endsWith(".json"));
  return names.sort().map((name) => join(directory, name));
}

export function readOwnAgents(directory: string): OwnAgents {
  const agents: KnownAgent[] = [];
  const faults: string[] = [];
  for (const path of ownAgentFiles(directory)) {
    const read = readAgent(path);
    if ("agent" in read) agents.push(read.agent);
    else faults.push(`${path} describes no agent: ${read.fault}`);
  }
  return { agents, faults };
}

function readAgent(path: string): ReturnType<typeof parseAgent> {
  const name = path.slice(path.lastIndexOf("/") + 1, -".json".length);
  try {
    return parseAgent(name, JSON.parse(readFileSync(path, "utf8")));
  } catch (error) {
    return { fault: (error as Error).message };
  }
}
