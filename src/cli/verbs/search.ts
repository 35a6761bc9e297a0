import { attempt } from "../../core/attempt.ts";
import { legible } from "../../core/text/legible.ts";
import { type FoundLine, searchScreen } from "../../panes/search.ts";
import { lineMatch } from "../../panes/text-match.ts";
import { EXIT_STATUS } from "../exit-status.ts";
import { farPanes } from "../far-panes.ts";
import { SERVER_OPTION } from "../find-pane.ts";
import { chooseServer, panesIn, serverName } from "../own-server.ts";
import { wordsOf } from "../parse-command-line.ts";
import { parseCount } from "../quantities.ts";
import { Spout } from "../spout.ts";
import type { Paint } from "../terminal.ts";
import { ALL_HOSTS_OPTION, defineHotVerb, HOST_OPTION, type HotCall, JSON_OPTION } from "../verb.ts";

/** A line begins with the server and the pane, which are coloured on a terminal. */
const PANE_OF_LINE = /(?<= (?:\x1b\[[\d;]*m)*)(?=%\d+)/;

export const search = defineHotVerb({
  name: "search",
  summary: "find lines on the screens and in the history of all panes",
  operands: "PATTERN",
  count: [1, 1],
  host: { option: "host", names: () => PANE_OF_LINE },
  options: {
    "ignore-case": { short: "i", summary: "a and A are the same" },
    "fixed-strings": { short: "F", summary: "PATTERN is text, not a regular expression" },
    count: { short: "c", summary: "print only how many lines each pane has" },
    max: { short: "m", value: "N", summary: "at most the newest N lines of each pane" },
    server: { ...SERVER_OPTION, summary: "only this server, by name or socket path (default: all)" },
    host: HOST_OPTION,
    "all-hosts": ALL_HOSTS_OPTION,
    json: JSON_OPTION,
  },
  notes: [
    "PATTERN is a POSIX extended regular expression. A line that wraps is one line. Lines are numbered as in capture-pane: 0 is the first on the screen, -1 the newest in the history.",
    "With --json each line that was found is an object of its own.",
    "With --all-hosts the lines of each host follow when it has answered, with its name before the pane's id. A host that cannot be searched within 30 seconds is named on standard error.",
  ],
  exits: { 1: "also: nothing was found" },
  examples: [
    ["mullion search 'error|panic'", "in every pane of every server"],
    ["mullion search -F 'npm ERR!' --count", "which pane has how many"],
    ["mullion search --all-hosts OOM", "also on every host"],
    ["mullion search -i todo -m 1 --json", "the newest of each pane, for programs"],
  ],
  async run(call) {
    const { context, invocation, options, operands, terminal } = call;
    const max = options.max === undefined ? Number.POSITIVE_INFINITY : parseCount(options.max, "--max");
    const ignoreCase = options["ignore-case"];
    const pattern = operands[0]!;
    const literal = options["fixed-strings"];
    const matches = lineMatch(literal ? { kind: "text", text: pattern } : { kind: "regex", pattern }, {
      ignoreCase,
    });
    const { server } = options;
    const panes = panesIn(server === undefined ? context.servers() : [chooseServer(context, server)!]);
    const hosts = options["all-hosts"] ? searchHosts(call) : [];
    const spout = new Spout(invocation);
    let [searched, found] = [0, 0];
    const stop = terminal.progress(
      () => `searched ${searched} of ${panes.length} panes, found ${found} lines`,
    );
    try {
      for (const { mux, pane } of panes) {
        await context.live(pane).flush();
        const lines = mux.server.panes.has(pane.id) ? await searchScreen(pane.screen, matches, max) : [];
        const place = { server: serverName(mux), pane: pane.id };
        searched += 1;
        found += lines.length;
        for (const text of drawn(place, lines, { ...options, paint: terminal.paint }))
          if (!(await spout.pour(`${text}\n`))) return EXIT_STATUS.failed;
      }
      for (const lines of hosts) {
        for (const line of await lines) {
          found += 1;
          if (!(await spout.pour(`${legible(line)}\n`))) return EXIT_STATUS.failed;
        }
      }
    } finally {
      stop();
    }
    spout.flush();
    return found > 0 ? EXIT_STATUS.done : EXIT_STATUS.failed;
  },
});

/** How long a host may search. */
const HOST_MS = 30_000;

/** Searches all hosts at once. Each resolves to its lines; one that does not answer is named on standard error. */
function searchHosts(call: HotCall): Promise<readonly string[]>[] {
  const { context, invocation, operands, options } = call;
  const { host: _host, "all-hosts": _all, ...rest } = options;
  const argv = ["search", ...wordsOf(rest), "--", ...operands];
  const { environment } = invocation;
  return context.hosts.file.all().map(async ({ name }) => {
    const said = await context.hosts.ask(name, { argv, environment, timeoutMs: HOST_MS });
    const trouble = said.kind === "failed" ? said.sentence : said.stderr.trim();
    if (trouble !== "") invocation.stderr(`mullion: ${legible(trouble)}\n`);
    const lines = said.kind === "failed" ? [] : said.stdout.split("\n").filter((line) => line !== "");
    const named = farPanes(search, { options, operands, help: false })!;
    return lines.map((line) => (options.json ? withHost(named(line, name), name) : named(line, name)));
  });
}

/** The host's name as we know it, whatever the host says. */
function withHost(line: string, host: string): string {
  const found = attempt(() => JSON.parse(line) as object);
  return JSON.stringify({ ...found, host });
}

function drawn(
  { server, pane }: { readonly server: string; readonly pane: string },
  lines: readonly FoundLine[],
  { count, json, paint }: { readonly count: boolean; readonly json: boolean; readonly paint: Paint },
): readonly string[] {
  if (count) {
    if (lines.length === 0) return [];
    return [
      json
        ? legible(JSON.stringify({ server, pane, count: lines.length }))
        : `${legible(server)} ${pane}: ${lines.length}`,
    ];
  }
  return lines.map(({ line, text }) =>
    json
      ? legible(JSON.stringify({ server, pane, line, text }))
      : `${paint.blue(legible(server))} ${paint.bold(pane)} ${paint.dim(`${line}:`)} ${legible(text)}`,
  );
}
