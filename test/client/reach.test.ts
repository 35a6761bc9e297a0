import { afterEach, expect, test } from "vitest";
import { type Client, type ConnectOptions, connect } from "../../src/client/index.ts";
import { daemonForAll } from "../fixtures/daemon-for-all.ts";
import { waitFor } from "../fixtures/wait-for.ts";

const daemon = daemonForAll();
const clients: Client[] = [];
afterEach(() => {
  for (const client of clients.splice(0)) client.close();
});

async function client(options: Partial<ConnectOptions>): Promise<Client> {
  const opened = await connect({ env: daemon.env, ...options });
  clients.push(opened);
  return opened;
}

async function panesOf(of: Client) {
  const { sessions } = await of.call("mullion.tree");
  return sessions.flatMap(({ name, windows }) =>
    windows.flatMap(({ panes }) => panes.map((pane) => ({ session: name, ...pane }))),
  );
}

test("a client with the reach of all uses panes of tmux and of other teams; another client does not see them", async () => {
  await daemon.tmux("new-session", "-d", "-s", "hand", "cat");
  const other = await client({ sessionHint: "other" });
  const theirs = (await other.call("spawn_agent", { command: ["cat"] })).context_id;
  const all = await client({ sessionHint: "far", reach: "all" });
  const near = await client({ sessionHint: "near" });

  const seen = await panesOf(all);
  expect(seen.map(({ context_id }) => context_id)).toContain(theirs);
  const { context_id } = seen.find(({ session }) => session === "hand")!;
  expect(await panesOf(near)).toEqual([]);
  await expect(near.call("capture", { context_id })).rejects.toMatchObject({ code: "no-such-context" });

  await all.call("mullion.send_text", { context_id, text: "over there", submit: true });
  const until = { kind: "text", text: "over there" } as const;
  expect(await all.call("mullion.wait", { context_id, until })).toMatchObject({ outcome: "met" });
  await all.call("kill", { context_id });
  const exit = { context_id, until: { kind: "exit" } } as const;
  expect(await all.call("mullion.wait", exit)).toMatchObject({ outcome: "met" });
});

test("what a client with the reach of all spawns belongs to its team, also for the next daemon", async () => {
  const all = await client({ sessionHint: "far too", reach: "all" });
  const { context_id } = await all.call("spawn_agent", { command: ["cat"] });
  await daemon.tmux("new-session", "-d", "-s", "aside", "cat");
  const ids = (await panesOf(all)).map((pane) => pane.context_id);
  await daemon.kill9();
  expect((await panesOf(all)).map((pane) => pane.context_id)).toEqual(ids);
  const near = await client({ sessionHint: "far too" });
  expect((await near.call("list")).contexts).toEqual([context_id]);
  const aside = (await panesOf(all)).find(({ session }) => session === "aside")!;
  await daemon.tmux("kill-session", "-t", "aside");
  await waitFor(async () => (await panesOf(all)).length < ids.length, "the pane to be gone");
  expect(await all.call("capture", { context_id: aside.context_id })).toHaveProperty("text");
});
