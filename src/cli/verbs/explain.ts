import { findPane, SERVER_OPTION } from "../find-pane.ts";
import { age } from "../quantities.ts";
import { defineHotVerb, JSON_OPTION } from "../verb.ts";

export const explain = defineHotVerb({
  name: "explain",
  summary: "say how the program in a pane is doing, and why we think so",
  operands: "PANE",
  count: [1, 1],
  completes: "target",
  host: { targets: "first", names: () => /^(?=%\d+ is )/ },
  options: { server: SERVER_OPTION, json: JSON_OPTION },
  notes: [
    "working: its program runs. waiting: it asks something; the question is shown. idle: a shell at its prompt, an editor, a pager, an agent that has not been asked anything. done: it ended, or finished what it was asked. failed: it ended with an error, or its last command or request did.",
    "The first of these decides: what its own hooks reported (mullion report); the key `state` in its metadata; its end; progress that it shows (OSC 9;4); a bell or notification (OSC 9, OSC 99, OSC 777) that was not answered by typing; the marks of its shell (OSC 133); its title; whether it reads the terminal, and after which text; the known screens of agents; quiet. The JSON form names the rule and its confidence.",
  ],
  exits: { 3: "the pane has ended" },
  examples: [
    ["mullion explain %3", "%3 is waiting, for 2 min: it rang, and nobody has typed since"],
    ["mullion explain agent --json", "state, because, rule, confidence, question, since, unread"],
  ],
  async run({ context, options, operands, print }) {
    const { mux, pane } = findPane(context, operands[0]!, options.server);
    await context.live(pane).flush();
    const standing = mux.server.agents.of(pane);
    const { state, because, since, unread } = standing;
    if (options.json) print(JSON.stringify({ pane: pane.id, ...standing }));
    else
      print(`${pane.id} is ${state}${unread ? " (unread)" : ""}, for ${age(since, Date.now())}: ${because}`);
  },
});
