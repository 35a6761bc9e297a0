import { z } from "zod";
import { contextId, cursor, empty, since2 } from "../common.ts";
import { defineMethod } from "../define-method.ts";
import { wanted } from "../events.ts";

export const initialize = defineMethod({
  name: "initialize",
  since: 1,
  isBasic: true,
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

export const getSelfId = defineMethod({
  name: "get_self_id",
  since: 1,
  isBasic: true,
  doc: "The context that the client runs in, as initialize told it.",
  params: empty,
  result: z.object({ context_id: contextId }),
  errors: [],
});

export const subscribe = defineMethod({
  name: "mullion.subscribe",
  since: 1,
  doc: "Says which events this connection gets from now on, in place of what it got before. The cursor is where they begin.",
  params: wanted,
  result: z.object({ cursor }),
  errors: ["no-such-context"],
});

export const resume = defineMethod({
  name: "mullion.resume",
  since: 1,
  doc: "Subscribes from a cursor on: what happened since follows the answer, each thing once and in its order, then what happens now. A context that the cursor does not name begins at its first byte. What is no longer to be had is told as mullion.gap.",
  params: wanted.extend({ cursor }),
  result: z.object({ cursor: cursor.describe("Where the past ends and the present begins.") }),
  errors: ["no-such-context", "bad-cursor"],
});

const jsonSchema = z.record(z.string(), z.unknown());

export const describe = defineMethod({
  name: "mullion.describe",
  since: 1,
  doc: "This schema itself: every method, event and error with its JSON Schema.",
  params: empty,
  result: z.object({
    protocol_version: z.string(),
    level: z.int(),
    methods: z.record(
      z.string(),
      z.object({
        since: z.int(),
        capability: z.string().optional(),
        doc: z.string(),
        params: jsonSchema,
        result: jsonSchema,
        errors: z.array(z.string()),
      }),
    ),
    events: z.record(
      z.string(),
      z.object({ since: z.int(), audience: z.string(), doc: z.string(), params: jsonSchema }),
    ),
    errors: z.record(z.string(), z.object({ code: z.int(), http: z.int(), sentence: z.string() })),
  }),
  errors: [],
});
