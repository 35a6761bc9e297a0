import { chmodSync, statSync } from "node:fs";
import { createServer as createHttpServer } from "node:http";
import { createServer, type Server } from "node:net";
import { join } from "node:path";
import { expect, test } from "vitest";
import { daemonForAll } from "../fixtures/daemon-for-all.ts";
import { waitFor } from "../fixtures/wait-for.ts";
import { type Access, access } from "./http-client.ts";
import { request } from "./request.ts";

const daemon = daemonForAll();

const health = ({ port, token }: Access, host = "127.0.0.1") =>
  request({
    host,
    port,
    path: "/api/health",
    headers: { host: `localhost:${port}`, authorization: `Bearer ${token}` },
  }).then(
    ({ status }) => status,
    (error: NodeJS.ErrnoException) => error.code,
  );
const file = () => join(daemon.dir, "m/state/http.json");

async function restart(): Promise<void> {
  await daemon.kill9();
  await daemon.run("up");
}

/** What `mullion doctor` says of this door. */
async function doctor(): Promise<unknown[]> {
  const { stdout } = await daemon.run("doctor", "--json");
  const { findings } = JSON.parse(stdout) as { findings: { check: string }[] };
  return findings.flatMap(({ check, ...finding }) => (check === "http" ? [finding] : []));
}

/** False while the port is taken. */
function listens(server: Server, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    server.once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => resolve(true));
  });
}

test("nothing listens until a user asks for the token", () => {
  expect(statSync(file(), { throwIfNoEntry: false })).toBeUndefined();
});

test("it has 256 bits, is the user's alone, and opens the door", async () => {
  const first = await access(daemon);
  expect(first.token).toMatch(/^[0-9a-f]{64}$/);
  expect(first.url).toBe(`http://127.0.0.1:${first.port}`);
  expect(statSync(file()).mode & 0o777).toBe(0o600);
  expect(await health(first)).toBe(200);
  const { stdout } = await daemon.run("token");
  expect(stdout).toBe(`${first.url}\n${first.token}\n`);
});

test("no other address of the machine is listened on", async () => {
  expect(await health(await access(daemon), "127.0.0.2")).toBe("ECONNREFUSED");
});

test("port and token are the same in the next daemon, which opens by itself", async () => {
  const before = await access(daemon);
  await restart();
  expect(await health(before)).toBe(200);
  expect(await access(daemon)).toEqual(before);
});

test("--new makes the former token worthless", async () => {
  const before = await access(daemon);
  const after = await access(daemon, "--new");
  expect(after.token).not.toBe(before.token);
  expect(await health(before)).not.toBe(200);
  expect(await health({ ...after, token: before.token })).toBe(401);
  expect(await health(after)).toBe(200);
});

test("reports a port that another program uses, and leaves it alone", async () => {
  const before = await access(daemon);
  await daemon.kill9();
  const squatter = createServer();
  await waitFor(() => listens(squatter, before.port), "the port of the killed daemon");
  try {
    expect((await daemon.run("up")).status).toBe(0);
    const { status, stderr } = await daemon.run("token");
    expect(status).toBe(1);
    expect(stderr).toContain(`port ${before.port} is taken by another program`);
    expect(await health(await access(daemon, "--new"))).toBe(200);
  } finally {
    squatter.close();
  }
});

test("a daemon that finds its port taken opens it once the port is free", async () => {
  const before = await access(daemon);
  await daemon.kill9();
  const squatter = createServer((socket) => socket.destroy());
  await waitFor(() => listens(squatter, before.port), "the port of the killed daemon");
  await daemon.run("up");
  await new Promise((resolve) => squatter.close(resolve));
  await waitFor(async () => (await health(before)) === 200, "the page at its port");
  expect(await access(daemon)).toEqual(before);
});

test("mullion down closes it, says that it opens again, and so it does", async () => {
  const before = await access(daemon);
  const { stdout } = await daemon.run("down");
  expect(stdout).toContain("Ended 0 panes and the daemon.\nThe next daemon opens HTTP again");
  expect(await health(before)).toBe("ECONNREFUSED");
  expect(await doctor()).toEqual([
    {
      state: "note",
      text: `the next daemon opens ${before.url} again`,
      fix: "to close it for good: mullion token --off",
    },
  ]);
  await daemon.run("up");
  expect(await health(before)).toBe(200);
});

test("mullion doctor knows who answers, and who may read the token", async () => {
  const { port, url } = await access(daemon);
  expect(await doctor()).toEqual([{ state: "good", text: `open at ${url}, to who has the token` }]);
  chmodSync(file(), 0o644);
  expect(await doctor()).toMatchObject([
    { state: "bad", fix: expect.stringContaining("chmod 600") },
    { state: "good" },
  ]);
  chmodSync(file(), 0o600);
  await daemon.kill9();
  const squatter = createHttpServer((_request, response) => response.writeHead(401).end());
  await waitFor(() => listens(squatter, port), "the port of the killed daemon");
  await daemon.run("up");
  expect(await doctor()).toMatchObject([
    { state: "bad", text: `another program answers at ${url}, where it should be open` },
  ]);
  squatter.removeAllListeners("connection").on("connection", (socket) => socket.destroy());
  expect(await doctor()).toMatchObject([
    { state: "bad", text: expect.stringContaining("no program answers") },
  ]);
  await new Promise((resolve) => squatter.close(resolve));
  await access(daemon, "--new");
  expect(await doctor()).toMatchObject([{ state: "good" }]);
});

test("--off closes the door and forgets, for good", async () => {
  const before = await access(daemon);
  expect((await daemon.run("token", "--off")).stdout).toBe("HTTP is closed.\n");
  expect(await health(before)).toBe("ECONNREFUSED");
  expect(statSync(file(), { throwIfNoEntry: false })).toBeUndefined();
  await restart();
  expect(await health(before)).toBe("ECONNREFUSED");
  expect((await daemon.run("token", "--off", "--new")).status).toBe(1);
  expect(await doctor()).toEqual([{ state: "good", text: "closed to the network (mullion token opens it)" }]);
});
