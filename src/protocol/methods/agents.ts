import { z } from "zod";
import { contextId } from "../common.ts";
import { defineMethod } from "../define-method.ts";
import { agentScope } from "../events.ts";
import { agentState, choices, pane, panePlace } from "../pane.ts";
import { failedHosts } from "./hosts.ts";

export const agents = defineMethod({
  name: "mullion.agents",
  since: 2,
  doc: "The agents and their states: those that wait for a person first, then unread failures, unread results, those that work, and the others; of equals the one that has been so for longest comes first. A pane without an agent is listed if it waits for a person.",
  params: z.object({
    states: z.array(agentState).max(16).optional().describe("Only panes in one of these states."),
    scope: agentScope.default("all"),
    every: z
      .boolean()
      .default(false)
      .describe("Also all panes without an agent: shells, and the tools in them."),
    hosts: z
      .boolean()
      .default(false)
      .describe("Also those of the hosts on which the team has contexts; with reach all, of every host."),
  }),
  result: z.object({
    agents: z.array(
      pane.extend({
        ...panePlace.shape,
        context_id: contextId.optional().describe("If the pane is a context of the team."),
        last_line: z.string().describe("The last line with text on its screen."),
        choices: choices.optional(),
        host: z.string().optional().describe("The machine that it is on; absent: this one."),
      }),
    ),
    failed_hosts: failedHosts,
  }),
  errors: [],
});
