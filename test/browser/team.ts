import { join } from "node:path";
import { root, type TestDaemon } from "../fixtures/daemon.ts";
import { callOverSocket } from "../http/http-client.ts";

export interface ScriptedAgent {
  readonly name: string;
  /** What `sh` runs. `$MULLION` is the program `mullion`. */
  readonly script: string;
  readonly color?: string;
  readonly role?: string;
}

/** Starts a scripted agent in a session of its own, with a name, a colour and a role, as an orchestrator does. */
export async function startAgent(
  daemon: TestDaemon,
  { name, script, ...more }: ScriptedAgent,
): Promise<{ readonly pane_id: string; readonly context_id: string }> {
  // The second try of a test meets what the first one left behind.
  await daemon.tmux("-L", "mullion", "kill-session", "-t", `=${name.replaceAll(/[.:]/g, "-")}`);
  const answer = (await callOverSocket(daemon, "mullion.spawn_session", {
    name: name.replaceAll(/[.:]/g, "-"),
    command: ["sh", "-c", script],
    cwd: join(daemon.dir, "home"),
    env: { MULLION: join(root, "bin/mullion") },
    metadata: { name, ...more },
    server: "mullion",
  })) as { pane_id: string; context_id: string; json?: { message: string } };
  if (answer.json) throw new Error(answer.json.message);
  return answer;
}

/** Asks a question, says what it was answered, and works on. */
export const asks = (question: string) =>
  `printf '${question} '; read -r a; echo "answered <$a>"; while :; do sleep 1000; done`;
export const WORKS = "echo working; while :; do sleep 1000; done";
export const reports = (state: string) =>
  `echo ${state}; "$MULLION" report ${state}; while :; do sleep 1000; done`;
