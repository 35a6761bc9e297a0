import type { AdoptedPane } from "../../core/mux.ts";
import type { PaneStart } from "../../core/tree/tree.ts";
import { processFile, processLink } from "../../processes/platform.ts";
import { argumentsOf } from "../../processes/process-table.ts";
import { environmentOf } from "../../wire/client-wire.ts";
import type { Welcome } from "../../wire/holder-wire.ts";
import type { HolderDescription } from "../records/pane-description.ts";

interface AdoptionFacts extends Pick<Welcome, "childPid" | "startTimeMs" | "size"> {
  /** Session that receives the pane when its holder has no description. */
  readonly session: string;
}

/**
 * Where an adopted program goes and what it runs, from its holder's description or else from the system's process
 * table.
 */
export function adoptedPane(
  description: HolderDescription | undefined,
  { childPid, startTimeMs, size, session: name }: AdoptionFacts,
): AdoptedPane {
  const placed = { size, startedMs: startTimeMs };
  if (description) {
    const { pane, session, window, start, historyLimit, metadata } = description;
    return { ...placed, id: pane, session, window, start, historyLimit, metadata };
  }
  const start = startOf(childPid);
  const program = start.file.replace(/^.*\//, "");
  return { ...placed, session: { name, cwd: start.cwd }, window: { name: program, named: false }, start };
}

function startOf(pid: number): PaneStart {
  const argv = argumentsOf(pid);
  const [file = "sh"] = argv;
  const cwd = processLink(pid, "cwd") ?? "/";
  const shell = processEnvironment(pid).get("SHELL") ?? "/bin/sh";
  return { command: argv.length > 0 ? argv : [file], direct: true, file, argv, shell, cwd };
}

/** Environment that a process was started with; empty where the system does not show it. */
export function processEnvironment(pid: number): Map<string, string> {
  return environmentOf({ environment: (processFile(pid, "environ") ?? "").split("\0") });
}
