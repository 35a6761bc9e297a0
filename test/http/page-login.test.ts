import { execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { daemonForAll } from "../fixtures/daemon-for-all.ts";
import { waitFor } from "../fixtures/wait-for.ts";
import {
  type LoggedIn,
  loggedIn,
  logIn,
  loginLink,
  pageRequest,
  pageSocket,
  postLogin,
} from "./browser-client.ts";
import { access } from "./http-client.ts";
import { request } from "./request.ts";

const daemon = daemonForAll();
const health = (page: LoggedIn, headers?: Record<string, string>) =>
  pageRequest(page, "/api/health", { ...(headers && { headers }) }).then(({ status }) => status);

/** Everything that the daemon wrote: log, records, journals. */
function written(): string {
  const directory = join(daemon.dir, "m");
  const files = readdirSync(directory, { recursive: true, encoding: "utf8" }).map((name) =>
    join(directory, name),
  );
  return files
    .filter((file) => statSync(file, { throwIfNoEntry: false })?.isFile())
    .map((file) => readFileSync(file, "latin1"))
    .join("\n");
}

describe("the login link", () => {
  test("becomes a cookie that scripts cannot read and other sites do not send, and a key", async () => {
    const { port, code, url } = await loginLink(daemon);
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/#login=[0-9a-f]{64}$/);
    const answer = await postLogin(port, { code });
    expect(answer.status).toBe(200);
    expect(answer.headers["set-cookie"]).toEqual([
      expect.stringMatching(
        new RegExp(`^mullion-${port}=[0-9a-f]{64}; HttpOnly; SameSite=Strict; Path=/; Max-Age=2592000$`),
      ),
    ]);
    expect(answer.headers).toMatchObject({ "cache-control": "no-store", "referrer-policy": "no-referrer" });
    expect(await health(loggedIn(port, answer))).toBe(200);
  });

  test("works once", async () => {
    const { port, code } = await loginLink(daemon);
    expect((await postLogin(port, { code })).status).toBe(200);
    const again = await postLogin(port, { code });
    expect(again.status).toBe(401);
    expect(again.headers["set-cookie"]).toBeUndefined();
    expect(again.text).toContain(
      "this link was used before, was revoked or has expired: `mullion web` makes another",
    );
  });

  test("ends with the daemon, which keeps it in memory only", async () => {
    const { port, code } = await loginLink(daemon);
    await daemon.kill9();
    await daemon.start();
    expect((await postLogin(port, { code })).status).toBe(401);
  });

  test.each([
    ["no body", {}],
    ["a number", { code: 7 }],
    ["two secrets", { code: "0".repeat(64), share: "0".repeat(64) }],
  ])("a login with %s is 400", async (_what, body) => {
    const { port } = await access(daemon);
    expect((await postLogin(port, body)).status).toBe(400);
  });

  test("wrong codes are rejected with 401, then 429, and never lock out the owner", async () => {
    const { port, code } = await loginLink(daemon);
    const statuses = new Set<number>();
    for (let at = 0; at < 30; at++)
      statuses.add((await postLogin(port, { code: String(at).padStart(64, "0") })).status);
    expect([...statuses]).toEqual([401, 429]);
    expect((await postLogin(port, { code })).status).toBe(200);
  });

  test("a login from another site, or over a form, logs nobody in", async () => {
    const { port, code } = await loginLink(daemon);
    const foreign = [
      { origin: "http://evil.example" },
      { origin: `http://127.0.0.1:${port + 1}` },
      { host: `evil.example:${port}` },
      { "sec-fetch-site": "same-site" },
    ];
    for (const headers of foreign) expect((await postLogin(port, { code }, headers)).status).toBe(403);
    expect((await postLogin(port, { code }, { "content-type": "text/plain" })).status).toBe(415);
    expect((await postLogin(port, { code })).status).toBe(200);
  });
});

describe("a page that is logged in", () => {
  test("needs both halves of one login", async () => {
    const [one, other] = [await logIn(daemon), await logIn(daemon)];
    expect(await health(one)).toBe(200);
    expect(await health({ ...one, cookie: other.cookie })).toBe(401);
    expect(await health({ ...one, key: other.key })).toBe(401);
    expect(await health({ ...one, cookie: "" })).toBe(401);
    expect(
      (await request({ port: one.port, path: "/api/health", headers: { cookie: one.cookie } })).status,
    ).toBe(401);
  });

  test("is not disturbed by a cookie of the same name that a server on another port has set", async () => {
    const page = await logIn(daemon);
    const foreign = `mullion-${page.port}=${"e".repeat(64)}`;
    expect(await health({ ...page, cookie: `${foreign}; ${page.cookie}` })).toBe(200);
    expect(await health({ ...page, cookie: foreign })).toBe(401);
  });

  test("gets new secrets at each login, whatever its browser sends", async () => {
    const { port, code } = await loginLink(daemon);
    const planted = { cookie: `mullion-${port}=${"a".repeat(64)}`, "mullion-page": "b".repeat(64) };
    const page = loggedIn(port, await postLogin(port, { code }, planted));
    expect(page.cookie).not.toContain("aaaa");
    expect(await health({ port, cookie: planted.cookie, key: planted["mullion-page"] })).toBe(401);
  });

  test("opens live panes with a subprotocol in place of the header", async () => {
    await daemon.tmux("new-session", "-d", "cat");
    const page = await logIn(daemon);
    const [terminal] = JSON.parse((await pageRequest(page, "/api/terminals")).text) as { id: string }[];
    const socket = pageSocket(page, `/api/panes/${terminal!.id}/live`);
    await new Promise((resolve, reject) => socket.once("message", resolve).once("error", reject));
    expect(socket.protocol).toBe("mullion.page");
    const ended = new Promise<[number, string]>((resolve) =>
      socket.once("close", (code, reason) => resolve([code, String(reason)])),
    );
    expect((await daemon.run("web", "--logout")).stdout).toMatch(/^Logged out \d+ browsers\.\n$/);
    expect(await ended).toEqual([1008, "logged out (mullion web --logout)"]);
    expect(await health(page)).toBe(401);
    const wrong = pageSocket({ ...page, key: "0".repeat(64) }, `/api/panes/${terminal!.id}/live`);
    const error = await new Promise<Error>((resolve) => wrong.once("error", resolve));
    expect(error.message).toContain("401");
  });

  test("stays logged in when the daemon is killed", async () => {
    const page = await logIn(daemon);
    await daemon.kill9();
    await daemon.start();
    expect(await health(page)).toBe(200);
  });

  test.each(["--new", "--off"])("is logged out by mullion token %s", async (option) => {
    const page = await logIn(daemon);
    await access(daemon, option);
    const { port } = await access(daemon);
    expect(
      await health({ ...page, port, cookie: page.cookie.replace(String(page.port), String(port)) }),
    ).toBe(401);
  });

  test("leaves no secret in what the daemon writes", async () => {
    const { port, code } = await loginLink(daemon);
    const page = loggedIn(port, await postLogin(port, { code }));
    await waitFor(() => written().includes("page/"), "the record of the page");
    for (const secret of [code, page.key, page.cookie.split("=")[1]!])
      expect(written()).not.toContain(secret);
  });
});

describe("the page's files", () => {
  const get = async (path: string, headers: Record<string, string> = {}, method = "GET") => {
    const { port } = await access(daemon);
    return await request({ port, path, method, headers: { host: `localhost:${port}`, ...headers } });
  };

  test("need no credential, and allow scripts, styles and requests of their own origin only", async () => {
    const { status, headers, text } = await get("/");
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      "x-frame-options": "DENY",
      "cross-origin-opener-policy": "same-origin",
    });
    const policy = String(headers["content-security-policy"]);
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'");
    expect(policy).toContain("base-uri 'none'; form-action 'none'; frame-ancestors 'none'");
    expect(policy).not.toMatch(/unsafe|\*|https?:|data:/);
    expect(text).not.toMatch(/<script>|style=|\son\w+=|https?:\/\//);
  });

  test("those whose name contains their digest may be cached, others not", async () => {
    const [, script = ""] = /src="(\/assets\/[^"]+\.js)"/.exec((await get("/")).text)!;
    const { status, headers } = await get(script, { "accept-encoding": "gzip, br" });
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      "content-type": "text/javascript; charset=utf-8",
      "content-encoding": "gzip",
      "cache-control": "private, max-age=31536000, immutable",
    });
    expect((await get(script, {}, "HEAD")).text).toBe("");
  });

  test.each([
    "/index.html/",
    "/assets/",
    "/assets/../index.html",
    "/assets/..%2f..%2f..%2fpackage.json",
    "/../../package.json",
    "//etc/passwd",
    "/assets",
    "/constructor",
    "/__proto__",
  ])("nothing else is served: %s", async (path) => {
    expect((await get(path)).status).toBe(401);
  });

  test("a link on any site may open the document, but nothing else may be loaded from there", async () => {
    const navigation = {
      "sec-fetch-site": "cross-site",
      "sec-fetch-mode": "navigate",
      "sec-fetch-dest": "document",
    };
    expect((await get("/", navigation)).status).toBe(200);
    expect((await get("/", { ...navigation, "sec-fetch-dest": "iframe" })).status).toBe(403);
    expect((await get("/", { ...navigation, "sec-fetch-mode": "no-cors" })).status).toBe(403);
    expect((await get("/api/health", navigation)).status).toBe(403);
    expect((await get("/", navigation, "POST")).status).toBe(403);
    expect((await get("/", { ...navigation, host: "evil.example" })).status).toBe(403);
  });

  test("are not served over the daemon's socket", async () => {
    const socketPath = join(daemon.dir, "m/daemon.sock");
    expect((await request({ socketPath, path: "/", headers: { host: "localhost" } })).status).toBe(404);
  });
});

