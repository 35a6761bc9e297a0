import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { type Client, connect } from "../../src/client/index.ts";
import { waitFor } from "../fixtures/wait-for.ts";
import { callTool, openMcp, resultOf } from "../mcp/mcp-client.ts";
import { severalMachines } from "./several-machines.ts";

describe("a search over hosts", { timeout: 60_000 }, () => {
  const { near, call, shut, open: reopen } = severalMachines(["there", "other"]);
  const open: Client[] = [];
  afterEach(() => {
    for (const client of open.splice(0)) client.close();
  });

  async function client(sessionHint: string, reach: "team" | "all" = "team"): Promise<Client> {
    const opened = await connect({
      socket: join(near.dir, "m/daemon.sock"),
      env: near.env,
      sessionHint,
      reach,
    });
    open.push(opened);
    return opened;
  }

  async function printing(by: Client, text: string, place = ""): Promise<string> {
    const command = ["sh", "-c", `echo needle ${text}; exec cat`];
    const { context_id } = await by.call("spawn_agent", { command, metadata: { place } });
    await by.call("mullion.wait", { context_id, until: { kind: "text", text: `needle ${text}` } });
    return context_id;
  }

  test("finds the team's lines on every machine, each machine with its share", async () => {
    const own = await client("own");
    const ids = [
      await printing(own, "a"),
      await printing(own, "b", "there"),
      await printing(own, "c", "other"),
    ];
    const stranger = await client("stranger");
    const strange = await printing(stranger, "d", "there");
    const search = { pattern: "^needle", hosts: true };
    const found = await own.call("mullion.search", search);
    expect(found).toMatchObject({ more: false, failed_hosts: [] });
    expect(found.matches.map(({ context_id, text }) => [context_id, text])).toEqual([
      [ids[0], "needle a"],
      [ids[1], "needle b"],
      [ids[2], "needle c"],
    ]);
    expect((await own.call("mullion.search", { pattern: "^needle" })).matches).toHaveLength(1);
    expect(await own.call("mullion.search", { ...search, max: 2 })).toMatchObject({
      more: true,
      matches: [{ context_id: ids[0] }, { context_id: ids[1] }],
    });
    const named = await own.call("mullion.search", {
      pattern: "needle",
      literal: true,
      contexts: [ids[0]!, ids[2]!],
    });
    expect(named.matches.map(({ context_id }) => context_id)).toEqual([ids[0], ids[2]]);
    await expect(own.call("mullion.search", { pattern: "x", contexts: [strange] })).rejects.toMatchObject({
      code: "no-such-context",
    });
    const wide = await client("wide", "all");
    const everywhere = (await wide.call("mullion.search", search)).matches.map(
      ({ context_id }) => context_id,
    );
    expect(everywhere).toEqual(expect.arrayContaining([...ids, strange]));
    for (const context_id of ids) await own.call("kill", { context_id });
    await stranger.call("kill", { context_id: strange });
  });

  test("names a host that does not answer, and finds the rest; so does the tool of MCP", async () => {
    const tools = await openMcp(near, "stdio", { hint: "tools" });
    const stranger = await openMcp(near, "stdio", { hint: "no-tools" });
    const script = (text: string) => ["sh", "-c", `echo hay ${text}; exec cat`];
    const there = await resultOf(tools, "spawn", { command: script("b"), place: "there" });
    const other = await resultOf(tools, "spawn", { command: script("c"), place: "other" });
    for (const { id } of [there, other])
      await resultOf(tools, "wait", { pane: id, until: "text", text: "hay" });
    const ids = async (given = {}) =>
      (await resultOf(tools, "search", { pattern: "hay", ...given })).matches.map(
        ({ id }: { id: string }) => id,
      );
    expect(await ids()).toEqual([there.id, other.id]);
    expect(await ids({ panes: [other.id] })).toEqual([other.id]);
    expect(await ids({ hosts: false })).toEqual([]);
    expect((await resultOf(stranger, "search", { pattern: "hay", hosts: true })).matches).toEqual([]);
    expect(await callTool(stranger, "search", { pattern: "hay", panes: [there.id] })).toMatchObject({
      isError: true,
    });
    await shut("other");
    await waitFor(async () => (await call("host", "show", "other")).includes("unreachable"), "the cut");
    const { result, text } = await callTool(tools, "search", { pattern: "hay" });
    expect(result).toMatchObject({ matches: [{ id: there.id }], failed_hosts: [{ host: "other" }] });
    expect(text).toContain("host other is unreachable");
    reopen("other");
    await Promise.all([tools.close(), stranger.close()]);
  });
});
