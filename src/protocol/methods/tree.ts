import { z } from "zod";
import { contextId, offset, since2 } from "../common.ts";
import { defineMethod } from "../define-method.ts";
import { pane } from "../pane.ts";
import { failedHosts, hostName } from "./hosts.ts";

const { exit_code, agent, pane_id, ...standing } = pane.shape;

const contextPane = z.object({
  pane_id,
  context_id: contextId,
  self: z.boolean(),
  ...standing,
  offset,
  exit_code: exit_code.meta(since2),
  agent: agent.optional().meta(since2),
});

const window = z.object({
  window_id: z.string(),
  name: z.string(),
  cols: z.int(),
  rows: z.int(),
  current: z.boolean().describe("The session shows this one."),
  layout: z.string().describe("As tmux writes it."),
  panes: z.array(contextPane),
});

const session = z.object({
  session_id: z.string(),
  name: z.string(),
  created: z.int().describe("Milliseconds since the epoch."),
  attached: z.int().describe("How many terminals show it."),
  socket: z.string().describe("Of its tmux server: tmux -S <socket> attach -t <name>."),
  windows: z.array(window),
  host: z.string().optional().describe("The machine that it is on; absent: this one.").meta(since2),
});

export const tree = defineMethod({
  name: "mullion.tree",
  since: 1,
  doc: "Where the team's contexts stand: sessions, windows and panes with their places. What is not the team's is left out.",
  params: z.object({
    session: z.string().optional().describe("Only the session of this name."),
    ended: z
      .boolean()
      .default(false)
      .describe("Also panes that stay after their process ended.")
      .meta(since2),
    hosts: z
      .boolean()
      .default(false)
      .describe("Also the team's contexts on other machines; with reach all, every pane there.")
      .meta(since2),
    host: hostName
      .optional()
      .describe("Only what is on this host; a host that does not answer is an error then.")
      .meta(since2),
  }),
  result: z.object({ sessions: z.array(session), failed_hosts: failedHosts.meta(since2) }),
  errors: [],
});
