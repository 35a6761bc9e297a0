import { hostname } from "node:os";
import { beforeAll, expect, test } from "vitest";
import { daemonForAll } from "../fixtures/daemon-for-all.ts";
import { waitFor } from "../fixtures/wait-for.ts";
import { type Access, access, call } from "./http-client.ts";
import { PageReader } from "./page-reader.ts";

const daemon = daemonForAll();
let http: Access;
beforeAll(async () => {
  http = await access(daemon);
});

const create = async (parentId?: string) =>
  (await call<{ id: string }>(http, "terminal/create", { parentId })).id;
const sendInput = (id: string, data: string) => call(http, "terminal/sendInput", { id, data });
const kill = (id: string) => call(http, "terminal/kill", { id });

test("a page learns who serves it, then sees the whole house", async () => {
  const id = await create();
  const beside = await create(id);
  const page = new PageReader(http);
  const house = await page.first("house");
  expect(page.messages[0]).toEqual({
    type: "hello",
    version: expect.stringMatching(/^\d+\.\d+\.\d+/),
    build: expect.stringMatching(/^[0-9a-f]{16}$/),
    host: hostname(),
    access: { kind: "owner" },
  });
  expect(page.panes.get(id)).toMatchObject({
    id,
    session: "terminals",
    viewers: 0,
    agent: { program: expect.any(String) },
  });
  expect(house.windows).toContainEqual(
    expect.objectContaining({ session: "terminals", current: true, zoomed: false, panes: [id, beside] }),
  );
  await page.close();
  await kill(beside);
  await kill(id);
});

test("every change arrives: a new pane, its output, its question, its end", async () => {
  const page = new PageReader(http);
  await page.first("house");
  const id = await create();
  await page.pane(id, () => true, "the new pane");
  await waitFor(() => page.windows.some(({ panes }) => panes.includes(id)), "the new window");
  await sendInput(id, "PS1='$ '; clear; echo last-$((1+1))\r");
  await page.pane(id, ({ last_line }) => last_line === "$", "the prompt as its last line");
  await sendInput(id, "exec sh -c 'printf \"Really? [y/N] \"; read x'\r");
  const asks = await page.pane(id, ({ agent }) => agent.state === "waiting", "the question");
  expect(asks.agent.question).toBe("Really? [y/N]");
  await sendInput(id, "y\r");
  await waitFor(() => !page.panes.has(id), "the end of the pane");
  await waitFor(() => !page.windows.some(({ panes }) => panes.includes(id)), "the end of the window");
  expect(page.messages.filter(({ type }) => type === "house")).toHaveLength(1);
  await page.close();
});

test("a window's layout, zoom and name arrive", async () => {
  const id = await create();
  const page = new PageReader(http);
  await page.first("house");
  const mine = () => page.windows.find(({ panes }) => panes.includes(id));
  const before = mine()!;
  const beside = await create(id);
  await waitFor(() => mine()?.panes.includes(beside), "the split");
  const { socket, window_id, layout } = mine()!;
  expect(layout).not.toBe(before.layout);
  await daemon.tmux("-S", socket, "resize-pane", "-Z", "-t", window_id);
  await waitFor(() => mine()?.zoomed, "the zoom");
  expect(mine()?.layout).toBe(layout);
  await daemon.tmux("-S", socket, "rename-window", "-t", window_id, "renamed");
  await waitFor(() => mine()?.name === "renamed", "the name");
  await page.pane(id, ({ window }) => window === "renamed", "the name of the pane's window");
  await page.close();
  await kill(beside);
  await kill(id);
});

test("pages see how many others show a pane, until these close", async () => {
  const id = await create();
  const page = new PageReader(http);
  const other = new PageReader(http);
  await Promise.all([page.first("house"), other.first("house")]);
  other.send({ type: "viewing", ids: [id] });
  await page.pane(id, ({ viewers }) => viewers === 1, "one viewer");
  page.send({ type: "viewing", ids: [id] });
  await page.pane(id, ({ viewers }) => viewers === 2, "two viewers");
  other.socket.terminate();
  await page.pane(id, ({ viewers }) => viewers === 1, "one viewer again");
  await page.close();
  await kill(id);
});

test("a result is unread until a page says that a person has seen it", async () => {
  const page = new PageReader(http);
  await page.first("house");
  const id = await create();
  const { socket, pane_id } = await page.pane(id, () => true, "the new pane");
  await daemon.tmux("-S", socket, "set-option", "-p", "-t", pane_id, "remain-on-exit", "on");
  await sendInput(id, "exit 3\r");
  const failed = await page.pane(id, ({ agent }) => agent.state === "failed", "the failure");
  expect(failed).toMatchObject({ exit_code: 3, agent: { unread: true } });
  page.send({ type: "seen", id });
  await page.pane(id, ({ agent }) => !agent.unread, "the seen mark");
  await page.close();
  await kill(id);
});

test("a frame that is no request ends the page's connection with a sentence", async () => {
  const page = new PageReader(http);
  await page.first("house");
  let reason = "";
  page.socket.on("close", (_code, text) => {
    reason = String(text);
  });
  page.socket.send(JSON.stringify({ type: "watch", ids: ["not an id"] }));
  await waitFor(() => page.closed, "the end");
  expect([page.closed, reason]).toEqual([1008, "this is no message of a reader"]);
});
