import { MuxError } from "../../core/errors.ts";
import { askDaemon } from "../ask-daemon.ts";
import { otherPackage, SWITCH } from "../other-package.ts";
import { packageVersion } from "../package.ts";
import { places } from "../places.ts";
import { defineColdVerb, JSON_OPTION } from "../verb.ts";

export const version = defineColdVerb({
  name: "version",
  summary: "print the version, and the running daemon's where it differs",
  options: {
    daemon: { summary: "only the running daemon's; without one, print why and exit with status 1" },
    json: JSON_OPTION,
  },
  notes: ["With --daemon it is a probe for containers and pods: it asks the daemon, and never starts one."],
  examples: [
    [
      "mullion version --json",
      "version of the program and of the daemon, and where the daemon is from, or null",
    ],
  ],
  exits: { 1: "with --daemon: no daemon answers" },
  async run({ options, environment, print }) {
    const own = packageVersion();
    const running = await runningDaemon(environment);
    if (options.daemon && !running)
      throw new MuxError("not-supported", "no daemon answers: mullion doctor says why");
    const daemon = running?.version ?? null;
    if (options.json) {
      const { node } = process.versions;
      print(JSON.stringify({ version: own, daemon, daemonRoot: running?.root ?? null, node }));
      return;
    }
    if (options.daemon) {
      print(`mullion ${daemon}`);
      return;
    }
    print(`mullion ${own}`);
    const other = otherPackage(running?.root);
    if (other !== undefined) print(`The running daemon is ${daemon} from ${other}: ${SWITCH}.`);
    else if (daemon !== null && daemon !== own) print(`The running daemon is ${daemon}.`);
  },
});

async function runningDaemon(
  environment: NodeJS.ProcessEnv,
): Promise<{ readonly version: string; readonly root: string } | undefined> {
  const answer = await askDaemon(places(environment).socket, ["up", "--json"]);
  return answer.kind === "answered" && answer.status === 0 ? JSON.parse(answer.stdout) : undefined;
}
