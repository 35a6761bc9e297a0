import { age } from "../age.ts";
import { findPane, SERVER_OPTION } from "../find-pane.ts";
import { defineHotVerb, JSON_OPTION } from "../verb.ts";

export const explain = defineHotVerb({
  name: "explain",
  summary: "say how the program in a pane is doing, and why we think so",
  operands: "PANE",
  count: [1, 1],
  completes: "target",
  options: { server: SERVER_OPTION, json: JSON_OPTION },
  notes: [
    "working: its program runs. waiting: it wants somebody (a bell or a notification that nobody has answered by typing, or a program that reads keys and has been quiet for 10 seconds). done and failed: it ended, or its shell is back at the prompt.",
    "The first of these decides: its end; the key `state` in its metadata; a bell or notification (OSC 9, OSC 777); the marks of its shell (OSC 133); quiet.",
  ],
  exits: { 3: "the pane has ended" },
  examples: [
    ["mullion explain %3", "%3 is waiting, for 2 min: it rang, and nobody has typed since"],
    ["mullion explain agent --json", "state, because, since"],
  ],
  async run({ context, options, operands, print }) {
    const { mux, pane } = findPane(context, operands[0]!, options.server);
    await context.flush(pane);
    const { state, because, since } = mux.server.agents.of(pane);
    if (options.json) print(JSON.stringify({ pane: pane.id, state, because, since }));
    else print(`${pane.id} is ${state}, for ${age(since, Date.now())}: ${because}`);
  },
});
