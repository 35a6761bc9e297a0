import { expect, test } from "vitest";
import { daemonForAll } from "../fixtures/daemon-for-all.ts";
import { waitFor } from "../fixtures/wait-for.ts";
import { type LoggedIn, loggedIn, logIn, pageRequest, pageSocket, postLogin } from "./browser-client.ts";

const daemon = daemonForAll();

interface MadeShare {
  readonly id: string;
  readonly url: string;
  readonly page: LoggedIn;
}

/** Two sessions: `shown` with two panes, and `hidden` with one. Gives the HTTP ids of all panes by tmux's. */
async function house(): Promise<Map<string, string>> {
  await daemon.tmux("kill-server");
  await daemon.tmux("new-session", "-d", "-s", "shown", "cat");
  await daemon.tmux("split-window", "-t", "shown", "cat");
  await daemon.tmux("new-session", "-d", "-s", "hidden", "cat");
  const owner = await logIn(daemon);
  const list = JSON.parse((await pageRequest(owner, "/api/terminals")).text) as Terminal[];
  return new Map(list.map(({ id, meta }) => [meta.tmuxPaneId, id]));
}

interface Terminal {
  readonly id: string;
  readonly meta: { readonly tmuxPaneId: string };
}

async function share(...argv: string[]): Promise<MadeShare> {
  const { stdout, stderr, status } = await daemon.run("share", "--json", "-L", "default", ...argv);
  if (status !== 0) throw new Error(`mullion share failed: ${stderr}`);
  const { id, url } = JSON.parse(stdout) as { id: string; url: string };
  const port = Number(new URL(url).port);
  const secret = new URL(url).hash.replace("#share=", "");
  return { id, url, page: loggedIn(port, await postLogin(port, { share: secret })) };
}

const panesOf = async (page: LoggedIn) => {
  const { text } = await pageRequest(page, "/api/terminals");
  return (JSON.parse(text) as Terminal[]).map(({ meta }) => meta.tmuxPaneId);
};
const rpc = async (page: LoggedIn, method: string, input: object) =>
  (await pageRequest(page, `/rpc/terminal/${method}`, { body: { json: input } })).status;
const live = (page: LoggedIn, id: string) => pageSocket(page, `/api/panes/${id}/live`);
const closing = (socket: ReturnType<typeof live>) =>
  new Promise<string>((resolve) => socket.once("close", (code, reason) => resolve(`${code} ${reason}`)));
const opened = (socket: ReturnType<typeof live>) =>
  new Promise((resolve, reject) => socket.once("message", resolve).once("error", reject));

test("a link to a session shows exactly its panes, through every address that it reaches", async () => {
  const ids = await house();
  const { page, url } = await share("shown");
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/#share=[0-9a-f]{64}$/);
  expect(page.cookie).toMatch(/^mullion-share-\d+-[0-9a-f]{8}=/);
  expect(await panesOf(page)).toEqual(["%0", "%1"]);
  expect(await rpc(page, "screenText", { id: ids.get("%0") })).toBe(200);
  for (const method of ["screenText", "screenState", "attach", "onExit"])
    expect(await rpc(page, method, { id: ids.get("%2") }), method).toBe(404);
  const refused = await new Promise<Error>((resolve) => live(page, ids.get("%2")!).once("error", resolve));
  expect(refused.message).toContain("404");
});

test("everything else is closed to a link, whatever it may do", async () => {
  const ids = await house();
  for (const { page } of [await share("shown"), await share("shown", "--write")]) {
    for (const path of ["/metrics", "/api/openapi.json", "/mcp", "/api/launch", "/api/directories?prefix=/"])
      expect((await pageRequest(page, path)).status, path).toBe(403);
    for (const path of [
      "/rpc/list",
      "/rpc/mullion.command",
      "/rpc/spawn_agent",
      "/mcp",
      "/rpc/mullion.subscribe",
    ])
      expect((await pageRequest(page, path, { body: {} })).status, path).toBe(403);
    expect(await rpc(page, "create", {})).toBe(403);
    expect(await rpc(page, "kill", { id: ids.get("%0") })).toBe(403);
    expect(await rpc(page, "setParent", { id: ids.get("%0"), parentId: null })).toBe(403);
  }
});

test("a link to look types nothing, and one with --write types into its own pane only", async () => {
  const ids = await house();
  const looker = (await share("%0")).page;
  const typist = (await share("%0", "--write")).page;
  expect(await rpc(looker, "sendInput", { id: ids.get("%0"), data: "x" })).toBe(403);
  expect(await rpc(looker, "resize", { id: ids.get("%0"), cols: 10, rows: 10 })).toBe(403);
  expect(await rpc(typist, "sendInput", { id: ids.get("%1"), data: "x" })).toBe(404);
  const socket = live(looker, ids.get("%0")!);
  await opened(socket);
  const end = closing(socket);
  socket.send(JSON.stringify({ type: "input", data: "never\r" }));
  expect(await end).toBe("1008 this link is for looking only: nothing was typed");
  expect(await rpc(typist, "sendInput", { id: ids.get("%0"), data: "typed\r" })).toBe(200);
  await waitFor(
    async () => (await daemon.tmux("capture-pane", "-pt", "%0")).stdout.includes("typed\ntyped"),
    "cat",
  );
  expect((await daemon.tmux("capture-pane", "-pt", "%0")).stdout).not.toContain("never");
});

test("a pane that leaves the session is no longer shown, at once", async () => {
  const ids = await house();
  const { page } = await share("shown", "--write");
  const socket = live(page, ids.get("%1")!);
  await opened(socket);
  const end = closing(socket);
  await daemon.tmux("join-pane", "-d", "-s", "%1", "-t", "hidden");
  expect(await panesOf(page)).toEqual(["%0"]);
  expect(await rpc(page, "sendInput", { id: ids.get("%1"), data: "x" })).toBe(404);
  await daemon.tmux("send-keys", "-t", "%1", "secret", "Enter");
  expect(await end).toBe("1008 the link does not show this pane any more");
});

