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

describe("a pane that tmux created is not in the list", () => {
  const SPLIT = "tmux split-window -d 'exec sleep 1016'";
  const listed = async (client: Client) => (await client.call("list", {})).contexts;

  test("after the death of the daemon; its end is reported to a team that had seen it", async () => {
    const leader = await lead(SPLIT);
    const client = await connect({ env: daemon.env, sessionHint: leader.hint });
    const [seen] = await otherPanes(client);
    const events = client.events({ methods: ["context_exited"] });
    await daemon.kill9();
    expect(await listed(client)).toEqual([client.selfContextId]);
    await daemon.tmux("kill-pane", "-t", seen!.pane_id);
    for await (const { params } of events) {
      expect(params).toMatchObject({ context_id: seen!.context_id });
      break;
    }
    client.close();
  });

  test("when another program runs in it, which is not announced as spawned", async () => {
    const leader = await lead(SPLIT);
    const client = await connect({ env: daemon.env, sessionHint: leader.hint });
    const [seen] = await otherPanes(client);
    const events = client.events({ methods: ["context_exited", "mullion.context_spawned"] });
    await daemon.tmux("respawn-pane", "-k", "-t", seen!.pane_id, "exec sleep 1017");
    const next = await waitFor(async () => {
      const [pane] = await otherPanes(client);
      return pane && pane.context_id !== seen!.context_id ? pane : undefined;
    }, "the next program in the tree");
    expect(next).toMatchObject({ pane_id: seen!.pane_id, self: false });
    expect(await listed(client)).toEqual([client.selfContextId]);
    const { context_id: spawned } = await client.call("spawn_agent", { command: ["cat"] });
    await client.call("kill", { context_id: next.context_id });
    const ids = [];
    for await (const { method, params } of events) if (ids.push([method, params]) === 3) break;
    expect(ids).toMatchObject([
      ["context_exited", { context_id: seen!.context_id }],
      ["mullion.context_spawned", { context_id: spawned }],
      ["context_exited", { context_id: next.context_id }],
    ]);
    client.close();
  });
});

test("a team does not list another program in a pane that an inner team has spawned", async () => {
  const file = join(daemon.dir, "inner hint");
  const inner = `printenv CLAUDE_PANE_BACKEND_SESSION_ID > "${file}"; tmux wait-for -S hinted; exec cat`;
  const leader = await lead(`tmux split-window -d '${inner}'\ntmux wait-for hinted`);
  const innerHint = readFileSync(file, "utf8").trim();
  const open = (sessionHint: string) => connect({ env: daemon.env, sessionHint });
  const [outer, spawner] = [await open(leader.hint), await open(innerHint)];
  const { context_id: former } = await spawner.call("spawn_agent", { command: ["sleep", "1018"] });
  const agent = (await otherPanes(outer)).find(({ context_id: id }) => id === former)!;
  await daemon.tmux("respawn-pane", "-k", "-t", agent.pane_id, "exec sleep 1019");
  const next = await waitFor(async () => {
    const { contexts } = await spawner.call("list", {});
    return contexts.find((id) => id !== spawner.selfContextId && id !== former);
  }, "the next program in the list of the inner team");
  expect((await otherPanes(outer)).map(({ context_id: id }) => id)).toContain(next);
  expect((await outer.call("list", {})).contexts).toEqual([outer.selfContextId]);
  for (const client of [outer, spawner]) client.close();
});

test("another program in the leader's pane is the leader, for open connections and after the daemon's death", async () => {
  const leader = await lead(":");
  const open = (reach: "all" | "team" = "team") =>
    connect({ env: daemon.env, sessionHint: leader.hint, reach });
  const [before, wide] = [await open(), await open("all")];
  await daemon.tmux("respawn-pane", "-k", "-t", leader.pane, "exec cat");
  const started = async (client: Client) => {
    const { contexts } = await client.call("list", {});
    return contexts.length > 0 && !contexts.includes(before.selfContextId);
  };
  await waitFor(() => started(before), "the next program in the list");
  const after = await open();
  expect(after.selfContextId).not.toBe(before.selfContextId);
  for (const client of [before, after]) {
    expect((await client.call("list", {})).contexts).toEqual([after.selfContextId]);
    const { sessions } = await client.call("mullion.tree", {});
    const panes = sessions.flatMap(({ windows }) => windows.flatMap(({ panes }) => panes));
    expect(panes).toMatchObject([{ context_id: after.selfContextId, pane_id: leader.pane, self: true }]);
  }
  for (const client of [before, wide, after])
    await expect(client.call("kill", { context_id: after.selfContextId })).rejects.toMatchObject({
      code: "own-context",
    });
  await daemon.kill9();
  expect((await after.call("list", {})).contexts).toEqual([after.selfContextId]);
  for (const client of [before, wide, after]) client.close();
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
