import { expect, test } from "vitest";
import { type AnyEvent, type Client, connect } from "../../src/client/index.ts";
import { prepareInstance } from "../fixtures/daemon.ts";
import { waitFor } from "../fixtures/wait-for.ts";

/**
 * The daemon dies at each point of an agent's life that it records: a client that reconnects receives every event once.
 */
const ALL = [
  "context_exited",
  "context_output",
  "mullion.context_spawned",
  "mullion.context_changed",
] as const;
const PLACES = [...Array.from({ length: 6 }, (_, index) => `after-append:${index + 1}`), "before-forget:1"];

test.each(PLACES)(
  "a daemon that dies at %s: its agent's life is told whole, once",
  async (place) => {
    const instance = prepareInstance();
    try {
      const client = await connectTwice({ ...instance.env, MULLION_CRASH_AT: place });
      const events = client.events();
      const id = await spawnTwice(client);
      const life = await readLife(events, id);
      const output = life.flatMap((event) =>
        event.method === "context_output" ? [Buffer.from(event.params.data, "base64")] : [],
      );
      expect(String(Buffer.concat(output))).toBe("one\r\ntwo\r\n");
      expect(life.map(({ method }) => method).filter((method) => method !== "context_output")).toEqual([
        "mullion.context_spawned",
        "context_exited",
      ]);
      expect(life.at(-1)).toMatchObject({ params: { exit_code: 7 } });
      expect((await client.call("capture", { context_id: id })).text).toBe("one\ntwo");
      const noPane = async () => (await instance.run("ls")).stdout === "No sessions.\n";
      await waitFor(noPane, "the pane to be closed");
      expect((await client.call("list")).contexts).toEqual([]);
      client.close();
    } finally {
      await instance.stop();
    }
  },
  30_000,
);

/** It may be the very first connection that the daemon dies under. */
async function connectTwice(env: NodeJS.ProcessEnv): Promise<Client> {
  return await connect({ env, events: ALL }).catch(() => connect({ env, events: ALL }));
}

/** Whether it was carried out is not known when the connection went; another is another agent. */
async function spawnTwice(client: Client): Promise<string> {
  const spawn = () => client.call("spawn_agent", { command: ["sh", "-c", "echo one; echo two; exit 7"] });
  return (await spawn().catch(spawn)).context_id;
}

/** The events of one context, gaps included, up to its end. */
async function readLife(events: AsyncIterable<AnyEvent>, id: string): Promise<AnyEvent[]> {
  const read: AnyEvent[] = [];
  for await (const event of events) {
    if (!("context_id" in event.params) || event.params.context_id !== id) continue;
    read.push(event);
    if (event.method === "context_exited") break;
  }
  return read;
}
