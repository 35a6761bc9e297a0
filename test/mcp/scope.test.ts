import { join } from "node:path";
import type { Client } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { connect } from "../../src/client/index.ts";
import { daemonForAll } from "../fixtures/daemon-for-all.ts";
import { callTool, type McpOptions, openMcp, resultOf } from "./mcp-client.ts";

const daemon = daemonForAll();

/** Who asks, and which panes they reach: their own team's, another team's, and one that a person started. */
const SCOPES = {
  "the own team": { team: "ours" },
  "another team": { team: "strangers" },
  "every pane": { team: "strangers", all: true },
  "the own team, read-only": { team: "ours", readOnly: true },
  "every pane, read-only": { team: "strangers", all: true, readOnly: true },
} as const satisfies Record<string, McpOptions>;

type ScopeName = keyof typeof SCOPES;
type Owner = "ours" | "theirs" | "a person's";

const REACHES: Readonly<Record<ScopeName, readonly Owner[]>> = {
  "the own team": ["ours"],
  "another team": [],
  "every pane": ["ours", "theirs", "a person's"],
  "the own team, read-only": ["ours"],
  "every pane, read-only": ["ours", "theirs", "a person's"],
};

const MARK = "a line that only insiders know";

/** Arguments with which each tool works on a pane that is in scope. */
const CALLS: Readonly<Record<string, (pane: string) => Record<string, unknown>>> = {
  read: (pane) => ({ pane }),
  "read lines": (pane) => ({ pane, lines: 5 }),
  "read since": (pane) => ({ pane, since: 0 }),
  wait: (pane) => ({ pane, until: "text", text: MARK }),
  "wait for a state": (pane) => ({ pane, until: "idle", idle_seconds: 0.1 }),
  search: (pane) => ({ pattern: MARK, panes: [pane] }),
  explain: (pane) => ({ pane }),
  answer: (pane) => ({ pane, text: "y", since: 1 }),
  send_text: (pane) => ({ pane, text: "typed" }),
  send_keys: (pane) => ({ pane, keys: ["z"] }),
  record: (pane) => ({ pane, file: join(daemon.dir, `${pane}-${process.hrtime.bigint()}.cast`) }),
  kill: (pane) => ({ pane }),
};
const WRITING = ["answer", "send_text", "send_keys", "record", "kill", "spawn"];
const OUT_OF_SCOPE =
  /^there is no (?:context|pane) ".*" in the team .*: `list` shows the panes that you can use/;
const READ_ONLY = /is not available: this server was started with --read-only/;

/** A pane of each owner, as its own context and as tmux's id. */
async function panes(): Promise<Record<Owner, string>> {
  const script = `echo "${MARK}"; exec cat`;
  const spawned = async (sessionHint: string) => {
    const client = await connect({ env: daemon.env, sessionHint });
    const { context_id } = await client.call("spawn_agent", { command: ["sh", "-c", script] });
    await client.call("mullion.wait", { context_id, until: { kind: "text", text: MARK } });
    client.close();
    return context_id;
  };
  const name = `hand${process.hrtime.bigint()}`;
  await daemon.tmux("new-session", "-d", "-s", name, script);
  const all = await connect({ env: daemon.env, sessionHint: "looking", reach: "all" });
  const { sessions } = await all.call("mullion.tree", { session: name });
  const byHand = sessions[0]!.windows[0]!.panes[0]!.context_id;
  await all.call("mullion.wait", { context_id: byHand, until: { kind: "text", text: MARK } });
  all.close();
  return { ours: await spawned("ours"), theirs: await spawned("theirs"), "a person's": byHand };
}

