import { answer as answerPane, type BegunAnswer } from "../../panes/answer.ts";
import { cursorOf, nameCursor } from "../answer-cursor.ts";
import { UsageError } from "../exit-status.ts";
import { findPane, SERVER_OPTION } from "../find-pane.ts";
import { parseDuration } from "../quantities.ts";
import { defineHotVerb, JSON_OPTION } from "../verb.ts";

export const answer = defineHotVerb({
  name: "answer",
  summary: "answer the question that a pane waits with",
  operands: "PANE TEXT",
  count: [2, 2],
  completes: "target",
  host: { targets: "first", names: () => undefined },
  options: {
    since: {
      value: "TIME",
      summary: "only if it still waits with the question of then: since in the JSON of explain",
    },
    timeout: { short: "t", value: "TIME", summary: "give up after 30 (seconds), 500ms, 5m (default: 10)" },
    server: SERVER_OPTION,
    json: JSON_OPTION,
  },
  notes: [
    "TEXT is y, n, a number, or any other text; with '' only Enter is pressed. Enter follows where the program needs it: not after one key that the program reads by itself.",
    "If several people answer one question at once, one answer is typed and the others are refused. A pane that does not wait (mullion explain shows why) is not typed into.",
  ],
  exits: {
    2: "the pane did not read the answer in time",
    3: "the pane has ended",
    4: "the pane does not wait, or was answered already",
  },
  examples: [
    ["mullion answer %3 y", "y, and Enter if the program needs it"],
    ["mullion answer agent 2", "the second choice"],
    ["mullion answer agent 'use the other branch'", "a line of text"],
  ],
  async run({ context, gone, invocation, options, operands, print }) {
    const [target = "", text = ""] = operands;
    const timeoutMs = parseDuration(options.timeout ?? "10", "--timeout");
    const since = options.since === undefined ? undefined : parseSince(options.since);
    const { pane } = findPane(context, target, options.server);
    const begun = cursorOf<BegunAnswer>(invocation);
    const onBegun = (beginning: BegunAnswer) => nameCursor(invocation, beginning);
    await answerPane(context.live(pane), text, { since, timeoutMs, gone, begun, onBegun });
    if (options.json) print(JSON.stringify({ pane: pane.id, answer: text }));
  },
});

function parseSince(text: string): number {
  if (!/^\d{1,15}$/.test(text))
    throw new UsageError(`--since needs milliseconds since the epoch, not ${JSON.stringify(text)}`);
  return Number(text);
}
