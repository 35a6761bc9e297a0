import { spawn } from "node:child_process";
import { once } from "node:events";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { waitFor } from "../../fixtures/wait-for.ts";
import { need } from "../../setup/need.ts";
import { parseScript, stepOf } from "./script.ts";
import { ourSide, realSide, type Side } from "./sides.ts";

/** The commands that a control client sees in the list of messages, without their times and callers. */
async function messagesOf(side: Side, server: string): Promise<readonly string[]> {
  const client = spawn("sh", ["-c", `exec ${side.shellLine(server, "-C attach-session")}`]);
  const left = once(client, "exit");
  let shown = "";
  client.stdout.on("data", (bytes) => {
    shown += String(bytes);
  });
  // A command that arrives before the client is attached has no current client, and one whose input ends leaves.
  await waitFor(() => shown.includes("%session-changed"), "the client to be attached");
  client.stdin.write("show-messages\n");
  await waitFor(() => /^\d+:\d+: .*\n%end /ms.test(shown), "the list of messages");
  client.stdin.end();
  await left;
  return [...shown.matchAll(/^\d+:\d+: .*?command: (.*)$/gm)].map(([, command]) => command!);
}

/**
 * A server whose configuration waits for a signal: what other calls receive meanwhile, what becomes of the first
 * call, and which commands are listed as messages afterwards.
 */
async function whileItWaits(side: Side, server: string): Promise<readonly unknown[]> {
  const kept = new Map<string, string>();
  const call = (...argv: string[]) => side.call(server, stepOf(argv), kept);
  const [file] = parseScript(
    "file conf set -s exit-empty off\\nset -g @before 1\\nrun 'tmux wait-for go-on'\\nset -g @after 1\\nset -g base-index 7\\n",
  );
  await side.call(server, file!, kept);
  const first = side.spawn(server, ["-f", `${server}-conf`, "new-session", "-d", "-s", "first", "cat"]);
  const ended = once(first, "exit");
  try {
    await waitFor(async () => (await call("show", "-gqv", "@before")).stdout === "1\n", "the first line");
    const meanwhile = [
      await call("list-sessions"),
      await call("show", "-gqv", "@after"),
      await call("if-shell", "true", "set -g @shell $TERM"),
      await call("new-session", "-d", "-s", "second", "cat"),
      await call("list-windows", "-a", "-F", "#S:#I"),
      first.exitCode,
    ];
    await call("wait-for", "-S", "go-on");
    const [status] = await ended;
    const windows = await call("list-windows", "-a", "-F", "#S:#I #{session_id}");
    return [...meanwhile, status, windows, await messagesOf(side, server)];
  } finally {
    await call("kill-server");
  }
}

describe.runIf(need("tmux"))("a configuration that takes its time", () => {
  let real: Side;
  let ours: Side;
  beforeAll(() => {
    real = realSide();
    ours = ourSide();
  });
  afterAll(async () => {
    await real.stop();
    await ours.stop();
  });

  it("holds up the call that started the server, and no other", async () => {
    const [expected, actual] = await Promise.all([real, ours].map((side) => whileItWaits(side, "waits")));
    expect(actual).toEqual(expected);
  });
});
