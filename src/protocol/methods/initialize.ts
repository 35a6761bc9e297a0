import { z } from "zod";
import { contextId, cursor, since2 } from "../common.ts";
import { defineMethod } from "../define-method.ts";
import { wanted } from "../events.ts";

export const initialize = defineMethod({
  name: "initialize",
  since: 1,
  capability: undefined,
  doc: "The first request of a connection, and once. A client that declares the capability context_output is sent what its contexts print; context_exited is sent to everybody. session_hint is the client's CLAUDE_PANE_BACKEND_SESSION_ID: it names the pane that the client runs in, and so its team; any other text names a team that is found again by the same text; without one the team is the connection's own.",
  params: z.object({
    protocol_version: z.string(),
    capabilities: z.array(z.string()).optional(),
    session_hint: z.string().max(1024).nullish(),
    mullion_level: z
      .int()
      .min(1)
      .optional()
      .describe("Ours: the newest level of this schema that the client knows; 1 where absent.")
      .meta(since2),
    mullion: wanted
      .extend({
        cursor: cursor.optional(),
        reach: z
          .enum(["team", "all"])
          .optional()
          .describe(
            "all: this connection also reaches the panes of every other team and of no team. What it spawns, and its events, are its own team's.",
          )
          .meta(since2),
      })
      .optional()
      .describe("Ours: subscribes at once, as mullion.subscribe does or, with a cursor, mullion.resume."),
  }),
  result: z.object({
    protocol_version: z.string(),
    capabilities: z.array(z.string()),
    self_context_id: contextId.describe("The context that the client runs in; never one that it spawned."),
    mullion: z
      .object({
        version: z.string(),
        level: z.int(),
        session_hint: z.string().describe("Finds this team again, also where the client gave no hint."),
        cursor,
      })
      .optional()
      .describe("Ours; other backends have none."),
  }),
  errors: ["already-initialized", "unsupported-version", "no-such-context", "bad-cursor"],
});
