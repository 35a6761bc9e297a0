import { z } from "zod";
import { defineTool, paneId, paneName } from "../define-tool.ts";

export const record = defineTool({
  name: "record",
  title: "Write a recording of a pane",
  description:
    "Writes what happened in a pane so far to a file on the machine of the panes, as an asciicast that plays in asciinema and in `mullion replay`: output with its times, nothing that was typed unless the terminal showed it. An existing file is an error.",
  effect: "types",
  input: z.strictObject({
    pane: paneName,
    file: z.string().min(2).max(4096).startsWith("/").describe("An absolute path that does not exist yet."),
    title: z.string().max(256).optional(),
  }),
  output: z.object({ id: paneId, file: z.string(), events: z.int(), bytes: z.int() }),
  async run({ pane, file, title }, { scope, signal }) {
    const { contextId } = await scope.find(pane);
    const params = { context_id: contextId, file, ...(title !== undefined && { title }) };
    const { events, bytes } = await scope.link.call("mullion.record", params, { signal });
    return {
      text: `Wrote ${events} ${events === 1 ? "event" : "events"} of ${contextId} to ${file}.`,
      result: { id: contextId, file, events, bytes },
    };
  },
});
