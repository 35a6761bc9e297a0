import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { type AnyEvent, type Client, connect } from "../../src/client/index.ts";
import { waitFor } from "../fixtures/wait-for.ts";
import { TestClient } from "../native/client.ts";
import { severalMachines } from "./several-machines.ts";
import { untilExit } from "./until-exit.ts";

describe("output of a host that answers late", { timeout: 60_000 }, () => {
  const { near, hosts } = severalMachines(["there"]);
  const open: Client[] = [];
  afterEach(() => {
    for (const client of open.splice(0)) client.close();
  });

  async function reader(): Promise<Client> {
    const socket = join(near.dir, "m/daemon.sock");
    const events = ["context_output", "context_exited"] as const;
    const client = await connect({ socket, env: near.env, sessionHint: "readers", events });
    open.push(client);
    return client;
  }

  test("begins where the host is when it answers, after a gap, and goes on there after the death of the daemon here", async () => {
    const first = await reader();
    const command = ["sh", "-c", "echo before; while read x; do echo got $x; done"];
    const { context_id } = await first.call("spawn_agent", { command, metadata: { place: "there" } });
    const see = (text: string) => first.call("mullion.wait", { context_id, until: { kind: "text", text } });
    const type = (text: string) =>
      first.call("write", { context_id, data: Buffer.from(text).toString("base64") });
    await see("before");
    const silent = hosts[0]!.pid()!;
    process.kill(silent, "SIGSTOP");
    const late = await reader().finally(() => process.kill(silent, "SIGCONT"));
    const seen = late.events();
    const gap = { kind: "output", context_id, from: 0, to: "before\r\n".length, reason: "slow-reader" };
    expect((await seen.next()).value).toEqual({ method: "mullion.gap", params: gap });
    const reading = untilExit(seen, context_id);
    await near.kill9();
    await see("before");
    await type("it\n");
    await see("got it");
    await first.call("kill", { context_id });
    expect(printed(await reading)).toBe("it\r\ngot it\r\n");
  });
});

describe("output of agents that start on a host", { timeout: 60_000 }, () => {
  const { near } = severalMachines(["there"]);

  test("follows the reply to the start", async () => {
    const client = new TestClient(near, "socket");
    const events = ["context_output", "context_exited"];
    const params = { protocol_version: "1", session_hint: "ordered", mullion_level: 2, mullion: { events } };
    await client.reply(client.send("initialize", params));
    const start = { command: ["echo", "here"], metadata: { place: "there" } };
    for (let round = 0; round < 10; round++) {
      const ids = Array.from({ length: 4 }, () => client.send("spawn_agent", start));
      for (const id of ids) await client.reply(id);
    }
    const exited = () => client.messages.filter(({ method }) => method === "context_exited");
    await waitFor(() => exited().length === 40, "the exits");
    const begun = new Set<unknown>();
    for (const { method, params, result } of client.messages) {
      if (result) begun.add(result.context_id);
      if (method === "context_output") expect(begun).toContain(params?.context_id);
    }
    client.close();
  });
});

function printed(events: readonly AnyEvent[]): string {
  const parts = events.flatMap(({ method, params }) =>
    method === "context_output" ? [Buffer.from(params.data, "base64")] : [],
  );
  return Buffer.concat(parts).toString();
}
