import { z } from "zod";
import { contextId, metadata, offset } from "../common.ts";
import { defineMethod } from "../define-method.ts";

const pane = z.object({
  pane_id: z.string().describe("As tmux names it: %3."),
  context_id: contextId,
  self: z.boolean(),
  title: z.string(),
  metadata,
  command: z.array(z.string()).describe("As it was started."),
  foreground: z.string().describe("The program in front now; empty where the system does not tell."),
  cwd: z.string().describe("Its directory now, or where it was started."),
  pid: z.int(),
  tty: z.string(),
  cols: z.int(),
  rows: z.int(),
  left: z.int(),
  top: z.int(),
  active: z.boolean(),
  offset,
});

const window = z.object({
  window_id: z.string(),
  name: z.string(),
  cols: z.int(),
  rows: z.int(),
  current: z.boolean().describe("The session shows this one."),
  layout: z.string().describe("As tmux writes it."),
  panes: z.array(pane),
});

const session = z.object({
  session_id: z.string(),
  name: z.string(),
  created: z.int().describe("Milliseconds since the epoch."),
  attached: z.int().describe("How many terminals show it."),
  socket: z.string().describe("Of its tmux server: tmux -S <socket> attach -t <name>."),
  windows: z.array(window),
});

export const tree = defineMethod({
  name: "mullion.tree",
  since: 1,
  capability: "mullion.tree",
  doc: "Where the team's contexts stand: sessions, windows and panes with their places. What is not the team's is left out.",
  params: z.object({ session: z.string().optional().describe("Only the session of this name.") }),
  result: z.object({ sessions: z.array(session) }),
  errors: [],
});
