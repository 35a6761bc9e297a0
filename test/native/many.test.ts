import { afterAll, beforeAll, expect, test } from "vitest";
import { startDaemon, type TestDaemon } from "../fixtures/daemon.ts";
import { waitFor } from "../fixtures/wait-for.ts";
import { type Message, TestClient } from "./client.ts";

/** TEST_SPAWNS=1000 for the whole thing. */
const COUNT = Number(process.env.TEST_SPAWNS ?? 300);

let daemon: TestDaemon;
beforeAll(async () => {
  daemon = await startDaemon();
});
afterAll(() => daemon.stop(), 120_000);

test(`${COUNT} concurrent spawn_agent: all distinct, all alive, and legible`, async () => {
  const client = new TestClient(daemon, "socket");
  await client.initialize();
  const start = Date.now();
  const requests = Array.from({ length: COUNT }, () => client.send("spawn_agent", { command: ["cat"] }));
  const replies: Message[] = [];
  for (const id of requests) replies.push(await client.reply(id, 120_000));
  const took = Date.now() - start;
  const ids = replies.map(({ result }) => result?.context_id as string);
  expect(replies.filter(({ error }) => error)).toEqual([]);
  expect(new Set(ids).size).toBe(COUNT);
  expect(new Set((await client.call("list", {})).contexts)).toEqual(new Set(ids));
  const { sessions } = await client.call("mullion.tree", {}, 60_000);
  const panes = sessions.flatMap(({ windows }) => windows.flatMap((window) => window.panes));
  expect(panes).toHaveLength(COUNT);
  for (const { pid } of panes) expect(() => process.kill(pid, 0)).not.toThrow();
  expect(panes.filter(({ cols, rows }) => cols < 80 || rows < 24)).toEqual([]);
  expect(client.events()).toEqual([]);
  console.log(`${COUNT} spawns took ${took} ms`);
  for (const id of ids) client.send("kill", { context_id: id });
  await waitFor(() => client.events("context_exited").length === COUNT, "all to exit", 120_000);
  expect((await client.call("list", {})).contexts).toEqual([]);
  await client.close();
}, 300_000);

test("agents that end at once: the reply is always before the event, from four clients together", async () => {
  const clients = Array.from({ length: 4 }, () => new TestClient(daemon, "socket"));
  await Promise.all(
    clients.map(async (client, team) => {
      await client.initialize({ session_hint: `team ${team % 2}`, capabilities: ["context_output"] });
      const count = Math.ceil(COUNT / 8);
      const requests = Array.from({ length: count }, () =>
        client.send("spawn_agent", { command: ["echo", "x"] }),
      );
      for (const id of requests) {
        const contextId = (await client.reply(id, 60_000)).result!.context_id as string;
        await client.event("context_exited", contextId, 60_000);
        const at = (find: (message: Message) => boolean) => client.messages.findIndex(find);
        const about = at(({ method, params }) => method !== undefined && params?.context_id === contextId);
        expect(at((message) => message.id === id)).toBeLessThan(about);
      }
    }),
  );
  await waitFor(() => {
    const counts = clients.map((client) => client.events("context_exited").length);
    return counts.every((count) => count === 2 * Math.ceil(COUNT / 8));
  }, "every client of a team to hear of its team's ends, once");
  await Promise.all(clients.map((client) => client.close()));
}, 120_000);
