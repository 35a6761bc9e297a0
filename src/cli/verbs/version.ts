import { askDaemon } from "../ask-daemon.ts";
import { packageVersion } from "../package.ts";
import { places } from "../places.ts";
import { defineColdVerb, JSON_OPTION } from "../verb.ts";

export const version = defineColdVerb({
  name: "version",
  summary: "print the version, and the running daemon's where it differs",
  operands: "",
  count: [0, 0],
  options: { json: JSON_OPTION },
  examples: [["mullion version --json", "version of the program and of the daemon, or null"]],
  async run({ options, environment, print }) {
    const own = packageVersion();
    const daemon = await daemonVersion(environment);
    if (options.json) {
      print(JSON.stringify({ version: own, daemon, node: process.versions.node }));
      return;
    }
    print(`mullion ${own}`);
    if (daemon !== null && daemon !== own) print(`The daemon that runs is ${daemon}.`);
  },
});

async function daemonVersion(environment: NodeJS.ProcessEnv): Promise<string | null> {
  const answer = await askDaemon(places(environment).socket, ["up", "--json"]);
  return answer.kind === "answered" && answer.status === 0 ? JSON.parse(answer.stdout).version : null;
}
