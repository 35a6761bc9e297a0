import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type Client, connect } from "../../src/client/index.ts";
import { daemonForAll } from "../fixtures/daemon-for-all.ts";
import { waitFor } from "../fixtures/wait-for.ts";
import { callTool, openMcp, resultOf } from "./mcp-client.ts";

/** Which panes a program in a pane reaches: those that its calls, and the calls of these, created. */
const daemon = daemonForAll();
let leaders = 0;

interface Leader {
  readonly name: string;
  readonly hint: string;
  readonly pane: string;
}

/** A pane whose program runs this script and then stays. Resolves when the script has ended. */
async function lead(script: string): Promise<Leader> {
  leaders += 1;
  const name = `leader${leaders}`;
  const file = join(daemon.dir, name);
  const whole = `${script}\nprintenv CLAUDE_PANE_BACKEND_SESSION_ID TMUX_PANE > ${file}; tmux wait-for -S ${name}; exec cat`;
  await daemon.tmux("new-session", "-d", "-s", name, whole);
  expect(await daemon.tmux("wait-for", name)).toMatchObject({ status: 0 });
  const [hint = "", pane = ""] = readFileSync(file, "utf8").split("\n");
  return { name, hint, pane };
}

/** The panes that a team reaches, without its leader's. */
async function otherPanes(client: Client) {
  const { sessions } = await client.call("mullion.tree", { ended: true });
  return sessions.flatMap(({ windows }) => windows.flatMap(({ panes }) => panes)).filter(({ self }) => !self);
}

/** The names of the programs in the panes that a leader reaches, without its own. */
async function reached({ hint }: Leader): Promise<string[]> {
  const client = await connect({ env: daemon.env, sessionHint: hint });
  try {
    return (await otherPanes(client)).map(({ command }) => command.at(-1) ?? "").sort();
  } finally {
    client.close();
  }
}

test("panes that tmux and mullion create from inside a pane belong to the team of that pane", async () => {
  const leader = await lead(
    [
      "tmux split-window -d 'exec sleep 1001'",
      "tmux new-window -d 'exec sleep 1002'",
      "tmux new-session -d -s side 'exec sleep 1003'",
      "tmux -L elsewhere new-session -d 'exec sleep 1004'",
      "mullion run -- sleep 1005 >/dev/null",
    ].join("\n"),
  );
  await daemon.tmux("split-window", "-d", "-t", leader.name, "exec sleep 1009");
  expect(await reached(leader)).toEqual([
    "1005",
    "exec sleep 1001",
    "exec sleep 1002",
    "exec sleep 1003",
    "exec sleep 1004",
  ]);
});

test("over MCP, a leader reads, types into, waits for and ends a pane that it split, and no other", async () => {
  const leader = await lead("tmux split-window -d 'echo split by the leader; exec cat'");
  const person = await daemon.tmux(
    ...["split-window", "-dPF", "#{pane_id}", "-t", leader.name, "echo split by a person; exec cat"],
  );
  const client = await openMcp(daemon, "stdio", { hint: leader.hint });
  try {
    const { panes } = await resultOf(client, "list");
    const other = panes.filter(({ self }: { self: boolean }) => !self);
    expect(other).toHaveLength(1);
    const [{ id }] = other;
    await resultOf(client, "wait", { pane: id, until: "text", text: "split by the leader" });
    await resultOf(client, "send_text", { pane: id, text: "typed over MCP" });
    await resultOf(client, "wait", { pane: id, until: "text", text: "typed over MCP" });
    expect(await callTool(client, "read", { pane: person.stdout.trim() })).toMatchObject({
      isError: true,
      text: expect.stringContaining("there is no pane"),
    });
    await resultOf(client, "kill", { pane: id });
    await resultOf(client, "wait", { pane: id, until: "exit" });
    expect((await resultOf(client, "read", { pane: id })).text).toContain("typed over MCP");
  } finally {
    await client.close();
  }
});

