import { legibleData } from "../../core/text/legible.ts";
import { askDaemon } from "../ask-daemon.ts";
import { checkAgents } from "../doctor/check-agents.ts";
import { checkDaemon } from "../doctor/check-daemon.ts";
import { checkDescriptors } from "../doctor/check-descriptors.ts";
import { checkDisk } from "../doctor/check-disk.ts";
import { checkHolders } from "../doctor/check-holders.ts";
import { checkHttp } from "../doctor/check-http.ts";
import { checkInstallation } from "../doctor/check-installation.ts";
import { checkJournals } from "../doctor/check-journals.ts";
import { checkPath } from "../doctor/check-path.ts";
import { checkRuntimeDirectory } from "../doctor/check-runtime-directory.ts";
import { checkShell } from "../doctor/check-shell.ts";
import { checkSockets } from "../doctor/check-sockets.ts";
import type { Check, CheckInput, Finding } from "../doctor/finding.ts";
import { EXIT_STATUS } from "../exit-status.ts";
import { packageRoot, packageVersion } from "../package.ts";
import { places } from "../places.ts";
import type { Paint } from "../terminal.ts";
import { defineColdVerb, JSON_OPTION } from "../verb.ts";

const CHECKS: readonly Check[] = [
  checkInstallation,
  checkRuntimeDirectory,
  checkDaemon,
  checkDescriptors,
  checkHolders,
  checkSockets,
  checkHttp,
  checkJournals,
  checkDisk,
  checkPath,
  checkShell,
  checkAgents,
];

const LABEL: Readonly<Record<Finding["state"], string>> = { good: "ok  ", note: "note", bad: "BAD " };

export const doctor = defineColdVerb({
  name: "doctor",
  summary: "check everything and say what to do about it",
  options: { json: JSON_OPTION },
  notes: [
    "Nothing is started, and nothing stays changed: where it says that a directory can be written, it wrote there. The exit status is 1 when something is bad; notes are only worth knowing.",
  ],
  examples: [["mullion doctor", "installation, daemon, sockets, HTTP, leftovers, disk, PATH, shell, agents"]],
  async run({ options, environment, print, terminal }) {
    const stop = terminal.progress(() => "looking around");
    const input = await lookAround(environment);
    const findings = [];
    for (const check of CHECKS) {
      for (const finding of await check.run(input)) findings.push({ check: check.name, ...finding });
    }
    stop();
    if (options.json) print(JSON.stringify({ findings }));
    else for (const { check, ...finding } of findings) print(draw(check, finding, terminal.paint));
    return findings.some(({ state }) => state === "bad") ? EXIT_STATUS.failed : EXIT_STATUS.done;
  },
});

async function lookAround(environment: NodeJS.ProcessEnv): Promise<CheckInput> {
  const where = places(environment);
  const daemon = await askDaemon(where.socket, ["ls", "--json"], 3_000);
  const tree = daemon.kind === "answered" && daemon.status === 0 ? JSON.parse(daemon.stdout) : undefined;
  return { places: where, root: packageRoot, version: packageVersion(), environment, daemon, tree };
}

function draw(name: string, finding: Finding, paint: Paint): string {
  const { state, text, fix } = legibleData(finding);
  const colour = { good: paint.green, note: paint.yellow, bad: paint.red }[state];
  const line = `${colour(LABEL[state])}  ${name}: ${text}`;
  return fix === undefined ? line : `${line}\n      → ${fix}`;
}
