import { fillFirst } from "../../core/agent/known/fill-text.ts";
import type { KnownAgent, KnownIntegration } from "../../core/agent/known/known-agent.ts";
import { KNOWN_AGENTS } from "../../core/agent/known/known-agents.ts";
import { UsageError } from "../exit-status.ts";
import { type ConfigChange, readConfig } from "./config-file.ts";
import { addHooks, hasAllHooks, hasSomeHooks, newHooksFile, ourHooks, removeHooks } from "./hook-edits.ts";
import { NotJson } from "./json-text.ts";
import { isOurPlugin, OPENCODE_PLUGIN } from "./plugin.ts";

export interface IntegratedAgent extends KnownAgent {
  readonly integration: KnownIntegration;
}

export const INTEGRATED_AGENTS: readonly IntegratedAgent[] = KNOWN_AGENTS.flatMap((agent) =>
  agent.integration ? [{ ...agent, integration: agent.integration }] : [],
);

/** What `mullion integrate` changes. Throws UsageError for a file that must be left alone. */
export function planChange(
  agent: IntegratedAgent,
  environment: NodeJS.ProcessEnv,
  action: "add" | "remove",
): ConfigChange {
  const path = configPath(agent, environment);
  const plan = agent.integration.form === "plugin" ? planPlugin : planHooks;
  try {
    const before = readConfig(path);
    return { path, before, after: plan(agent, before, action) };
  } catch (error) {
    if (!(error instanceof NotJson)) throw error;
    throw new UsageError(`${path} is left alone: ${error.message}`);
  }
}

export type IntegrationState = "integrated" | "partly" | "not" | "unreadable";

/** Whether the hooks are in the agent's configuration. */
export function integrationOf(agent: IntegratedAgent, environment: NodeJS.ProcessEnv): IntegrationState {
  try {
    const text = readConfig(configPath(agent, environment));
    if (text === undefined) return "not";
    if (agent.integration.form === "plugin")
      return text === OPENCODE_PLUGIN ? "integrated" : isOurPlugin(text) ? "partly" : "not";
    const ours = ourHooks(agent.name, agent.integration);
    if (hasAllHooks(text, ours)) return "integrated";
    return hasSomeHooks(text, ours) ? "partly" : "not";
  } catch {
    return "unreadable";
  }
}

export function configPath({ name, integration }: IntegratedAgent, environment: NodeJS.ProcessEnv): string {
  const path = fillFirst(integration.paths, (variable) => environment[variable]);
  if (path === undefined) throw new UsageError(`HOME is not set: ${name} has its configuration there`);
  return path;
}

type Plan = (
  agent: IntegratedAgent,
  before: string | undefined,
  action: "add" | "remove",
) => string | undefined;

const planHooks: Plan = ({ name, integration }, before, action) => {
  const ours = ourHooks(name, integration);
  if (before === undefined) return action === "add" ? newHooksFile(ours) : undefined;
  return action === "add" ? addHooks(before, ours) : removeHooks(before, ours);
};

const planPlugin: Plan = (_, before, action) => {
  if (before !== undefined && !isOurPlugin(before)) throw new NotJson("another program has written it");
  return action === "add" ? OPENCODE_PLUGIN : undefined;
};
