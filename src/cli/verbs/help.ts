import { findVerb } from "../find-verb.ts";
import { overview, verbHelp } from "../help-text.ts";
import { defineColdVerb, type Verb } from "../verb.ts";

export const help = (verbs: () => readonly Verb[]) =>
  defineColdVerb({
    name: "help",
    summary: "tell what the verbs do",
    operands: "[VERB]",
    count: [0, 1],
    options: {},
    examples: [["mullion help run", "everything about run"]],
    run({ operands: [name], print }) {
      print((name === undefined ? overview(verbs()) : verbHelp(findVerb(verbs(), name))).trimEnd());
    },
  });
