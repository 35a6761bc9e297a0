import { z } from "zod";
import {
  command,
  contextId,
  cwd,
  empty,
  env,
  givenMetadata,
  metadata,
  plainMetadata,
  sessionName,
  since2,
  size,
  structuredMetadata,
} from "../common.ts";
import { defineMethod } from "../define-method.ts";
import { startErrors } from "../errors.ts";
import { hostName } from "./hosts.ts";

export const spawnAgent = defineMethod({
  name: "spawn_agent",
  since: 1,
  isBasic: true,
  doc: "Starts a program in a pane of its own, in the window of the team's leader (or a session of the team's own where no leader is in a pane). Answered when the program runs: one that cannot be started is an error, not a context.",
  params: z.object({
    command,
    cwd: cwd.optional(),
    env: env.optional(),
    metadata: givenMetadata.optional(),
  }),
  result: z.object({ context_id: contextId }),
  errors: [...startErrors, "no-space"],
});

export const split = defineMethod({
  name: "mullion.split",
  since: 1,
  doc: "Starts a program, or without a command the user's shell, in a pane beside or below a given context's. The rest of the layout stays.",
  params: z.object({
    context_id: contextId,
    direction: z.enum(["right", "down"]),
    percent: z.int().min(1).max(99).optional().describe("Share of the divided pane that the new one gets."),
    command: command.optional(),
    cwd: cwd.optional(),
    env: env.optional(),
    metadata: givenMetadata.optional(),
  }),
  result: z.object({ context_id: contextId }),
  errors: ["no-such-context", "context-exited", "no-terminal", ...startErrors, "no-space"],
});

export const spawnSession = defineMethod({
  name: "mullion.spawn_session",
  since: 1,
  doc: "Starts a program, or without a command the user's shell, in a session of its own. The session is the team's, with every pane in it.",
  params: z.object({
    name: sessionName,
    command: command.optional(),
    cwd: cwd.optional(),
    env: env
      .describe("Over the environment that the pane has anyway, and for every pane of the session to come.")
      .optional(),
    metadata: givenMetadata.optional(),
    cols: size.optional(),
    rows: size.optional(),
    server: z
      .string()
      .min(1)
      .max(1024)
      .refine((server) => server.startsWith("/") || !server.includes("/"), "a server's name holds no slash")
      .optional()
      .describe(
        "A tmux server, made where there is none: its name (tmux -L) or its socket's path (tmux -S). Where absent: where the team is, else the server mullion.",
      ),
    history_lines: z
      .int()
      .min(0)
      .max(1_000_000)
      .optional()
      .describe("So many lines are kept that scrolled out; the server's history-limit where absent."),
  }),
  result: z.object({
    context_id: contextId,
    session_id: z.string(),
    socket: z.string().describe("Of its tmux server."),
    pane_id: z.string(),
    pid: z.int(),
    tty: z.string(),
    created: z.int().describe("Milliseconds since the epoch."),
  }),
  errors: ["name-taken", "bad-name", "bad-value", ...startErrors],
});

export const kill = defineMethod({
  name: "kill",
  since: 1,
  isBasic: true,
  doc: "Ends a context: SIGHUP, and SIGKILL to what is left of it after five seconds. It stays in the list until its process has gone and context_exited says so. To kill what has exited already is no error.",
  params: z.object({ context_id: contextId }),
  result: empty,
  errors: ["no-such-context", "own-context"],
});

export const killSession = defineMethod({
  name: "mullion.kill_session",
  since: 1,
  doc: "Ends a session that the team made with mullion.spawn_session, and all that runs in it, as kill ends a context. Its name is free when this is answered.",
  params: z.object({
    name: sessionName,
    context_id: contextId
      .optional()
      .describe("Only the session that was spawned with this context, not a later one of the same name."),
    host: hostName
      .optional()
      .describe("The machine that the session is on; this one where absent.")
      .meta(since2),
  }),
  result: empty,
  errors: ["no-such-session", "own-context"],
});

export const list = defineMethod({
  name: "list",
  since: 1,
  isBasic: true,
  doc: "The team's live contexts, the oldest first: the client's own where it runs in a pane, and what was spawned and runs.",
  params: empty,
  result: z.object({ contexts: z.array(contextId) }),
  errors: [],
});

export const rename = defineMethod({
  name: "mullion.rename",
  since: 1,
  doc: "Gives a context another name: its metadata's name and its pane's title.",
  params: z.object({ context_id: contextId, name: z.string().max(256) }),
  result: empty,
  errors: ["no-such-context", "context-exited", "no-terminal"],
});

export const setMetadata = defineMethod({
  name: "mullion.set_metadata",
  since: 1,
  doc: "Changes entries of a context's metadata; null removes one, what is not named stays. Answered with all of it.",
  params: z.object({
    context_id: contextId,
    metadata: z.record(
      z.string().min(1).max(64),
      z.union([...plainMetadata.options, z.null(), structuredMetadata]),
    ),
  }),
  result: z.object({ metadata }),
  errors: ["no-such-context", "context-exited", "no-terminal"],
});

export const resize = defineMethod({
  name: "mullion.resize",
  since: 1,
  doc: "Gives a context's pane another size, as far as its window allows; a pane that is alone gets what is asked. Answered with the size it has now.",
  params: z.object({
    context_id: contextId,
    cols: size,
    rows: size,
    window: z
      .boolean()
      .default(false)
      .describe("The whole window gets this size, its panes their share of it; answered with the window's."),
  }),
  result: z.object({ cols: size, rows: size }),
  errors: ["no-such-context", "context-exited", "no-terminal"],
});