describe("mullion web", () => {
  /** Stands in for a browser: writes down how it was called, and logs in after the test has looked. */
  function standIn(): { bin: string; called: string } {
    const bin = join(daemon.dir, "browser");
    const called = join(daemon.dir, "called");
    mkdirSync(bin, { recursive: true });
    const program = join(bin, process.platform === "darwin" ? "open" : "xdg-open");
    writeFileSync(
      program,
      `#!/bin/sh\nprintf '%s' "$1" > '${called}.part'\nmv '${called}.part' '${called}'\n`,
    );
    chmodSync(program, 0o755);
    return { bin, called };
  }

  test("opens a browser, and no secret is on a command line", async () => {
    const { bin, called } = standIn();
    const running = daemon.run("web", { env: { PATH: `${bin}:${process.env.PATH}`, DISPLAY: ":99" } });
    await waitFor(() => existsSync(called), "the browser to be called");
    const file = fileURLToPath(readFileSync(called, "utf8"));
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const [, port = "", code = ""] = /url=http:\/\/127\.0\.0\.1:(\d+)\/#login=([0-9a-f]{64})"/.exec(
      readFileSync(file, "utf8"),
    )!;
    expect(execFileSync("ps", ["-eo", "args"], { encoding: "utf8" })).not.toContain(code);
    expect((await postLogin(Number(port), { code })).status).toBe(200);
    const { status, stdout } = await running;
    expect(status).toBe(0);
    expect(stdout).toBe(`Opened http://127.0.0.1:${port} in your browser.\n`);
    expect(existsSync(file)).toBe(false);
  });

  test("starts the daemon where none runs", async () => {
    await daemon.run("down", "--force");
    const page = await logIn(daemon);
    expect(await health(page)).toBe(200);
  });

  test("prints the link where there is no display", async () => {
    const { stdout } = await daemon.run("web");
    expect(stdout).toMatch(
      /^http:\/\/127\.0\.0\.1:\d+\/#login=[0-9a-f]{64}\nOpen it within a minute; it works once\.\n$/,
    );
  });
});
