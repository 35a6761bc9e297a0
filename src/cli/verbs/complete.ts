import { legible } from "../../core/text/legible.ts";
import { askDaemon } from "../ask-daemon.ts";
import { EXIT_STATUS } from "../exit-status.ts";
import { serverName } from "../own-server.ts";
import { places } from "../places.ts";
import { defineColdVerb, defineHotVerb } from "../verb.ts";

/** Answers completion scripts: per line one word, a tab, and its description. It never starts a daemon. */
export const complete = defineColdVerb({
  name: "complete",
  summary: "list targets or servers for a shell",
  operands: "target|server",
  count: [1, 1],
  hidden: true,
  async run({ environment, operands, print }) {
    const answer = await askDaemon(places(environment).socket, ["candidates", operands[0]!], 1_000);
    if (answer.kind !== "answered" || answer.status !== 0) return EXIT_STATUS.failed;
    if (answer.stdout !== "") print(answer.stdout.trimEnd());
    return EXIT_STATUS.done;
  },
});

/** The daemon's part of `complete`. */
export const candidates = defineHotVerb({
  name: "candidates",
  summary: "list targets or servers",
  operands: "target|server",
  count: [1, 1],
  hidden: true,
  run({ context, operands, print }) {
    const lines = context.servers().flatMap((mux) => {
      const { sessions, panes, socketPath } = mux.server;
      if (operands[0] === "server") return [candidate(serverName(mux), socketPath)];
      return [
        ...[...sessions.values()].map(({ name, cwd }) => candidate(name, cwd)),
        ...[...panes.values()].map(({ id, title }) => candidate(id, title)),
        ...[...panes.values()].flatMap(({ id, metadata }) => {
          const name = metadata.get("name");
          return name === undefined ? [] : [candidate(name, id)];
        }),
      ];
    });
    if (lines.length > 0) print(lines.join("\n"));
  },
});

/** One line for a shell: the word and its description. */
function candidate(word: string, meaning: string): string {
  return `${legible(word)}\t${legible(meaning)}`;
}
