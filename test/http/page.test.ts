import { hostname } from "node:os";
import { beforeAll, expect, test } from "vitest";
import type { PageMessage } from "../../src/protocol/page.ts";
import { openTerminal } from "../attach/outer-terminal.ts";
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
    self: expect.stringMatching(/^[0-9a-f]{16}$/),
  });
  expect(page.panes.get(id)).toMatchObject({
    id,
    session: "terminals",
    viewers: [],
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

test("pages see who else shows a pane, until these close", async () => {
  const id = await create();
  const page = new PageReader(http);
  const other = new PageReader(http);
  const [, { self }] = await Promise.all([page.first("hello"), other.first("hello"), other.first("house")]);
  other.send({ type: "viewing", ids: [id] });
  const { viewers } = await page.pane(id, ({ viewers }) => viewers.length === 1, "one viewer");
  expect(viewers).toEqual([{ kind: "owner", id: self, name: "A browser" }]);
  page.send({ type: "viewing", ids: [id] });
  await page.pane(id, ({ viewers }) => viewers.length === 2, "two viewers");
  other.socket.terminate();
  await page.pane(id, ({ viewers }) => viewers.length === 1, "one viewer again");
  await page.close();
  await kill(id);
});

test("a page sees the terminals that show a pane, as long as they do", async () => {
  const id = await create();
  const page = new PageReader(http);
  await page.first("house");
  const { socket, pane_id } = await page.pane(id, () => true, "the pane");
  const terminal = await openTerminal(daemon, `tmux -S '${socket}' attach-session -t ${pane_id}`);
  const { viewers } = await page.pane(id, ({ viewers }) => viewers.length === 1, "the terminal");
  expect(viewers).toEqual([
    { kind: "terminal", id: expect.any(String), name: expect.stringMatching(/^\/dev\//) },
  ]);
  const beside = await create();
  const { window_id } = await page.pane(beside, () => true, "the other pane");
  await daemon.tmux("-S", socket, "select-window", "-t", window_id);
  await page.pane(id, ({ viewers }) => viewers.length === 0, "that it shows another window");
  await page.pane(beside, ({ viewers }) => viewers.length === 1, "the terminal there");
  terminal.hangUp();
  await page.pane(beside, ({ viewers }) => viewers.length === 0, "that it has left");
  await page.close();
  await kill(beside);
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

test("a page that asks whether the daemon answers is answered", async () => {
  const page = new PageReader(http);
  page.socket.on("open", () => page.send({ type: "ping" }));
  await page.first("pong");
  await page.close();
});

const screenText = async (id: string) =>
  (await call<string>(http, "terminal/screenText", { id })).split("\n").map((line) => line.trimEnd());

test("pictures of the panes that the page watches show what their screens show", async () => {
  const [id, other] = [await create(), await create()];
  const page = new PageReader(http);
  await page.first("house");
  page.send({ type: "watch", ids: [id] });
  await waitFor(() => page.screens.has(id), "the first picture");
  await sendInput(id, "PS1='$ '; clear; seq 1 500; echo all-$((1+1))\r");
  await sendInput(other, "echo unwatched\r");
  await waitFor(() => page.screens.get(id)?.includes("all-2"), "the last line in the picture");
  await waitFor(() => page.screens.get(id)?.includes("$"), "the prompt in the picture");
  expect(page.screens.get(id)).toEqual((await screenText(id)).slice(-page.panes.get(id)!.rows));
  page.send({ type: "watch", ids: [other] });
  await waitFor(() => page.screens.get(other)?.includes("unwatched"), "the other pane's picture");
  const pictures = () =>
    page.messages.flatMap((message) => (message.type === "pictures" ? message.pictures : []));
  const count = pictures().filter((picture) => picture.id === id).length;
  await sendInput(id, "clear; echo no more\r");
  await sendInput(other, "echo a sign\r");
  await waitFor(() => page.screens.get(other)?.includes("a sign"), "a later picture");
  expect(pictures().filter((picture) => picture.id === id)).toHaveLength(count);
  await page.close();
  await kill(id);
  await kill(other);
});

test("a pane that prints without an end has at most four pictures a second, and a silent one has one", async () => {
  const [id, silent] = [await create(), await create()];
  const page = new PageReader(http);
  await page.first("house");
  await page.pane(silent, ({ last_line }) => last_line !== "", "the silent pane's prompt");
  page.send({ type: "watch", ids: [id, silent] });
  await waitFor(() => page.screens.has(silent), "the first picture");
  const times: number[] = [];
  let ofSilent = 0;
  page.socket.on("message", (data) => {
    const message: PageMessage = JSON.parse(String(data));
    if (message.type !== "pictures") return;
    if (message.pictures.some((picture) => picture.id === id)) times.push(performance.now());
    if (message.pictures.some((picture) => picture.id === silent)) ofSilent += 1;
  });
  await sendInput(id, "yes\r");
  await waitFor(() => times.length >= 10, "ten pictures");
  await sendInput(id, "\x03");
  // Nine pauses; a timer of the daemon or this reader's turn may be a little late.
  expect(times[9]! - times[0]!).toBeGreaterThan(9 * 250 - 150);
  expect(ofSilent).toBe(0);
  await page.close();
  await kill(id);
  await kill(silent);
});

test("a page ends with the port that it came in by", async () => {
  const page = new PageReader(http);
  await page.first("house");
  const { status } = await daemon.run("token", "--new");
  expect(status).toBe(0);
  await waitFor(() => page.closed, "the end of the page");
  http = await access(daemon);
});
