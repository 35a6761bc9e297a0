import fc from "fast-check";
import { expect, test } from "vitest";
import { listedCommands, writtenCommands } from "../../src/core/keys/key-tables.ts";
import { commandTable } from "../../src/doors/tmux/command-table.ts";
import { CommandList } from "../../src/doors/tmux/parse-commands/command.ts";
import { CommandParser } from "../../src/doors/tmux/parse-commands/parse-commands.ts";
import type { ParseWorld } from "../../src/doors/tmux/parse-commands/parse-input.ts";
import { property } from "../fixtures/property.ts";

const world: ParseWorld = {
  expand: (format) => format,
  variable: () => "a variable",
  assign: () => {},
  home: () => "/home",
  alias: () => undefined,
};
const input = { world, file: undefined, line: 1 };
const parser = new CommandParser(commandTable);

/** Flags and operands of each command, and where groups begin. */
function meaning({ commands }: CommandList): unknown {
  return commands.map(({ entry, args, group }, i) => ({
    name: entry.name,
    flags: args.given(),
    operands: args.values.map((value) => (value instanceof CommandList ? meaning(value) : value)),
    together: i > 0 && commands[i - 1]!.group === group,
  }));
}

const piece = fc.constantFrom(
  ..."ab #;{}$%~'\"\\-=[]\n\t,é漢\x01&*()!<>|`@:",
  "$HOME",
  "${x}",
  "\\;",
  "--",
  "-l",
  " ; ",
);
const word = fc.array(piece, { maxLength: 5 }).map((pieces) => pieces.join(""));
/** Written so that there is no doubt: every character that could mean something by its number. */
const quoted = (text: string) =>
  `"${text.replace(/[^a-z é漢]/g, (character) => `\\${character.charCodeAt(0).toString(8).padStart(3, "0")}`)}"`;
const command = fc
  .array(word, { minLength: 1, maxLength: 3 })
  .map((words) => `send-keys -l -- ${words.map(quoted).join(" ")}`);
const lines = fc
  .array(fc.array(command, { minLength: 1, maxLength: 2 }), { minLength: 1, maxLength: 2 })
  .map((groups) => groups.map((group) => group.join(" ; ")).join("\n"));

property(
  "what a key is bound to reads back as it was meant, whatever its words are",
  { runs: 300 },
  (check) =>
    check(
      fc.property(lines, lines, (first, inner) => {
        const meant = parser.fromText(`${first}\nif-shell true {\n${inner}\n}`, input);
        const kept = meant.printBound();
        expect(meaning(parser.fromText(writtenCommands(kept), input))).toEqual(meaning(meant));
      }),
    ),
);

test("it is listed as tmux prints it", () => {
  const kept = parser.fromText(
    "send-keys -- -x ';'\nif-shell true {\nsend-keys a ; send-keys b\nkill-pane\n}",
    input,
  );
  expect(listedCommands(kept.printBound())).toBe(
    "send-keys -x \\; \\;\\; if-shell true { send-keys a ; send-keys b ;; kill-pane }",
  );
});
