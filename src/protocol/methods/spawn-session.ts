import { z } from "zod";
import { command, contextId, cwd, env, metadata, sessionName, size } from "../common.ts";
import { defineMethod } from "../define-method.ts";

export const spawnSession = defineMethod({
  name: "mullion.spawn_session",
  since: 1,
  capability: "mullion.spawn_session",
  doc: "Starts a program, or without a command the user's shell, in a session of its own. The session is the team's, with every pane in it.",
  params: z.object({
    name: sessionName,
    command: command.optional(),
    cwd: cwd.optional(),
    env: env.optional(),
    metadata: metadata.optional(),
    cols: size.optional(),
    rows: size.optional(),
  }),
  result: z.object({ context_id: contextId, session_id: z.string() }),
  errors: [
    "name-taken",
    "bad-name",
    "empty-command",
    "no-such-program",
    "not-executable",
    "bad-cwd",
    "bad-environment",
    "start-failed",
    "too-many-contexts",
  ],
});
