import { encodeNamedKey } from "../../panes/key-bytes.ts";
import { type } from "../../panes/type.ts";
import { callBeginning } from "../call-beginning.ts";
import { findPane, SERVER_OPTION } from "../find-pane.ts";
import { parseDuration } from "../quantities.ts";
import { defineHotVerb, JSON_OPTION } from "../verb.ts";

export const send = defineHotVerb({
  name: "send",
  summary: "type text into a pane",
  operands: "PANE [TEXT|-]",
  count: [1, 2],
  completes: "target",
  host: { targets: "first", reads: "stdin", names: () => undefined },
  options: {
    enter: { summary: "press Enter afterwards, as a write of its own" },
    key: {
      short: "k",
      value: "KEY",
      repeat: true,
      summary: "press a key (tmux's names: C-c, Escape, Up, F5), after the text and before Enter",
    },
    timeout: { short: "t", value: "TIME", summary: "give up after 30 (seconds), 500ms, 5m (default: 60)" },
    server: SERVER_OPTION,
    json: JSON_OPTION,
  },
  notes: [
    "The text arrives as a paste does: a line feed becomes Enter, and an application that asked for bracketed paste gets several lines, or a long one, in brackets. With - it is read from standard input.",
    "A shell that has not reached its prompt is waited for. An application that reads single keys gets Enter when it has read the text and has had the time to show it, so that Enter is not taken for a part of a paste. send returns when the terminal has taken every byte.",
    "Text that begins with a dash stands after --.",
    "The JSON holds a cursor: wait --since and capture --since count from there what the pane printed in answer.",
  ],
  exits: {
    2: "the pane did not read everything in time; Enter is not sent then",
    3: "the pane has ended, or ended before it had read everything",
  },
  examples: [
    ["mullion send %3 --enter 'npm test'", "types a line"],
    ["mullion send %3 --enter - <prompt.txt", "types a file"],
    ["mullion send %3 --key C-c", "interrupts what runs there"],
    ["mullion send %3 --enter", "presses Enter"],
  ],
  async run(call) {
    const { context, gone, invocation, options, operands, print, terminal } = call;
    const [target = "", text = ""] = operands;
    const timeoutMs = parseDuration(options.timeout ?? "60", "--timeout");
    const { pane } = findPane(context, target, options.server);
    const stop = terminal.progress(() => `${pane.id} has not read everything yet`);
    try {
      const bytes = text === "-" ? await invocation.stdin.read() : Buffer.from(text);
      const cursor = await type(context.live(pane), {
        text: bytes,
        begunMs: callBeginning(call),
        keys: () => options.key.map((key) => encodeNamedKey(pane, key)),
        enter: options.enter,
        timeoutMs,
        gone,
      });
      if (options.json) print(JSON.stringify({ pane: pane.id, cursor }));
    } finally {
      stop();
    }
  },
});
