import { afterEach, describe, expect, test } from "vitest";
import { daemonForAll } from "../fixtures/daemon-for-all.ts";
import { TestClient, type Transport, transports } from "./client.ts";

const daemon = daemonForAll();
const clients: TestClient[] = [];

afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.close()));
});

/** A client with an agent that runs until it is killed. */
async function open(transport: Transport): Promise<{ client: TestClient; context_id: string }> {
  const client = new TestClient(daemon, transport);
  clients.push(client);
  await client.initialize();
  return { client, context_id: await client.spawn(["cat"]) };
}

const forever = (context_id: string) => ({ context_id, until: { kind: "exit" }, timeout_ms: 3_600_000 });

const cancel = (client: TestClient, params: unknown) =>
  client.raw(`${JSON.stringify({ method: "mullion.cancel", params })}\n`);

describe.each(transports)("over %s", (transport) => {
  test("a cancelled wait is answered at once, and no other", async () => {
    const { client, context_id } = await open(transport);
    const [other, id] = [
      client.send("mullion.wait", forever(context_id)),
      client.send("mullion.wait", forever(context_id)),
    ];
    for (const wrong of [undefined, null, 5, [], {}, { id: null }, { id: "x" }, { id: 9_999 }])
      cancel(client, wrong);
    cancel(client, { id });
    expect((await client.reply(id)).result).toMatchObject({ outcome: "timed-out" });
    await client.call("list", {});
    expect(client.messages.filter((message) => message.id === other || message.id === null)).toEqual([]);
    await client.call("kill", { context_id });
    expect((await client.reply(other)).result).toMatchObject({ outcome: "met" });
  });
});

test("the next daemon does not continue a wait that was cancelled", async () => {
  const { client, context_id } = await open("stdio");
  const id = client.send("mullion.wait", forever(context_id));
  await client.call("list", {});
  process.kill(daemon.pid()!, "SIGSTOP"); // So that no answer comes from this daemon.
  cancel(client, { id });
  await daemon.kill9();
  // The bridge may have read the line after the daemon's death: then the next daemon gets both.
  const { error, result } = await client.reply(id);
  expect(error?.data.code ?? result?.outcome).toMatch(/^(daemon-lost|timed-out)$/);
});
