import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { FormatContext } from "../../src/core/format/context.ts";
import { expandFormat } from "../../src/core/format/expand-format.ts";
import { optionEntry } from "../../src/core/options/option-table.ts";
import { commandTable } from "../../src/doors/tmux/command-table.ts";
import { CommandParser } from "../../src/doors/tmux/parse-commands/parse-commands.ts";
import type { ParseWorld } from "../../src/doors/tmux/parse-commands/parse-input.ts";
import { setUpFixture } from "../differential/format/fixture.ts";
import { readTree } from "../differential/format/fixture-tree.ts";
import { generateExpressions } from "../differential/format/generated.ts";
import { hostOf } from "../differential/format/host.ts";
import { RealTmux } from "../differential/format/real-tmux.ts";
import { type Case, firstDifference, Oracle, observeOurs } from "../differential/screen/oracle.ts";
import { randomOutput } from "../differential/screen/random-output.ts";
import { attack } from "./attack.ts";
import { commandWords } from "./command-words.ts";
import { textOf } from "./mutate.ts";
import { Random } from "./random.ts";

/** Texts generated from the grammar of each language, run through the real tmux and Mullion. */

attack("beside the real tmux: terminal output", 40, async (tally, rounds) => {
  const random = new Random("compared output");
  const oracle = new Oracle();
  await oracle.start();
  try {
    for (; tally.rounds < rounds; tally.rounds += 20) {
      const cases = Array.from({ length: 20 }, () => screenCase(random.below(2 ** 31)));
      const seen = await oracle.observe(cases);
      for (const [i, test] of cases.entries()) {
        const difference = firstDifference(seen[i]!, observeOurs(test));
        if (difference !== undefined) tally.found("wrong", `${test.name}: ${difference.slice(0, 600)}`);
      }
    }
  } finally {
    await oracle.stop();
  }
});

function screenCase(seed: number): Case {
  return {
    name: `seed ${seed}`,
    cols: 4 + ((seed * 7) % 23),
    rows: 2 + ((seed * 5) % 9),
    historyLimit: [2000, 12, 0, 30][seed % 4]!,
    // The mark takes up a joiner that may be pending: see the difference about joiners.
    bytes: new TextEncoder().encode(`${randomOutput(seed, 60)}\u0301`),
    sizes: [
      [12, 6],
      [30, 6],
    ],
    later: { bytes: new TextEncoder().encode(randomOutput(seed + 1000, 30)), sizes: [[20, 3]] },
  };
}

attack("beside the real tmux: formats", 4_000, (tally, rounds) => {
  const random = new Random("compared formats");
  const tmux = new RealTmux();
  try {
    setUpFixture(tmux);
    const server = readTree(tmux);
    const session = server.sessionNamed("alpha")!;
    const link = session.linkAt(0)!;
    const pane = link.window.panes[2]!;
    const context: FormatContext = { server, host: hostOf(tmux), now: 0, session, link, pane, time: true };
    for (; tally.rounds < rounds; tally.rounds += 500) {
      const texts = generateExpressions(random.below(2 ** 31), 500);
      const [clock = "", ...theirs] = tmux.expandAll(["%s", ...texts], `${session.id}:0.${pane.id}`);
      for (const [at, text] of texts.entries()) {
        const ours = expandFormat(text, { ...context, now: Number(clock) * 1000 });
        if (ours !== theirs[at])
          tally.found("wrong", `${text}: tmux ${JSON.stringify(theirs[at])}, ours ${JSON.stringify(ours)}`);
      }
    }
  } finally {
    tmux.kill();
  }
});

const HOME = "/";

/** What the oracle's server sees too: its environment, and conditions that need no expansion of ours. */
const world: ParseWorld = {
  expand: (format) => ({ "#{==:a,a}": "1", "#{==:a,b}": "0" })[format] ?? format,
  variable: (name) => (name === "HOME" ? HOME : undefined),
  assign: () => {},
  home: (user) => (user === "" ? HOME : undefined),
  alias(name) {
    const aliases = optionEntry("command-alias")!.default as readonly string[];
    return aliases.find((alias) => alias.startsWith(`${name}=`))?.slice(name.length + 1);
  },
};

/** The output of `source-file -nv`: every parsed command, or the error. */
function parsed(text: string, file: string): string {
  const lines: string[] = [];
  const onParsed = (line: string, number: number) => lines.push(`${file}:${number}: ${line}`);
  try {
    new CommandParser(commandTable).fromText(text, { world, file, line: 1, parseOnly: true, onParsed });
  } catch (error) {
    lines.push((error as Error).message);
  }
  return lines.join("\n");
}

attack("beside the real tmux: command lines", 500, (tally, rounds) => {
  const random = new Random("compared commands");
  const tmux = new RealTmux();
  const directory = mkdtempSync(join(process.env.MULLION_TEST_RUN!, "c"));
  try {
    tmux.must(["new-session", "-d", "cat"]);
    for (; tally.rounds < rounds; tally.rounds += 100) {
      const texts = Array.from({ length: 100 }, () => textOf(random, commandWords, 12));
      const files = texts.map((text, i) => {
        const file = join(directory, `${i}.conf`);
        writeFileSync(file, text);
        return file;
      });
      const theirs = tmux.runEach(files.map((file) => ["source-file", "-nv", file]));
      for (const [i, text] of texts.entries()) {
        const ours = parsed(text, files[i]!);
        if (ours !== theirs[i])
          tally.found(
            "wrong",
            `${JSON.stringify(text)}: tmux ${JSON.stringify(theirs[i])}, ours ${JSON.stringify(ours)}`,
          );
      }
    }
  } finally {
    tmux.kill();
    rmSync(directory, { recursive: true });
  }
});
