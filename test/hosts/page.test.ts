import { once } from "node:events";
import { type IncomingMessage, request as startRequest } from "node:http";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { beforeAll, describe, expect, test } from "vitest";
import { WebSocket } from "ws";
import type { PageHost } from "../../src/protocol/page.ts";
import { waitFor } from "../fixtures/wait-for.ts";
import { type Access, access } from "../http/http-client.ts";
import { PageReader } from "../http/page-reader.ts";
import { request } from "../http/request.ts";
import { severalMachines } from "./several-machines.ts";

describe("the page's requests to a host, through the daemon of this machine", () => {
  const { near, hosts, call, shut, open } = severalMachines(["red"]);
  const [red] = hosts;
  let http: Access;

  beforeAll(async () => {
    http = await access(near);
    await call("run", "--on", "red", "-n", "there", "--", "sh", "-c", "echo hello from red; exec cat");
    await call("wait", "red/there", "-u", "match:hello");
  });

  const ask = (path: string, init: RequestInit & { body?: string } = {}) =>
    fetch(`${http.url}${path}`, {
      ...init,
      headers: { authorization: `Bearer ${http.token}`, "content-type": "application/json" },
    });

  function stateOf(page: PageReader): PageHost | undefined {
    const message = page.messages.findLast((each) => each.type === "hosts");
    return message?.type === "hosts" ? message.hosts.find(({ name }) => name === "red") : undefined;
  }

  async function openHost(): Promise<{ page: PageReader; id: string }> {
    const page = new PageReader(http, "red");
    const { panes } = await page.first("house");
    return { page, id: panes.find(({ name }) => name === "there")!.id };
  }

  /** A live pane of the host: what it printed, and how its socket ended. */
  function watch(id: string) {
    const socket = new WebSocket(`${http.url.replace("http", "ws")}/host/red/api/panes/${id}/live`, {
      headers: { authorization: `Bearer ${http.token}` },
    });
    const seen = { text: "", closed: undefined as number | undefined, reason: "" };
    socket.on("message", (data, isBinary) => {
      seen.text += isBinary ? String((data as Buffer).subarray(8)) : String(data);
    });
    socket.on("close", (code, reason) => Object.assign(seen, { closed: code, reason: String(reason) }));
    const type = (data: string) => socket.send(JSON.stringify({ type: "input", data }));
    return { socket, seen, type };
  }

  test("the panes, windows and pictures of the host arrive as those of this machine do", async () => {
    const { page, id } = await openHost();
    expect(page.panes.get(id)).toMatchObject({ last_line: "hello from red", name: "there" });
    expect(page.windows.map(({ panes }) => panes)).toContainEqual([id]);
    page.send({ type: "watch", ids: [id] });
    await waitFor(() => page.screens.get(id)?.[0] === "hello from red", "the picture");
    await call("send", "red/there", "new line\r");
    await page.pane(id, ({ last_line }) => last_line === "new line", "the change");
    expect(page.messages.map(({ type }) => type)).not.toContain("hosts");
    await page.close();
  });

  test("keys reach a live pane of the host, and its output comes back", async () => {
    const { page, id } = await openHost();
    const { socket, seen, type } = watch(id);
    await waitFor(() => seen.text.includes("hello from red"), "the snapshot");
    type("typed over the link\r");
    await waitFor(() => seen.text.split("typed over the link").length > 2, "the echo and the answer");
    socket.close();
    await page.close();
  });

  test("commands, answers and recordings are the host's, with types of ours", async () => {
    const { page, id } = await openHost();
    const { socket } = page.panes.get(id)!;
    const command = await ask("/host/red/rpc/mullion.command", {
      method: "POST",
      body: JSON.stringify({ socket, command: ["display-message", "-p", "#{session_name}"] }),
    });
    expect(await command.json()).toEqual({ exit_code: 0, stdout: "there\n", stderr: "" });
    const answer = await ask(`/host/red/api/panes/${id}/answer`, {
      method: "POST",
      body: JSON.stringify({ text: "yes", since: 1 }),
    });
    expect([answer.ok, answer.headers.get("content-type")]).toEqual([false, "application/json"]);
    const recording = await ask(`/host/red/api/panes/${id}/recording`);
    expect(recording.headers.get("content-type")).toBe("application/x-asciicast");
    expect(recording.headers.get("x-content-type-options")).toBe("nosniff");
    expect(recording.headers.get("content-security-policy")).toContain("default-src 'none'");
    expect(await recording.text()).toContain("hello from red");
    await page.close();
  });

  test("a host's early rejection of a large picture reaches the page, and the browser can send the rest", async () => {
    const { page, id } = await openHost();
    const upload = startRequest(`${http.url}/host/red/api/panes/${id}/files`, {
      method: "POST",
      headers: { authorization: `Bearer ${http.token}`, "content-type": "image/png" },
    });
    const sent = once(upload, "finish");
    const answered = once(upload, "response") as Promise<[IncomingMessage]>;
    upload.end(Buffer.alloc(20 * 1024 * 1024 + 1));
    const [answer] = await answered;
    expect([answer.statusCode, await text(answer)]).toEqual([413, expect.stringContaining("no more than")]);
    await sent;
    await page.close();
  });

  test.each([
    "/api/terminals",
    "/api/shares",
    "/metrics",
    "/",
    "/mcp",
    "/api/openapi.json",
    "/host/red/api/page",
  ])("%s of a host is out of reach", async (path) => {
    expect((await ask(`/host/red${path}`)).status).toBe(404);
  });

  test("a host that does not exist is unknown, also at the upgrade", async () => {
    const body = JSON.stringify({ command: ["list-sessions"] });
    const answer = await ask("/host/nowhere/rpc/mullion.command", { method: "POST", body });
    expect([answer.status, await answer.text()]).toEqual([404, expect.stringContaining("there is no host")]);
    const page = new PageReader(http, "nowhere");
    await waitFor(() => page.closed !== undefined, "the refusal");
    expect(page.messages).toEqual([]);
  });

  test("a cut is reported, live panes end with it, requests fail at once, and the overview goes on by itself", async () => {
    const local = new PageReader(http);
    const { page, id } = await openHost();
    await waitFor(() => stateOf(local)?.state === "connected", "the host's state");
    const live = watch(id);
    await waitFor(() => live.seen.text.includes("snapshot"), "the live pane");
    await shut("red");
    await waitFor(() => stateOf(local)?.state === "unreachable", "the news of the cut");
    expect(stateOf(local)).toMatchObject({ since: expect.any(Number), reason: expect.any(String) });
    await waitFor(() => live.seen.closed === 1012, "the end of the live pane");
    expect(live.seen.reason).toMatch(/^host red is unreachable since /);
    const late = await ask(`/host/red/api/panes/${id}/seen`, { method: "POST" });
    expect([late.status, await late.text()]).toEqual([501, expect.stringContaining("unreachable since")]);
    await red!.run("send", "there", "while cut\r");
    open("red");
    await page.pane(id, ({ last_line }) => last_line === "while cut", "what happened meanwhile");
    await waitFor(() => stateOf(local)?.state === "connected", "the news of the return");
    expect(page.closed).toBeUndefined();
    await page.close();
    await local.close();
  });

  test("pages and live panes that leave, leave nothing behind on the host", async () => {
    const open = async () => {
      const { text } = await request({
        socketPath: join(red!.dir, "m/daemon.sock"),
        path: "/metrics",
        headers: { host: "localhost" },
      });
      return ["page", "live"].map((kind) => new RegExp(`{kind="${kind}"} (\\d+)`).exec(text)?.[1]).join();
    };
    await waitFor(async () => (await open()) === "0,0", "the end of what other tests opened");
    for (let round = 0; round < 10; round++) {
      const { page, id } = await openHost();
      const { socket, seen } = watch(id);
      await waitFor(() => seen.text !== "", "the snapshot");
      if (round === 9) expect(await open()).not.toBe("0,0");
      if (round % 2 === 0) socket.terminate();
      else socket.close();
      page.socket.terminate();
    }
    await waitFor(async () => (await open()) === "0,0", "no page and no live pane on the host");
  });

  test("when the daemon of the host dies, the sockets end, and the next ones reach its next daemon", async () => {
    const { page, id } = await openHost();
    const live = watch(id);
    await waitFor(() => live.seen.text !== "", "the snapshot");
    process.kill(red!.pid()!, "SIGKILL");
    await waitFor(() => page.closed === 1012 && live.seen.closed === 1012, "the end of both sockets");
    const next = await openHost();
    expect(next.id).toBe(id);
    await next.page.close();
  });

  test("a page that is opened while the host is cut waits for it", async () => {
    await shut("red");
    const page = new PageReader(http, "red");
    await waitFor(() => page.socket.readyState === WebSocket.OPEN, "the open socket");
    open("red");
    expect((await page.first("house")).panes.map(({ name }) => name)).toContain("there");
    await page.close();
  });

  test("a host that is added or removed is news for a page that is open", async () => {
    const local = new PageReader(http);
    const names = () => {
      const message = local.messages.findLast((each) => each.type === "hosts");
      return message?.type === "hosts" ? message.hosts.map(({ name }) => name) : undefined;
    };
    await waitFor(() => names()?.join() === "red", "the first list");
    await near.run("host", "add", "blue", "--no-set-up", "--command", "false");
    await waitFor(() => names()?.join() === "red,blue", "the new host");
    await call("host", "rm", "blue");
    await waitFor(() => names()?.join() === "red", "the list without it");
    await local.close();
  });
});
