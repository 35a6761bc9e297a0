import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { type AnyEvent, type Client, type ConnectOptions, connect } from "../../src/client/index.ts";
import { waitFor } from "../fixtures/wait-for.ts";
import { callTool, openMcp, resultOf } from "../mcp/mcp-client.ts";
import { need } from "../setup/need.ts";
import { twoMachines } from "./two-machines.ts";
import { untilExit } from "./until-exit.ts";

const ALL = [
  "context_exited",
  "context_output",
  "mullion.context_spawned",
  "mullion.context_changed",
] as const;

describe.runIf(need("ssh", "sshd", "ssh-keygen"))(
  "an agent that is placed on a host",
  { timeout: 60_000 },
  () => {
    const { near, far, call } = twoMachines();
    const open: Client[] = [];
    afterEach(() => {
      for (const client of open.splice(0)) client.close();
    });

    async function team(hint: string, more: ConnectOptions = {}): Promise<Client> {
      const socket = join(near.dir, "m/daemon.sock");
      const client = await connect({ socket, env: near.env, sessionHint: hint, events: ALL, ...more });
      open.push(client);
      return client;
    }

    async function placed(
      client: Client,
      script: string,
      metadata: Record<string, string> = {},
    ): Promise<string> {
      const command = ["sh", "-c", script];
      const place = { ...metadata, place: "there" };
      return (await client.call("spawn_agent", { command, metadata: place })).context_id;
    }

    const type = (client: Client, context_id: string, text: string) =>
      client.call("write", { context_id, data: Buffer.from(text).toString("base64") });

    function printed(events: readonly AnyEvent[], id: string): string {
      const parts = events.flatMap(({ method, params }) =>
        method === "context_output" && params.context_id === id ? [Buffer.from(params.data, "base64")] : [],
      );
      return Buffer.concat(parts).toString();
    }

    test("belongs to the caller's team: events, writes, waits and captures go over the link", async () => {
      const client = await team("spread");
      const events = client.events();
      const id = await placed(client, "echo begun; read x; echo got $x; exit 7", { name: "worker" });
      expect(id).toMatch(/^there\/ctx_\d+$/);
      expect((await client.call("list")).contexts).toEqual([id]);
      await client.call("mullion.wait", { context_id: id, until: { kind: "text", text: "begun" } });
      await type(client, id, "it\n");
      const read = await untilExit(events, id);
      expect(read[0]).toMatchObject({
        method: "mullion.context_spawned",
        params: { context_id: id, metadata: { name: "worker", place: "there" } },
      });
      expect(printed(read, id)).toBe("begun\r\nit\r\ngot it\r\n");
      expect(read.at(-1)).toMatchObject({
        params: { exit_code: 7, offset: "begun\r\nit\r\ngot it\r\n".length },
      });
      expect(read.filter(({ method }) => method === "context_exited")).toHaveLength(1);
      expect((await client.call("list")).contexts).toEqual([]);
      expect((await client.call("capture", { context_id: id })).text).toContain("got it");
    });

    test("is renamed, searched for, split and killed there", async () => {
      const client = await team("handled");
      const events = client.events();
      const id = await placed(client, "echo here I am; exec cat");
      await client.call("mullion.rename", { context_id: id, name: "other" });
      const { sessions } = await client.call("mullion.tree", { hosts: true });
      expect(sessions).toMatchObject([
        { host: "there", windows: [{ panes: [{ context_id: id, metadata: { name: "other" } }] }] },
      ]);
      expect((await client.call("mullion.tree")).sessions).toEqual([]);
      const beside = await client.call("mullion.split", {
        context_id: id,
        direction: "down",
        command: ["cat"],
      });
      expect((await client.call("list")).contexts).toEqual([id, beside.context_id]);
      await client.call("kill", { context_id: beside.context_id });
      await client.call("kill", { context_id: id });
      const read = await untilExit(events, id);
      expect(read.at(-1)).toMatchObject({ params: { signal: "SIGHUP" } });
    });

    test("is out of reach for other teams, unless they reach every pane", async () => {
      const owner = await team("owner");
      const id = await placed(owner, "echo a secret; exec cat");
      await owner.call("mullion.wait", { context_id: id, until: { kind: "text", text: "a secret" } });
      const stranger = await team("stranger");
      const refused = { code: "no-such-context" };
      await expect(stranger.call("capture", { context_id: id })).rejects.toMatchObject(refused);
      await placed(stranger, "true");
      await expect(stranger.call("capture", { context_id: id })).rejects.toMatchObject(refused);
      await expect(type(stranger, id, "x")).rejects.toMatchObject(refused);
      await expect(stranger.call("kill", { context_id: id })).rejects.toMatchObject(refused);
      const wide = await team("wide", { reach: "all" });
      expect((await wide.call("capture", { context_id: id })).text).toContain("a secret");
      const { agents, failed_hosts } = await wide.call("mullion.agents", { hosts: true });
      expect(failed_hosts).toEqual([]);
      expect(agents).toContainEqual(expect.objectContaining({ host: "there", context_id: id }));
      await owner.call("kill", { context_id: id });
    });

    test("outlives the death of either daemon, with every event once", async () => {
      const client = await team("deaths");
      const events = client.events();
      const id = await placed(client, "while read x; do echo got $x; [ $x = last ] && exit 3; done");
      await type(client, id, "one\n");
      await client.call("mullion.wait", { context_id: id, until: { kind: "text", text: "got one" } });
      await far.kill9();
      await waitFor(async () => {
        const typed = await type(client, id, "two\n").catch(() => undefined);
        return typed !== undefined;
      }, "the host's next daemon to be reached");
      await client.call("mullion.wait", { context_id: id, until: { kind: "text", text: "got two" } });
      await near.kill9();
      await client.call("mullion.wait", { context_id: id, until: { kind: "text", text: "got two" } });
      expect((await client.call("list")).contexts).toEqual([id]);
      await type(client, id, "last\n");
      const read = await untilExit(events, id);
      expect(printed(read, id)).toBe("one\r\ngot one\r\ntwo\r\ngot two\r\nlast\r\ngot last\r\n");
      expect(read.filter(({ method }) => method === "mullion.context_spawned")).toHaveLength(1);
      expect(read.at(-1)).toMatchObject({ method: "context_exited", params: { exit_code: 3 } });
    });

    test("is listed, read, typed into and waited for with the tools of MCP, by its own team", async () => {
      const tools = await openMcp(near, "stdio", { hint: "tools" });
      const stranger = await openMcp(near, "stdio", { hint: "no-tools" });
      const wide = await openMcp(near, "stdio", { all: true });
      const command = ["sh", "-c", "echo begun; read x; echo got $x; exec cat"];
      const { id } = await resultOf(tools, "spawn", { command, name: "far-away", place: "there" });
      await resultOf(tools, "wait", { pane: id, until: "text", text: "begun" });
      await resultOf(tools, "send_text", { pane: "there/far-away", text: "it", submit: true });
      await resultOf(tools, "wait", { pane: id, until: "text", text: "got it" });
      expect((await resultOf(tools, "read", { pane: id })).text).toContain("got it");
      const entry = expect.objectContaining({ id, host: "there", name: "far-away" });
      expect((await resultOf(tools, "list")).panes).toEqual([entry]);
      expect(await callTool(stranger, "read", { pane: id })).toMatchObject({ isError: true });
      expect((await resultOf(stranger, "list", { hosts: true })).panes).toEqual([]);
      expect((await resultOf(wide, "list", { hosts: true })).panes).toContainEqual(entry);
      expect((await resultOf(wide, "read", { pane: id })).text).toContain("got it");
      await resultOf(tools, "kill", { pane: id });
      await Promise.all([tools.close(), stranger.close(), wide.close()]);
    });

    test("fails with a sentence where it cannot start", async () => {
      const client = await team("failing");
      const spawn = (command: string[], place: string, more = {}) =>
        client.call("spawn_agent", { command, metadata: { place }, ...more });
      await expect(spawn(["true"], "nowhere")).rejects.toMatchObject({
        code: "no-such-target",
        message: expect.stringContaining("there is no host nowhere"),
      });
      await expect(spawn(["/nonexistent/program"], "there")).rejects.toMatchObject({
        code: "no-such-program",
      });
      await expect(spawn(["true"], "there", { cwd: "/nonexistent" })).rejects.toMatchObject({
        code: "bad-cwd",
      });
      await call("host", "add", "off", "ssh://127.0.0.1:1", "--no-set-up");
      await expect(spawn(["true"], "off")).rejects.toMatchObject({
        code: "host-unreachable",
        message: expect.stringContaining("host off is unreachable"),
      });
      const { failed_hosts } = await (await team("wide", { reach: "all" })).call("mullion.tree", {
        hosts: true,
      });
      expect(failed_hosts).toEqual([
        { host: "off", error: expect.stringContaining("host off is unreachable") },
      ]);
      const hosts = await client.hosts();
      expect(hosts.map(({ name, state }) => [name, state])).toEqual([
        ["there", "connected"],
        ["off", "unreachable"],
      ]);
      await call("host", "rm", "off");
      expect((await client.call("list")).contexts).toEqual([]);
    });
  },
);
