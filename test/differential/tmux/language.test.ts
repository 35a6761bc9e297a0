import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { optionEntry } from "../../../src/core/options/option-table.ts";
import { commandTable } from "../../../src/doors/tmux/command-table.ts";
import { CommandParser } from "../../../src/doors/tmux/parse-commands/parse-commands.ts";
import type { ParseWorld } from "../../../src/doors/tmux/parse-commands/parse-input.ts";
import { need } from "../../setup/need.ts";
import { languageCorpus } from "./language-corpus.ts";
import { type RealTmux, startRealTmux } from "./real-tmux.ts";

const HOME = "/nowhere/home";

/** The same text through `source-file -n -v` of the real one and through our parser: each line, or the error. */
describe.runIf(need("tmux"))("the command language", () => {
  let real: RealTmux;
  beforeAll(async () => {
    real = await startRealTmux({ HOME });
    await real.run("new-session", "-d", "cat");
  });
  afterAll(() => real.stop());

  it.each(languageCorpus)("%j", async (text) => {
    const file = join(real.dir, "text.conf");
    writeFileSync(file, text);
    const { stdout, status } = await real.run("source-file", "-nv", file);
    expect(parsed(text, file)).toEqual({ lines: stdout.split("\n").slice(0, -1), status });
  });
});

function parsed(text: string, file: string): { lines: readonly string[]; status: number } {
  const lines: string[] = [];
  const parser = new CommandParser(commandTable);
  const onParsed = (line: string, number: number) => lines.push(...`${file}:${number}: ${line}`.split("\n"));
  try {
    parser.fromText(text, { world, file, line: 1, parseOnly: true, onParsed });
    return { lines, status: 0 };
  } catch (error) {
    return { lines: [...lines, ...(error as Error).message.split("\n")], status: 1 };
  }
}

/** What the real one sees too: its start environment, and conditions that need no expansion of ours. */
const world: ParseWorld = {
  expand: (format) => ({ "#{==:a,a}": "1", "#{==:a,b}": "0" })[format] ?? format,
  variable: (name) => (name === "HOME" ? HOME : undefined),
  assign: () => {},
  home: (user) => (user === "" ? HOME : undefined),
  alias: (name) => {
    const aliases = optionEntry("command-alias")!.default as readonly string[];
    return aliases.find((alias) => alias.startsWith(`${name}=`))?.slice(name.length + 1);
  },
};
