import { z } from "zod";
import { agentState } from "../../../protocol/pane.ts";
import { defineTool, withHosts } from "../define-tool.ts";
import { entryOf, lineOf, paneEntry } from "../pane-entry.ts";

const MAX_PANES = 500;

export const list = defineTool({
  name: "list",
  title: "List panes",
  description:
    "The panes that you can use, with the program in each and its state: working, waiting (for a person, with its question), idle, done, failed. Start here. To learn about changes, use wait instead of calling this again and again.",
  effect: "looks",
  input: z.strictObject({
    states: z.array(agentState).max(5).optional().describe("Only panes in one of these states."),
    session: z.string().max(256).optional().describe("Only the panes of this session."),
    hosts: withHosts,
  }),
  output: z.object({
    panes: z.array(paneEntry),
    left_out: z.int().describe("Panes beyond the limit of the answer: name a session or states."),
  }),
  async run({ states, session, hosts }, { scope }) {
    const panes = (await scope.panes({ hosts: hosts ?? scope.grant.hosts }))
      .filter((pane) => session === undefined || pane.session === session)
      .map(entryOf)
      .filter(({ state }) => states === undefined || (state !== undefined && states.includes(state)));
    const shown = panes.slice(0, MAX_PANES);
    const { all, scope: where } = scope.grant;
    const hint = all ? "" : " A person who starts this server with --all lets you use every pane.";
    const none = `There is no such pane in ${where}.${states || session ? "" : ` \`spawn\` starts a program in one.${hint}`}`;
    return {
      text: shown.length === 0 ? none : shown.map(lineOf).join("\n"),
      result: { panes: shown, left_out: panes.length - shown.length },
    };
  },
});
