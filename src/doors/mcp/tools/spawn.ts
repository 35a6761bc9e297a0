import { z } from "zod";
import { defineTool, paneId, type ToolCall } from "../define-tool.ts";

const MAX_ENVIRONMENT = 256;

const input = z.strictObject({
  command: z
    .array(z.string().max(128 * 1024))
    .min(1)
    .max(1024)
    .optional()
    .describe('A program and its arguments, executed as they are: ["npm", "test"]. Absent: a shell.'),
  cwd: z
    .string()
    .max(4096)
    .optional()
    .describe(
      "An absolute path. Absent: the directory of this server; over HTTP and on another machine, the home directory.",
    ),
  env: z
    .record(z.string(), z.string())
    .refine(
      (env) => Object.keys(env).length <= MAX_ENVIRONMENT,
      `env has at most ${MAX_ENVIRONMENT} variables`,
    )
    .optional()
    .describe("Variables beside those that the pane has anyway."),
  name: z.string().max(256).optional().describe("Becomes the pane's title, and a name for it in every tool."),
  role: z.string().max(256).optional().describe("A short word that people see: tests, server, reviewer."),
  place: z
    .string()
    .max(1024)
    .optional()
    .describe(
      "Another machine that a person has added with `mullion host add`, or `slurm` or `slurm:OPTIONS` for a job of Slurm; absent: this machine. While the job is queued the answer is an error: call again with the same place.",
    ),
  session: z
    .string()
    .max(256)
    .optional()
    .describe("A new session of this name, in place of a pane beside you."),
});

export const spawn = defineTool({
  name: "spawn",
  title: "Start a program in a new pane",
  description:
    "Starts a program in a pane of its own, which belongs to your team and outlives you. Answered when the program runs; one that cannot be started is an error. Give it a name. Then wait for what you need (text, prompt, exit) instead of polling.",
  effect: "types",
  input,
  output: z.object({ id: paneId, pane: z.string().optional().describe("tmux's id of the pane: %3.") }),
  async run(given, call) {
    const id = await start(given, call);
    for (const name of [given.session, given.name]) if (name !== undefined) call.scope.remember(name, id);
    const { pane } = await call.scope.find(id);
    return {
      text: `Started ${given.command?.[0] ?? "a shell"} in ${id}.`,
      result: { id, ...(pane && { pane: pane.pane_id }) },
    };
  },
});

async function start(given: z.output<typeof input>, { scope, cwd: own, signal }: ToolCall): Promise<string> {
  const { command, env, name, role, place, session } = given;
  const cwd = given.cwd ?? (place ? undefined : own);
  const metadata = {
    ...(name !== undefined && { name }),
    ...(role !== undefined && { role }),
    ...(place !== undefined && { place }),
  };
  const common = { cwd, env, metadata };
  const { link } = scope;
  const started =
    session === undefined
      ? await link.call("spawn_agent", { ...common, command: command ?? [shell(env)] }, { signal })
      : await link.call("mullion.spawn_session", { ...common, name: session, command }, { signal });
  return started.context_id;
}

function shell(env: Readonly<Record<string, string>> | undefined): string {
  return env?.SHELL || process.env.SHELL || "/bin/sh";
}
