import { hostname } from "node:os";
import { basename } from "node:path";
import { z } from "zod";
import { exitCode } from "../../protocol/common.ts";
import { agentState } from "../../protocol/pane.ts";
import { cursor, paneId } from "./define-tool.ts";
import type { ScopedPane } from "./scope.ts";

/** A pane as the tools describe it: what an agent needs to choose one, and no more. */
export const paneEntry = z.object({
  id: paneId,
  pane: z.string().describe("tmux's id of the pane: %3."),
  name: z.string().optional(),
  role: z.string().optional(),
  title: z.string(),
  program: z.string().describe("The program in front."),
  cwd: z.string(),
  session: z.string(),
  host: z.string().optional().describe("The machine that it is on; absent: this one."),
  server: z.string().describe("The tmux server (tmux -L) that has the session."),
  self: z.boolean().describe("You run in this pane."),
  state: agentState.optional(),
  question: z.string().optional().describe("What a waiting program asks."),
  exit_code: exitCode.optional(),
  unread: z.boolean().optional().describe("It is done or failed, and no person has seen it since."),
  since: z.int().optional().describe("When it entered the state, in milliseconds since the epoch."),
  cols: z.int(),
  rows: z.int(),
  cursor,
});

export type PaneEntry = z.infer<typeof paneEntry>;

const MAX_TEXT = 300;

export function entryOf(pane: ScopedPane): PaneEntry {
  const { metadata, agent, exit_code } = pane;
  return {
    id: pane.context_id,
    pane: pane.pane_id,
    ...(metadata.name !== undefined && { name: short(String(metadata.name)) }),
    ...(metadata.role !== undefined && { role: short(String(metadata.role)) }),
    title: short(pane.title),
    program: short(agent?.program || pane.foreground || (pane.command[0] ?? "")),
    cwd: pane.cwd,
    session: pane.session,
    ...(pane.host !== undefined && { host: pane.host }),
    server: basename(pane.socket),
    self: pane.self,
    ...(agent && { state: agent.state, unread: agent.unread, since: agent.since }),
    ...(agent?.question !== undefined && { question: short(agent.question) }),
    ...(exit_code !== undefined && { exit_code }),
    cols: pane.cols,
    rows: pane.rows,
    cursor: pane.offset,
  };
}

/** One line for people. */
export function lineOf(entry: PaneEntry): string {
  const { id, pane, program, state, question, self } = entry;
  const words = [id, pane, labelOf(entry), program, state ?? "", self ? "(you)" : ""];
  const asks = question === undefined ? "" : ` asks: ${question}`;
  return words.filter((word) => word !== "").join("  ") + asks;
}

/** The name that was given to the pane, the title that its program gave it, or its session, which `run -n` names. */
function labelOf({ name, title, session }: PaneEntry): string {
  return name ?? (title !== "" && title !== hostname() ? title : session);
}

export function short(text: string): string {
  return text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text;
}
