import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Client } from "@modelcontextprotocol/client";
import { afterEach, describe, expect, test } from "vitest";
import { waitFor } from "../fixtures/wait-for.ts";
import { callTool, openMcp, resultOf } from "../mcp/mcp-client.ts";
import { severalMachines } from "./several-machines.ts";

describe("panes of hosts as resources of MCP", { timeout: 60_000 }, () => {
  const {
    near,
    call,
    addAgain,
    hosts: [there],
  } = severalMachines(["there"]);
  const clients: Client[] = [];
  afterEach(async () => {
    for (const client of clients.splice(0)) await client.close();
  });

  async function watching(options: Parameters<typeof openMcp>[2], over: "stdio" | "http" = "stdio") {
    const client = await openMcp(near, over, options);
    clients.push(client);
    const seen = { client, updated: [] as string[], lists: 0 };
    client.setNotificationHandler(
      "notifications/resources/updated",
      ({ params }) => void seen.updated.push(params.uri),
    );
    client.setNotificationHandler("notifications/resources/list_changed", () => void seen.lists++);
    return seen;
  }

  test("are listed, read and watched by the team, and their changes are notified", async () => {
    const seen = await watching({ hint: "readers" });
    const { client } = seen;
    const lists = seen.lists;
    const command = ["sh", "-c", "echo begun; printf 'Go on? '; read x; exec cat"];
    const { id } = await resultOf(client, "spawn", { command, name: "far", place: "there" });
    await waitFor(() => seen.lists > lists, "the change of the list");
    const uri = `mullion://pane/${encodeURIComponent(id)}`;
    const { resources } = await client.listResources();
    expect(resources.map((resource) => resource.uri)).toEqual(["mullion://panes", uri]);
    expect(await client.readResource({ uri })).toMatchObject({ contents: [{ uri, text: "begun\nGo on?" }] });
    const panes = await client.readResource({ uri: "mullion://panes" });
    expect(JSON.parse((panes.contents[0] as { text: string }).text)).toMatchObject({
      panes: [{ id, host: "there", name: "far" }],
    });
    await client.subscribeResource({ uri });
    await client.subscribeResource({ uri: "mullion://panes" });
    await resultOf(client, "send_text", { pane: id, text: "news", submit: true });
    await waitFor(() => seen.updated.includes(uri), "the update of the screen");
    await waitFor(() => seen.updated.includes("mullion://panes"), "the update of the panes");
    expect(await resultOf(client, "explain", { pane: id })).toMatchObject({ id, state: expect.any(String) });
    const file = join(there!.dir, "far.cast");
    const { events } = await resultOf(client, "record", { pane: id, file });
    expect(readFileSync(file, "utf8").trim().split("\n")).toHaveLength(events + 1);
    expect(await callTool(client, "record", { pane: id, file })).toMatchObject({ isError: true });
    const before = seen.lists;
    await resultOf(client, "kill", { pane: id });
    await waitFor(() => seen.lists > before, "the change of the list");
  });

  test("are out of reach for another team, as on this machine", async () => {
    const owner = await watching({ hint: "owner" });
    const { id } = await resultOf(owner.client, "spawn", {
      command: ["cat"],
      name: "secret",
      place: "there",
    });
    const person = await call("run", "--on", "there", "-n", "person", "--", "cat");
    const seen = await watching({ hint: "stranger" });
    const { client } = seen;
    const own = await resultOf(client, "spawn", { command: ["cat"], place: "there" });
    await waitFor(() => seen.lists === 1, "the change of the list");
    const ownUri = `mullion://pane/${encodeURIComponent(own.id)}`;
    const { resources } = await client.listResources();
    expect(resources.map((resource) => resource.uri)).toEqual(["mullion://panes", ownUri]);
    const uri = `mullion://pane/${encodeURIComponent(id)}`;
    await expect(client.subscribeResource({ uri })).rejects.toThrow(/no context .* in the team/);
    await expect(client.readResource({ uri })).rejects.toThrow(/no context .* in the team/);
    for (const pane of [id, "there/secret", person])
      for (const tool of ["read", "explain", "kill"] as const)
        expect(await callTool(client, tool, { pane }), `${tool} ${pane}`).toMatchObject({ isError: true });
    await client.subscribeResource({ uri: ownUri });
    await client.subscribeResource({ uri: "mullion://panes" });
    await resultOf(owner.client, "kill", { pane: id });
    await resultOf(client, "send_text", { pane: own.id, text: "mine", submit: true });
    await waitFor(() => seen.updated.includes(ownUri), "the update of the own pane");
    expect([seen.lists, seen.updated.includes(uri)]).toEqual([1, false]);
    await resultOf(client, "kill", { pane: own.id });
    await call("kill", person);
  });

  test("can be read and watched by their addresses with --all, and the list is this machine's", async () => {
    await call("run", "--on", "there", "-n", "shown", "--", "sh", "-c", "echo here; exec cat");
    const seen = await watching({ all: true });
    const { panes } = await resultOf(seen.client, "list", { hosts: true, session: "shown" });
    const { id } = panes[0];
    await resultOf(seen.client, "wait", { pane: id, until: "text", text: "here" });
    const uri = `mullion://pane/${encodeURIComponent(id)}`;
    expect((await seen.client.listResources()).resources.map((each) => each.uri)).toEqual([
      "mullion://panes",
    ]);
    expect(await seen.client.readResource({ uri })).toMatchObject({ contents: [{ text: "here" }] });
    await seen.client.subscribeResource({ uri });
    await call("send", "there/shown", "more");
    await waitFor(() => seen.updated.includes(uri), "the update of the screen");
    await call("kill", "there/shown");
  });

  test.each(["stdio", "http"] as const)(
    "are listed with --all-hosts over %s, and so are those of a host that is added later",
    async (over) => {
      const name = `later-${over}`;
      await call("run", "--on", "there", "-n", `first-${over}`, "--", "cat");
      const seen = await watching({ allHosts: true }, over);
      const listed = async () => (await seen.client.listResources()).resources.map((each) => each.uri);
      const shown = async (session: string) =>
        (await resultOf(seen.client, "list", { session })).panes.map(({ id }: { id: string }) => id)[0];
      const first = await shown(`first-${over}`);
      expect(first).toMatch(/^there\/ctx_/);
      expect(await listed()).toContain(`mullion://pane/${encodeURIComponent(first)}`);
      if (over === "stdio") await seen.client.subscribeResource({ uri: "mullion://panes" });
      const { lists } = seen;
      await addAgain("there", name);
      await call("run", "--on", name, "-n", `second-${over}`, "--", "cat");
      if (over === "stdio") await waitFor(() => seen.lists > lists, "the change of the list");
      const second = await shown(`second-${over}`);
      expect(await listed()).toContain(`mullion://pane/${encodeURIComponent(second)}`);
      await call("kill", `${name}/second-${over}`);
      await call("kill", `there/first-${over}`);
      await call("host", "rm", name);
    },
  );
});