test("what such a pane creates belongs to the team too, also when the pane between has ended", async () => {
  const inner = `tmux split-window -d "exec sleep 1012"; tmux wait-for -S inner`;
  const leader = await lead(`tmux split-window -d '${inner}'\ntmux wait-for inner`);
  // The pane between signals before its shell ends.
  await expect.poll(() => reached(leader), { timeout: 10_000 }).toEqual(["exec sleep 1012"]);
});

test("an agent of a team without a pane shares what it splits with the team", async () => {
  const client = await connect({ env: daemon.env, sessionHint: "paneless" });
  const script = `tmux split-window -d "exec sleep 1013"; tmux wait-for -S split; exec cat`;
  const { context_id: id } = await client.call("spawn_agent", { command: ["sh", "-c", script] });
  await waitFor(async () => (await otherPanes(client)).length === 2, "both panes in the tree");
  expect((await client.call("list", {})).contexts).toEqual([id]);
  client.close();
});

test("the team survives the daemon, and receives the end of a pane that it has seen", async () => {
  const leader = await lead("tmux split-window -d 'exec sleep 1014'");
  await daemon.kill9();
  expect(await reached(leader)).toEqual(["exec sleep 1014"]);
  const client = await connect({ env: daemon.env, sessionHint: leader.hint });
  const [{ context_id: other } = { context_id: "" }] = await otherPanes(client);
  const events = client.events({ contexts: [other] });
  await client.call("kill", { context_id: other });
  for await (const { method, params } of events) {
    if (method !== "context_exited") continue;
    expect(params).toMatchObject({ context_id: other, signal: "SIGHUP" });
    break;
  }
  client.close();
});

describe("a pane gains nothing that its own calls did not create", () => {
  test("by running another program in a person's pane, or by moving it", async () => {
    await daemon.tmux("new-session", "-d", "-s", "person", "exec sleep 1020");
    const leader = await lead(
      "tmux respawn-pane -k -t person: 'exec sleep 1021'\ntmux join-pane -d -s person: -t $TMUX_PANE",
    );
    expect(await reached(leader)).toEqual([]);
  });

  test("by a control client, which acts for a person", async () => {
    const leader = await lead(
      `printf '%s\\n' "split-window -d 'exec sleep 1022'" "wait-for -S control" | tmux -C attach >/dev/null; tmux wait-for control`,
    );
    const { stdout } = await daemon.tmux("list-panes", "-t", leader.name, "-F", "#{pane_start_command}");
    expect(stdout).toContain("sleep 1022");
    expect(await reached(leader)).toEqual([]);
  });

  test("by a job of a server that it started: the job acts for a person", async () => {
    const leader = await lead("tmux -L inner new-session -d 'exec sleep 1023'");
    await daemon.tmux("-L", "inner", "run-shell", "tmux split-window -d 'exec sleep 1024'");
    const { stdout } = await daemon.tmux("-L", "inner", "list-panes", "-a", "-F", "#{pane_start_command}");
    expect(stdout).toContain("sleep 1024");
    expect(await reached(leader)).toEqual(["exec sleep 1023"]);
  });

  test("by variables of two panes: only together do they name the caller", async () => {
    const [one, two] = [await lead(":"), await lead(":")];
    const socket = (await daemon.tmux("display-message", "-p", "#{socket_path}")).stdout.trim();
    const env = {
      TMUX: `${socket},1,0`,
      TMUX_PANE: two.pane,
      CLAUDE_PANE_BACKEND_SESSION_ID: one.hint,
    };
    await daemon.tmux("split-window", "-d", "-t", two.name, "exec sleep 1025", { env });
    expect([await reached(one), await reached(two)]).toEqual([[], []]);
  });

  test("a process that takes the variables of a pane can only give it a new pane", async () => {
    const leader = await lead(":");
    const socket = (await daemon.tmux("display-message", "-p", "#{socket_path}")).stdout.trim();
    const { pane, hint } = leader;
    const env = { TMUX: `${socket},1,0`, TMUX_PANE: pane, CLAUDE_PANE_BACKEND_SESSION_ID: hint };
    await daemon.tmux("new-window", "-d", "-t", `${leader.name}:`, "exec sleep 1026", { env });
    expect(await reached(leader)).toEqual(["exec sleep 1026"]);
  });
});
