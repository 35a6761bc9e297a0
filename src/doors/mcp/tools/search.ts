import { z } from "zod";
import { defineTool, paneId, paneName } from "../define-tool.ts";
import { short } from "../pane-entry.ts";

const MAX_MATCHES = 200;
const DEFAULT_MATCHES = 50;
const MAX_LINE = 500;
const SHOWN = 20;

export const search = defineTool({
  name: "search",
  title: "Search panes",
  description:
    "Lines with a text, or that match a POSIX extended regular expression, on the screens and in the history of the panes that you can use: the newest of each pane.",
  effect: "looks",
  input: z.strictObject({
    pattern: z.string().min(1).max(1024),
    regex: z.boolean().default(false).describe("The pattern is a regular expression, not a text."),
    ignore_case: z.boolean().default(false),
    panes: z.array(paneName).min(1).max(64).optional().describe("Only these panes."),
    max: z
      .int()
      .min(1)
      .max(MAX_MATCHES)
      .default(DEFAULT_MATCHES)
      .describe("The most lines that are returned, over all panes."),
  }),
  output: z.object({
    matches: z.array(
      z.object({
        id: paneId,
        line: z.int().describe("0 is the first visible line, -1 the newest of the history."),
        text: z.string(),
      }),
    ),
    more: z.boolean().describe("There are more matches than max."),
  }),
  async run({ pattern, regex, ignore_case, panes, max }, { scope, signal }) {
    const targets = panes && (await Promise.all(panes.map((name) => scope.find(name))));
    const contexts = targets?.map(({ contextId }) => contextId);
    const params = { pattern, literal: !regex, ignore_case, max, ...(contexts && { contexts }) };
    const found = await scope.link.use((client) => client.call("mullion.search", params, { signal }));
    const matches = found.matches.map(({ context_id, line, text }) => ({
      id: context_id,
      line,
      text: text.slice(0, MAX_LINE),
    }));
    const lines = matches.slice(0, SHOWN).map(({ id, line, text }) => `${id} ${line}: ${short(text)}`);
    const rest = matches.length > SHOWN || found.more ? ["…"] : [];
    return {
      text: lines.length === 0 ? "Nothing was found." : [...lines, ...rest].join("\n"),
      result: { matches, more: found.more },
    };
  },
});
