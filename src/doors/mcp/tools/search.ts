import { z } from "zod";
import { failedHosts } from "../../../protocol/methods/hosts.ts";
import { defineTool, paneId, paneName, withHosts } from "../define-tool.ts";
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
    hosts: withHosts,
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
    failed_hosts: failedHosts,
  }),
  async run({ pattern, regex, ignore_case, panes, max, hosts }, { scope, signal }) {
    const targets = panes && (await Promise.all(panes.map((name) => scope.find(name))));
    const contexts = targets?.map(({ contextId }) => contextId);
    const where = contexts ? { contexts } : { hosts: hosts ?? scope.grant.hosts };
    const params = { pattern, literal: !regex, ignore_case, max, ...where };
    const found = await scope.link.call("mullion.search", params, { signal });
    const matches = found.matches.map(({ context_id, line, text }) => ({
      id: context_id,
      line,
      text: text.slice(0, MAX_LINE),
    }));
    const lines = matches.slice(0, SHOWN).map(({ id, line, text }) => `${id} ${line}: ${short(text)}`);
    const rest = matches.length > SHOWN || found.more ? ["…"] : [];
    const failed_hosts = found.failed_hosts ?? [];
    const failures = failed_hosts.map(({ error }) => error);
    return {
      text: [...(lines.length === 0 ? ["Nothing was found."] : lines), ...rest, ...failures].join("\n"),
      result: { matches, more: found.more, ...(failed_hosts.length > 0 && { failed_hosts }) },
    };
  },
});
