import { MuxError } from "../../core/errors.ts";
import type { Pane } from "../../core/tree/pane.ts";
import { EXIT_STATUS } from "../exit-status.ts";
import { findPane, SERVER_OPTION } from "../find-pane.ts";
import { defineHotVerb } from "../verb.ts";

export const send = defineHotVerb({
  name: "send",
  summary: "type text into a pane",
  operands: "PANE TEXT|-",
  count: [1, 2],
  options: {
    enter: { summary: "press Enter afterwards, as a write of its own" },
    server: SERVER_OPTION,
  },
  notes: [
    "The text arrives as a paste does: a line feed becomes Enter, and an application that asked for bracketed paste gets several lines in brackets. With - it is read from standard input.",
    "A shell that has not reached its prompt is waited for. send returns when the terminal has taken every byte; status 3 means that the pane ended first.",
    "Text that begins with a dash stands after --.",
  ],
  examples: [
    ["mullion send %3 --enter 'npm test'", "types a line"],
    ["mullion send %3 --enter - <prompt.txt", "types a file"],
    ["mullion send %3 --enter", "presses Enter"],
  ],
  async run({ context, invocation, options, operands }) {
    const [target = "", text] = operands;
    const { pane } = findPane(context, target, options.server);
    const typed = text === "-" ? await invocation.readStdin() : Buffer.from(text ?? "");
    await context.flush(pane); // Bracketed paste may have just been asked for.
    const enter = Buffer.from(options.enter ? "\r" : "");
    const parts = [asPaste(pane, typed), enter].filter((part) => part.length > 0);
    try {
      if (pane.process === undefined) throw new MuxError("no-such-pane", `pane ${pane.id} has ended`);
      await context.type(pane, parts, invocation);
      return EXIT_STATUS.done;
    } catch (error) {
      if (!(error instanceof MuxError && error.code === "no-such-pane")) throw error;
      invocation.stderr(`mullion: ${error.message}\n`);
      return EXIT_STATUS.paneEnded;
    }
  },
});

const PASTE_START = "\x1b[200~";
const PASTE_END = "\x1b[201~";

/** What a terminal sends when a user pastes: the end mark inside the text would let it out of its brackets. */
function asPaste(pane: Pane, bytes: Uint8Array): Buffer {
  const text = Buffer.from(bytes).toString("latin1");
  const lines = text.replaceAll(/\r?\n/g, "\r");
  const bracketed = pane.screen.modes.bracketedPaste && lines.replace(/\r$/, "").includes("\r");
  if (!bracketed) return Buffer.from(lines, "latin1");
  return Buffer.from(`${PASTE_START}${lines.replaceAll(PASTE_END, "")}${PASTE_END}`, "latin1");
}