describe.each(["stdio", "http"] as const)("over %s", (over) => {
  describe.each(Object.keys(SCOPES) as ScopeName[])("%s", (name) => {
    const options: McpOptions = SCOPES[name];
    let client: Client;
    let ids: Record<Owner, string>;
    beforeAll(async () => {
      ids = await panes();
      client = await openMcp(daemon, over, options);
    });
    afterAll(() => client.close());

    const owners: readonly Owner[] = ["ours", "theirs", "a person's"];
    const table = Object.keys(CALLS).flatMap((call) => owners.map((owner) => [call, owner] as const));

    test.each(table)("%s on a pane that is %s", async (call, owner) => {
      const tool = call.split(" ")[0]!;
      const { isError, text } = await callTool(client, tool, CALLS[call]!(ids[owner]));
      if (options.readOnly && WRITING.includes(tool)) {
        expect(text).toMatch(READ_ONLY);
        expect(isError).toBe(true);
      } else if (REACHES[name].includes(owner)) {
        // The pane asks nothing, so the answer is rejected, but not for the scope.
        if (tool === "answer") expect(text).toMatch(/does not wait for an answer|was answered already/);
        else expect({ isError, text }).toMatchObject({ isError: false });
      } else {
        expect(text).toMatch(OUT_OF_SCOPE);
        expect(isError).toBe(true);
      }
    });

    test("list, search, resources and completions name only panes in scope", async () => {
      const reached = REACHES[name].map((owner) => ids[owner]);
      const hidden = owners.map((owner) => ids[owner]).filter((id) => !reached.includes(id));
      const listed = (await resultOf(client, "list")).panes.map(({ id }: { id: string }) => id);
      const found = (await resultOf(client, "search", { pattern: MARK, max: 200 })).matches;
      const { resources } = await client.listResources();
      const whole = await client.readResource({ uri: "mullion://panes" });
      const completed = await client.complete({
        ref: { type: "ref/resource", uri: "mullion://pane/{pane}" },
        argument: { name: "pane", value: "ctx_" },
      });
      const seen = JSON.stringify([listed, found, resources, whole, completed]).replaceAll(
        /ctx_\d+/g,
        "<$&>",
      );
      for (const id of hidden) expect(seen).not.toContain(`<${id}>`);
      if (options.readOnly) for (const id of reached) expect(listed).toContain(id);
    });

    test.each(owners)("resources of a pane that is %s", async (owner) => {
      for (const uri of [`mullion://pane/${ids[owner]}`, `mullion://pane/${ids[owner]}/history`]) {
        const read = client.readResource({ uri });
        if (REACHES[name].includes(owner))
          expect(await read).toMatchObject({ contents: [{ uri, text: expect.stringContaining(MARK) }] });
        else await expect(read).rejects.toThrow(/there is no context .* in the team/);
      }
    });

    test("spawn", async () => {
      const { isError, text, result } = await callTool(client, "spawn", { command: ["cat"] });
      expect(isError).toBe(options.readOnly === true);
      if (isError) expect(text).toMatch(READ_ONLY);
      else await resultOf(client, "kill", { pane: result.id });
    });
  });
});

test("a pane can look at itself, and neither types into itself nor ends itself", async () => {
  await daemon.tmux("new-session", "-d", "-s", "leader", "cat");
  const { stdout } = await daemon.tmux("show-environment", "-t", "leader", "-g");
  expect(stdout).not.toContain("CLAUDE_PANE_BACKEND_SESSION_ID");
  const { stdout: hint } = await daemon.tmux(
    "new-window",
    "-P",
    "-F",
    "#{pane_id}",
    "-t",
    "leader",
    'echo "$CLAUDE_PANE_BACKEND_SESSION_ID" > hint; exec cat',
  );
  expect(hint).toMatch(/^%\d+\n$/);
  const pane = hint.trim();
  const written = await daemon.run("wait", pane, "-L", "default", "--until", "idle:200", "--timeout", "10");
  expect(written.status).toBe(0);
  const { readFileSync } = await import("node:fs");
  const session = readFileSync(join(daemon.dir, "home/hint"), "utf8").trim();
  const client = await openMcp(daemon, "stdio", { hint: session });
  const { panes: listed } = await resultOf(client, "list");
  expect(listed).toEqual([expect.objectContaining({ pane, self: true })]);
  expect((await callTool(client, "read", { pane })).isError).toBe(false);
  for (const [tool, given, sentence] of [
    ["send_text", { text: "x" }, `"${pane}" is the pane that you run in: you cannot type into it`],
    ["send_keys", { keys: ["x"] }, `"${pane}" is the pane that you run in: you cannot press keys in it`],
    ["kill", {}, `"${pane}" is the pane that you run in: you cannot end it`],
  ] as const)
    expect(await callTool(client, tool, { pane, ...given })).toMatchObject({ isError: true, text: sentence });
  const { id } = await resultOf(client, "spawn", { command: ["cat"], name: "helper" });
  expect((await resultOf(client, "list")).panes.map((entry: { id: string }) => entry.id)).toEqual([
    listed[0].id,
    id,
  ]);
  await client.close();
});

test("a mistyped switch in the address of the server widens nothing", async () => {
  const { port, token } = JSON.parse((await daemon.run("token", "--json")).stdout);
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" });
  const headers = {
    authorization: `Bearer ${token}`,
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
  };
  const ask = (query: string) =>
    fetch(`http://127.0.0.1:${port}/mcp?${query}`, { method: "POST", headers, body });
  for (const query of ["readonly", "read-only=no", "all=false", "all&hosts"]) {
    const answer = await ask(query);
    expect(await answer.text(), query).toContain("/mcp knows ?all, ?all-hosts and ?read-only");
    expect(answer.status, query).toBe(400);
  }
  for (const query of ["", "all", "all=1&read-only=true", "all-hosts="]) {
    const answer = await ask(query);
    await answer.text();
    expect(answer.status, query).toBe(200);
  }
});
