import { once } from "node:events";
import { existsSync, writeFileSync } from "node:fs";
import { connect as connectSocket, createServer } from "node:net";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { connect } from "../../src/client/index.ts";
import { prepareInstance } from "../fixtures/daemon.ts";
import { daemonForAll } from "../fixtures/daemon-for-all.ts";
import { waitFor } from "../fixtures/wait-for.ts";

const daemon = daemonForAll();
const ends: (() => void)[] = [];

afterEach(() => {
  for (const end of ends.splice(0)) end();
});

interface Message {
  readonly id?: number;
  readonly method?: string;
}

/** A socket that passes everything on to the daemon and back, and keeps it. */
async function overheard(name: string) {
  const socket = join(daemon.dir, `${name}.sock`);
  const said: Record<"asked" | "answered", string> = { asked: "", answered: "" };
  const server = createServer((near) => {
    const far = connectSocket(join(daemon.dir, "m/daemon.sock"));
    near.on("data", (chunk) => (said.asked += String(chunk)));
    far.on("data", (chunk) => (said.answered += String(chunk)));
    near.pipe(far).pipe(near);
    for (const end of [near, far]) end.on("error", () => {});
  }).listen(socket);
  await once(server, "listening");
  ends.push(() => server.close());
  const messages = (side: "asked" | "answered") =>
    said[side]
      .split("\n")
      .slice(0, -1)
      .map((line) => JSON.parse(line) as Message);
  return { socket, asked: () => messages("asked"), answered: () => messages("answered") };
}

test("an aborted wait ends in the daemon, too", async () => {
  const { socket, asked, answered } = await overheard("wait");
  const client = await connect({ socket, env: daemon.env });
  ends.push(() => client.close());
  const { context_id } = await client.call("spawn_agent", { command: ["cat"] });
  const leaving = new AbortController();
  const until = { kind: "exit" } as const;
  const waiting = client.call(
    "mullion.wait",
    { context_id, until, timeout_ms: 3_600_000 },
    { signal: leaving.signal },
  );
  const { id } = await waitFor(() => asked().find(({ method }) => method === "mullion.wait"), "the request");
  leaving.abort(new Error("enough"));
  await expect(waiting).rejects.toThrow("enough");
  await waitFor(() => answered().some((answer) => answer.id === id), "the daemon to end the wait");
  expect((await client.call("list")).contexts).toContain(context_id); // The connection is as before.
});

test("aborting a connection whose daemon is starting rejects with the reason", async () => {
  const instance = prepareInstance();
  const [node, began, goOn] = ["node", "began", "go-on"].map((name) => join(instance.dir, name));
  const script = `#!/bin/sh\n: >${began}\nuntil [ -e ${goOn} ]; do sleep 0.01; done\nexit 1\n`;
  writeFileSync(node!, script, { mode: 0o755 });
  const leaving = new AbortController();
  const connecting = connect({ env: { ...instance.env, MULLION_NODE: node }, signal: leaving.signal });
  const reason = new Error("no time");
  const rejected = expect(connecting).rejects.toBe(reason);
  await waitFor(() => existsSync(began!), "the start of the daemon");
  leaving.abort(reason);
  await rejected;
  writeFileSync(goOn!, "");
  await instance.stop();
});
