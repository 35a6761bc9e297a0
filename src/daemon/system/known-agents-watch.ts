import { statSync } from "node:fs";
import { ownAgentFiles, readOwnAgents } from "../../cli/own-agents.ts";
import { setOwnAgents } from "../../core/agent/known/known-agents.ts";

/** Keeps the agents that the user has added as their files are: reads them again when one has changed. */
export class KnownAgentsWatch {
  readonly #directory: string;
  #seen = "";
  faults: readonly string[] = [];

  constructor(directory: string) {
    this.#directory = directory;
  }

  renew(): void {
    const seen = ownAgentFiles(this.#directory).map(stamp).join("\n");
    if (seen === this.#seen) return;
    this.#seen = seen;
    const { agents, faults } = readOwnAgents(this.#directory);
    this.faults = faults;
    setOwnAgents(agents);
  }
}

/** Changes whenever the file does. */
function stamp(path: string): string {
  const file = statSync(path, { throwIfNoEntry: false });
  return `${path} ${file?.ino} ${file?.size} ${file?.mtimeMs}`;
}
