import { findVerb } from "../find-verb.ts";
import { overview, usageOf, verbHelp } from "../help-text.ts";
import { defineColdVerb, JSON_OPTION, type Verb } from "../verb.ts";

export const help = (verbs: () => readonly Verb[]) =>
  defineColdVerb({
    name: "help",
    summary: "tell what the verbs do",
    operands: "[VERB]",
    count: [0, 1],
    completes: "verb",
    options: { json: JSON_OPTION },
    examples: [
      ["mullion help run", "everything about run"],
      ["mullion help --json", "the table of verbs: options, exit statuses, examples"],
    ],
    run({ operands: [name], options, print }) {
      const meant = name === undefined ? verbs().filter(({ hidden }) => !hidden) : [findVerb(verbs(), name)];
      if (options.json) print(JSON.stringify({ verbs: meant.map(describe) }));
      else print((name === undefined ? overview(verbs()) : verbHelp(meant[0]!)).trimEnd());
    },
  });

function describe(verb: Verb) {
  const { name, summary, operands, options, notes = [], exits = {}, examples } = verb;
  return {
    name,
    summary,
    usage: usageOf(verb),
    operands,
    options: Object.entries(options).map(([option, { completes: _, ...spec }]) => ({
      name: option,
      ...spec,
    })),
    notes,
    exits,
    examples: examples.map(([command, meaning]) => ({ command, meaning })),
  };
}
