import { findVerb } from "../find-verb.ts";
import { overview, usageOf, verbHelp } from "../help-text.ts";
import { manPages } from "../man-page.ts";
import { packageVersion } from "../package.ts";
import { defineColdVerb, JSON_OPTION, type Verb } from "../verb.ts";

export const help = (verbs: () => readonly Verb[]) =>
  defineColdVerb({
    name: "help",
    summary: "describe the verbs",
    operands: "[VERB]",
    count: [0, 1],
    completes: "verb",
    options: {
      man: { summary: "print it as a manual page: mullion help wait --man | man -l -" },
      json: JSON_OPTION,
    },
    examples: [
      ["mullion help run", "everything about run"],
      ["mullion help --json", "the table of verbs: options, exit statuses, examples"],
    ],
    run({ operands: [name], options, print }) {
      const meant = name === undefined ? verbs().filter(({ hidden }) => !hidden) : [findVerb(verbs(), name)];
      if (options.man) print(manText(verbs(), name));
      else if (options.json) print(JSON.stringify({ verbs: meant.map(describe) }));
      else print((name === undefined ? overview(verbs()) : verbHelp(meant[0]!)).trimEnd());
    },
  });

function manText(verbs: readonly Verb[], name: string | undefined): string {
  const file = name === undefined ? "mullion.1" : `mullion-${findVerb(verbs, name).name}.1`;
  return (
    manPages(verbs, packageVersion())
      .find((page) => page.file === file)
      ?.text.trimEnd() ?? ""
  );
}

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
