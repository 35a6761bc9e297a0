import { z } from "zod";
import { command, contextId, cwd, env, givenMetadata, sessionName, size } from "../common.ts";
import { defineMethod } from "../define-method.ts";
import { startErrors } from "../errors.ts";

export const spawnSession = defineMethod({
  name: "mullion.spawn_session",
  since: 1,
  capability: "mullion.spawn_session",
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
