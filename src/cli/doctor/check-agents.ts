import { KNOWN_AGENTS } from "../../core/agent/known/known-agents.ts";
import { findOnPath } from "../executables.ts";
import {
  configPath,
  INTEGRATED_AGENTS,
  type IntegratedAgent,
  integrationOf,
} from "../integrate/integration.ts";
import { ownAgentsDirectory, readOwnAgents } from "../own-agents.ts";
import { type Check, type Finding, good, note } from "./finding.ts";

export const checkAgents: Check = {
  name: "agents",
  run({ environment }) {
    const installed = KNOWN_AGENTS.filter(({ programs }) =>
      programs.some((program) => findOnPath(program, environment.PATH ?? "")),
    );
    const { faults } = readOwnAgents(ownAgentsDirectory(environment));
    const wrong = faults.map((fault) => note(fault, "docs/agents.md describes the form"));
    if (installed.length === 0) return [good("no known agent is on PATH"), ...wrong];
    const found = installed.map(({ name }) => {
      const agent = INTEGRATED_AGENTS.find((each) => each.name === name);
      return agent
        ? integrationFinding(agent, environment)
        : good(`${name} is installed; it has no hooks for states`);
    });
    return [...found, ...wrong];
  },
};

function integrationFinding(agent: IntegratedAgent, environment: NodeJS.ProcessEnv): Finding {
  const { name } = agent;
  const state = integrationOf(agent, environment);
  if (state === "integrated") return good(`${name} is installed and integrated: it reports its states`);
  if (state === "unreadable")
    return note(
      `${name} is installed, and its configuration cannot be read or parsed`,
      `repair ${configPath(agent, environment)}`,
    );
  const how = state === "partly" ? "only partly integrated" : "not integrated";
  return note(
    `${name} is installed and ${how}: its states are read from its screen`,
    `mullion integrate ${name}`,
  );
}
