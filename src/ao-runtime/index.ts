import { accessSync, constants, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { programs } from "../package/programs.ts";
import type { Runtime, RuntimePlugin } from "./contract.ts";
import { createRuntime } from "./runtime.ts";
import { settingsFrom } from "./settings.ts";

/** A runtime plugin for Agent Orchestrator: agents run as sessions of the Mullion daemon. */
const root = new URL("../../", import.meta.url);

export const manifest: RuntimePlugin["manifest"] = {
  name: settingsFrom(process.env).name,
  slot: "runtime",
  description: "Runtime plugin: Mullion sessions, which outlive the daemon and the orchestrator",
  version: JSON.parse(readFileSync(new URL("package.json", root), "utf8")).version,
  displayName: "Mullion",
};

/** The orchestrator has no configuration for runtimes: see the environment variables in docs/ao-runtime.md. */
export function create(_config?: Record<string, unknown>): Runtime {
  return createRuntime(settingsFrom(process.env));
}

/** Whether the daemon can run here: the package has a program for this platform. */
export function detect(): boolean {
  try {
    accessSync(programs(fileURLToPath(root)).mullion, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

export type {
  Attachment,
  Runtime,
  RuntimeCreateConfig,
  RuntimeHandle,
  RuntimeMetrics,
  RuntimePlugin,
} from "./contract.ts";

export default { manifest, create, detect } satisfies RuntimePlugin;