test("a window that is linked into the session is shown, and hidden again when it is unlinked", async () => {
  await house();
  const { page } = await share("shown");
  await daemon.tmux("link-window", "-d", "-s", "hidden:0", "-t", "shown:7");
  expect((await panesOf(page)).sort()).toEqual(["%0", "%1", "%2"]);
  await daemon.tmux("unlink-window", "-t", "shown:7");
  expect(await panesOf(page)).toEqual(["%0", "%1"]);
});

/** Everything that a link reads about panes: the list, and what the page's socket sends. */
async function readBy(page: LoggedIn): Promise<string> {
  const { text } = await pageRequest(page, "/api/terminals");
  const socket = pageSocket(page, "/api/page");
  const received: string[] = [];
  socket.on("message", (data) => received.push(String(data)));
  await waitFor(() => received.some((message) => message.includes('"house"')), "the panes");
  socket.close();
  return [text, ...received].join("\n");
}

test("a link names no session and no window beside its own, for a linked window too", async () => {
  const ids = await house();
  await daemon.tmux("rename-window", "-t", "shown:0", "plans");
  await daemon.tmux("link-window", "-d", "-s", "hidden:0", "-t", "shown:7");
  const session = await readBy((await share("shown")).page);
  expect(session).toContain(ids.get("%2"));
  expect(session).toContain('"session":"shown"');
  expect(session).not.toContain("hidden");
  const pane = await readBy((await share("%1")).page);
  expect(pane).toContain(ids.get("%1"));
  expect(pane).not.toMatch(/hidden|shown|plans/);
  expect(pane).not.toContain(ids.get("%0"));
});

test("a link to a pane that is alone in its session has the session's name", async () => {
  await house();
  expect(await readBy((await share("hidden")).page)).toContain('"name":"hidden"');
  expect(await readBy((await share("%2")).page)).toContain('"name":"hidden"');
});

test("a link outlives a killed daemon, and ends at once when it is revoked, with its sockets", async () => {
  const ids = await house();
  const { id, page, url } = await share("shown");
  await daemon.kill9();
  await daemon.start();
  expect(await panesOf(page)).toEqual(["%0", "%1"]);
  const socket = live(page, ids.get("%0")!);
  await opened(socket);
  const end = closing(socket);
  expect((await daemon.run("share", "ls")).stdout).toMatch(
    new RegExp(`^${id}  session shown  look  .* left  1 browser$`, "m"),
  );
  expect((await daemon.run("share", "revoke", id)).stdout).toBe("Revoked 1 link.\n");
  expect(await end).toBe("1008 the link was revoked");
  expect((await pageRequest(page, "/api/terminals")).status).toBe(401);
  const secret = new URL(url).hash.replace("#share=", "");
  const refused = await postLogin(page.port, { share: secret });
  expect(refused.status).toBe(401);
  expect(refused.text).toContain('"this link was revoked or has expired"');
  expect((await daemon.run("share", "revoke", id)).stderr).toBe(
    `mullion: there is no link ${id}: mullion share ls\n`,
  );
});

test("a guest who ignores that the link was revoked types nothing more", async () => {
  const ids = await house();
  const { id, page } = await share("%0", "--write");
  const socket = live(page, ids.get("%0")!);
  await opened(socket);
  const type = (data: string) => socket.send(JSON.stringify({ type: "input", data }));
  const screen = async () => (await daemon.tmux("capture-pane", "-p", "-t", "%0")).stdout;
  type("welcome\r");
  await waitFor(async () => (await screen()).includes("welcome\nwelcome"), "what the guest typed");
  socket.pause(); // It does not learn that its connection closes.
  await daemon.run("share", "revoke", id);
  type("unwelcome\r");
  await daemon.tmux("send-keys", "-t", "%0", "after", "Enter");
  await waitFor(async () => (await screen()).includes("after\nafter"), "what the owner typed");
  expect(await screen()).not.toContain("unwelcome");
  socket.terminate();
});

test("a link expires by itself, with its sockets", async () => {
  const ids = await house();
  const { page } = await share("%0", "--for", "2s");
  const socket = live(page, ids.get("%0")!);
  await opened(socket);
  expect(await closing(socket)).toBe("1008 the link has expired");
  expect((await pageRequest(page, "/api/terminals")).status).toBe(401);
});

test("a link is no way to the owner's login: its secret is no code, and its cookie opens nothing else", async () => {
  await house();
  const owner = await logIn(daemon);
  const { page, url } = await share("%0");
  const secret = new URL(url).hash.replace("#share=", "");
  expect((await postLogin(page.port, { code: secret })).status).toBe(401);
  const mixed = { ...owner, cookie: page.cookie.replace("mullion-share-", "mullion-") };
  expect((await pageRequest(mixed, "/api/terminals")).status).toBe(401);
  expect((await daemon.run("web", "--logout", "--json")).stdout).toContain('"ended":');
  expect((await pageRequest(page, "/api/terminals")).status).toBe(200);
});

test.each([
  [["share", "nothing-here"], /there is no session, window or pane nothing-here/],
  [["share", "%0", "--for", "0"], /--for takes at least 1s/],
  [["share", "revoke"], /share revoke takes the ids of links/],
])("%o is refused with a sentence", async (argv, sentence) => {
  const { status, stderr } = await daemon.run(...argv);
  expect(status).not.toBe(0);
  expect(stderr).toMatch(sentence);
});
