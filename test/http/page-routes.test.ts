import { mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import type { PageDirectories, PageLaunch } from "../../src/protocol/page.ts";
import { daemonForAll } from "../fixtures/daemon-for-all.ts";
import { waitFor } from "../fixtures/wait-for.ts";
import { type Access, access, call } from "./http-client.ts";
import { PageReader } from "./page-reader.ts";
import { request as exactly } from "./request.ts";

const daemon = daemonForAll();
let http: Access;
beforeAll(async () => {
  http = await access(daemon);
});

const create = async (cwd?: string) => (await call<{ id: string }>(http, "terminal/create", { cwd })).id;
const sendInput = (id: string, data: string) => call(http, "terminal/sendInput", { id, data });
const screenText = (id: string) => call<string>(http, "terminal/screenText", { id });
const kill = (id: string) => call(http, "terminal/kill", { id });

const request = (path: string, init: RequestInit = {}) =>
  fetch(`${http.url}${path}`, {
    ...init,
    headers: { authorization: `Bearer ${http.token}`, ...init.headers },
  });
const get = async <T>(path: string) => (await (await request(path)).json()) as T;
const post = (path: string, body: unknown) =>
  request(path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
/** The sentence of an answer that is no success. */
const refusal = async (response: Response) => {
  const { json } = (await response.json()) as { json: { message: string } };
  return [response.status, json.message];
};

describe("answering", () => {
  test("the choices of a question, its answer by id, and a second answer that comes too late", async () => {
    const page = new PageReader(http);
    await page.first("house");
    const id = await create();
    await sendInput(id, "exec sh -c 'printf \"\\nReally? [y/N] \"; read x; echo got-$x; sleep 1000'\r");
    const { agent, choices } = await page.pane(id, (pane) => pane.agent.state === "waiting", "the question");
    expect(choices).toEqual([
      { text: "y", label: "Yes" },
      { text: "n", label: "No" },
    ]);
    const order = { text: "y", since: agent.since };
    expect((await post(`/api/panes/${id}/answer`, order)).status).toBe(200);
    await waitFor(async () => (await screenText(id)).includes("got-y"), "the answer");
    const late = await refusal(await post(`/api/panes/${id}/answer`, order));
    expect(late).toEqual([409, expect.stringContaining("answer")]);
    await page.pane(id, (pane) => pane.choices === undefined, "no choices any more");
    await page.close();
    await kill(id);
  });

  test("a pane that does not exist is refused, and so is a text of another type", async () => {
    const missing = "00000000-0000-8000-8000-000000000000";
    expect((await post(`/api/panes/${missing}/answer`, { text: "y" })).status).toBe(404);
    expect((await post(`/api/panes/${missing}/seen`, {})).status).toBe(404);
    const id = await create();
    expect((await post(`/api/panes/${id}/answer`, { text: 1 })).status).toBe(400);
    await kill(id);
  });
});

test("a result that was looked at is no longer unread", async () => {
  const page = new PageReader(http);
  await page.first("house");
  const id = await create();
  const { socket, pane_id } = await page.pane(id, () => true, "the pane");
  await daemon.tmux("-S", socket, "set-option", "-p", "-t", pane_id, "remain-on-exit", "on");
  await sendInput(id, "exit 3\r");
  await page.pane(id, ({ agent }) => agent.unread, "the unread mark");
  expect((await post(`/api/panes/${id}/seen`, {})).status).toBe(200);
  await page.pane(id, ({ agent }) => !agent.unread, "the seen mark");
  await page.close();
  await kill(id);
});

test("a border between branches of the layout moves, and nothing where there is none", async () => {
  const page = new PageReader(http);
  await page.first("house");
  const id = await create();
  const { socket, pane_id } = await page.pane(id, () => true, "the pane");
  const tmux = async (...argv: string[]) => (await daemon.tmux("-S", socket, ...argv)).stdout.trim();
  const split = (target: string, flag: string) =>
    tmux("split-window", "-d", flag, "-P", "-F", "#{pane_id}", "-t", target, "cat");
  const right = await split(pane_id, "-h");
  for (const side of [pane_id, right])
    for (const half of [side, await split(side, "-v")]) await split(half, "-h");
  const { id: after } = await waitFor(
    () => [...page.panes.values()].find((pane) => pane.socket === socket && pane.pane_id === right),
    "the right pane",
  );
  const width = async () => Number(await tmux("display-message", "-p", "-t", right, "#{pane_left}"));
  const before = await width();
  const move = (body: object) => post(`/api/panes/${id}/border`, { after, ...body });
  expect((await move({ by: -3 })).status).toBe(200);
  expect(await width()).toBe(before - 3);
  expect((await move({ length: 20 })).status).toBe(200);
  expect(await width()).toBe(21);
  for (const body of [{}, { by: 1, length: 20 }, { length: 0 }, { by: 0.5 }])
    expect((await move(body)).status).toBe(400);
  const other = await create();
  expect(await refusal(await move({ after: other, by: 1 }))).toEqual([
    404,
    "no border lies between these panes",
  ]);
  expect((await post(`/api/panes/${after}/border`, { after: id, by: 1 })).status).toBe(404);
  await page.close();
  for (const one of [id, other]) await kill(one);
});

describe("tmux commands", () => {
  const command = async (socket: string | undefined, ...words: string[]) =>
    (await (await post("/rpc/mullion.command", { socket, command: words })).json()) as {
      exit_code: number;
      stdout: string;
      stderr: string;
    };

  test("mean the pane that they are typed in, where they have no target", async () => {
    const page = new PageReader(http);
    await page.first("house");
    const ids = [await create(), await create()];
    for (const id of [...ids].reverse()) {
      const { socket, pane_id } = await page.pane(id, () => true, "the pane");
      const words = { socket, pane: pane_id, command: ["display-message", "-p", "#{pane_id}"] };
      const outcome = await (await post("/rpc/mullion.command", words)).json();
      expect(outcome).toMatchObject({ exit_code: 0, stdout: `${pane_id}\n` });
      await kill(id);
    }
    await page.close();
    expect((await post("/rpc/mullion.command", { pane: "nowhere", command: ["list-panes"] })).status).toBe(
      400,
    );
  });

  test("do what tmux does, with its output, its sentence and its status", async () => {
    const page = new PageReader(http);
    await page.first("house");
    const id = await create();
    const { socket, pane_id } = await page.pane(id, () => true, "the pane");
    const split = await command(
      socket,
      "split-window",
      "-d",
      "-h",
      "-P",
      "-F",
      "#{pane_id} ä",
      "-t",
      pane_id,
    );
    expect(split).toEqual({ exit_code: 0, stdout: expect.stringMatching(/^%\d+ ä\n$/), stderr: "" });
    await waitFor(
      () => page.windows.find(({ panes }) => panes.includes(id))?.panes.length === 2,
      "the split",
    );
    expect(await command(socket, "select-pane", "-t", "%99999")).toEqual({
      exit_code: 1,
      stdout: "",
      stderr: "can't find pane: %99999\n",
    });
    const two = await command(
      socket,
      "set-option",
      "-w",
      "-t",
      pane_id,
      "@a",
      "b",
      ";",
      "show-options",
      "-wv",
      "-t",
      pane_id,
      "@a",
    );
    expect(two.stdout).toBe("b\n");
    expect(await command(socket, "attach-session")).toMatchObject({
      exit_code: 1,
      stderr: "open terminal failed: not a terminal\n",
    });
    expect(await command(socket, "-C", "attach-session")).toMatchObject({ exit_code: 1, stdout: "" });
    await page.close();
    await command(socket, "kill-window", "-t", pane_id);
  });

  test("print 4 MB at most, or the newest lines of more", async () => {
    const page = new PageReader(http);
    await page.first("house");
    const id = await create();
    const { socket } = await page.pane(id, () => true, "the pane");
    const file = join(daemon.dir, "long.txt");
    writeFileSync(file, `${"older line\n".repeat(400_000)}ünewest line\n`);
    await command(socket, "load-buffer", "-b", "long", file);
    const words = ["show-buffer", "-b", "long"];
    expect(await refusal(await post("/rpc/mullion.command", { socket, command: words }))).toEqual([
      413,
      "the command prints more than 4194304 bytes: run it in a pane",
    ]);
    const answer = await post("/rpc/mullion.command", { socket, command: words, newest: true });
    const { stdout, ...others } = (await answer.json()) as { stdout: string };
    expect(others).toEqual({ exit_code: 0, stderr: "", cut: true });
    expect(stdout).toMatch(/^(?:older line\n){381000,}ünewest line\n$/);
    await page.close();
    await kill(id);
  });

  test("resize a window for a page that shows it", async () => {
    const page = new PageReader(http);
    await page.first("house");
    const id = await create();
    const { socket, window_id } = await page.pane(id, () => true, "the pane");
    await command(socket, "resize-window", "-x", "101", "-y", "31", "-t", window_id);
    await page.pane(id, ({ cols, rows }) => cols === 101 && rows === 31, "the size");
    await page.close();
    await kill(id);
  });

  test("need a server that exists, and words", async () => {
    const nowhere = await post("/rpc/mullion.command", { socket: "/tmp/nowhere", command: ["list-panes"] });
    expect(await refusal(nowhere)).toEqual([404, "no server has the socket /tmp/nowhere"]);
    expect((await post("/rpc/mullion.command", { command: [] })).status).toBe(400);
  });
});

describe("pictures that a person pastes", () => {
  const upload = (id: string, type: string, body: string | Buffer<ArrayBuffer>) =>
    request(`/api/panes/${id}/files`, { method: "POST", headers: { "content-type": type }, body });

  test("are stored where only the user can read them", async () => {
    const id = await create();
    const response = await upload(id, "image/png", Buffer.from("the bytes of a picture"));
    const { path } = (await response.json()) as { path: string };
    expect(path).toMatch(/^\/[\w/.-]+\.png$/);
    expect(readFileSync(path, "utf8")).toBe("the bytes of a picture");
    expect(statSync(path).mode & 0o777).toBe(0o600);
    await kill(id);
  });

  test("are refused if they are none, empty or too large, and leave nothing behind", async () => {
    const id = await create();
    const files = join(daemon.dir, "m/state/files");
    const before = readdirSync(files).length;
    expect((await upload(id, "text/html", "<p>")).status).toBe(415);
    expect((await upload(id, "image/png", "")).status).toBe(400);
    const huge = await upload(id, "image/png", Buffer.alloc(20 * 1024 * 1024 + 1));
    expect(await refusal(huge)).toEqual([413, "a picture has no more than 20971520 bytes"]);
    expect(readdirSync(files)).toHaveLength(before);
    await kill(id);
  });
});

describe("a new agent", () => {
  test("completes directories", async () => {
    const base = join(daemon.dir, "places");
    for (const name of ["alpha", "alps", "beta", ".hidden"]) mkdirSync(join(base, name), { recursive: true });
    writeFileSync(join(base, "alone.txt"), "");
    symlinkSync(join(base, "beta"), join(base, "always"));
    const complete = async (prefix: string) =>
      (await get<PageDirectories>(`/api/directories?prefix=${encodeURIComponent(prefix)}`)).directories;
    const of = (...names: string[]) => names.map((name) => join(base, name));
    expect(await complete(join(base, "al"))).toEqual(of("alpha", "alps", "always"));
    expect(await complete(`${base}/`)).toEqual(of("alpha", "alps", "always", "beta"));
    expect(await complete(`${base}/.`)).toEqual(of(".hidden"));
    expect(await complete(join(base, "no/such"))).toEqual([]);
  });

  test("is offered what is installed and what runs", async () => {
    const bin = join(daemon.dir, "places/bin");
    mkdirSync(bin, { recursive: true });
    writeFileSync(join(bin, "codex"), "#!/bin/sh\n", { mode: 0o755 });
    writeFileSync(join(bin, "gemini"), "not executable");
    const id = await create(bin);
    const page = new PageReader(http);
    await page.first("house");
    const { socket, session } = page.panes.get(id)!;
    await daemon.tmux("-S", socket, "set-environment", "-g", "PATH", `${bin}:${process.env.PATH}`);
    await daemon.tmux("-S", socket, "new-window", "-d", "-t", `${session}:`, "sleep", "4711");
    const { agents, commands, directories, home } = await get<PageLaunch>("/api/launch");
    expect(agents).toContainEqual({ name: "codex", command: ["codex"] });
    expect(commands).toContainEqual(["sleep", "4711"]);
    expect(directories).toContain(bin);
    expect(home).toMatch(/^\//);
    await page.close();
    await kill(id);
  });

  test("is offered what has ended too, the newest first, also by the next daemon", async () => {
    const there = join(daemon.dir, "places/there");
    mkdirSync(there, { recursive: true });
    const offers = () => get<PageLaunch>("/api/launch");
    const isOver = (word: string) => async () =>
      (await offers()).commands.some((command) => command.includes(word));
    await daemon.run("run", "--cwd", there, "--", "sh", "-c", "exit 0", "first");
    await waitFor(isOver("first"), "the first to end");
    await daemon.tmux("new-session", "-d", "-c", there, "-s", "over", "true second");
    await waitFor(
      async () => (await daemon.tmux("has-session", "-t", "over")).status !== 0,
      "the second to end",
    );
    await daemon.kill9();
    await daemon.start();
    const { commands, directories } = await offers();
    const ended = commands.filter((command) => /first|second/.test(command.join(" ")));
    expect(ended).toEqual([
      [expect.stringMatching(/sh$/), "-c", "true second"],
      ["sh", "-c", "exit 0", "first"],
    ]);
    expect(directories).toContain(there);
  });
});

describe("the past of a pane", () => {
  interface Cast {
    readonly header: { readonly version: number; readonly term: { readonly cols: number } };
    readonly events: readonly (readonly [number, string, string])[];
  }
  const parse = (text: string): Cast => {
    const [header, ...events] = text
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    return { header, events };
  };

  test("is a recording with marks at prompts, questions and errors", async () => {
    const id = await create();
    await sendInput(id, "printf '\\033]133;A\\007$ '; printf '\\033]133;D;7\\007'; echo over\r");
    await waitFor(async () => (await screenText(id)).includes("over\n"), "the marks");
    await sendInput(id, "exec sh -c 'printf \"\\nReally? [y/N] \"; read x; echo done-$x; sleep 1000'\r");
    await waitFor(async () => (await screenText(id)).includes("Really?"), "the question");
    const marked = await waitFor(async () => {
      const response = await request(`/api/panes/${id}/recording`, {
        headers: { "accept-encoding": "identity" },
      });
      expect(response.headers.get("content-type")).toBe("application/x-asciicast");
      const { header, events } = parse(await response.text());
      const marks = events.filter(([, code]) => code === "m").map(([, , label]) => label);
      return marks.some((label) => label.startsWith("question")) ? { header, events, marks } : undefined;
    }, "the question's mark");
    expect(marked.header).toMatchObject({ version: 3, term: { cols: 80 } });
    expect(marked.marks).toContain("prompt");
    expect(marked.marks).toContain("error: status 7");
    expect(marked.marks.at(-1)).toBe("question: Really? [y/N]");
    expect(marked.events.map(([, code, text]) => (code === "o" ? text : "")).join("")).toContain(
      "Really? [y/N]",
    );
    await kill(id);
  });

  test("is compressed for a reader that accepts that", async () => {
    const id = await create();
    await sendInput(id, "seq 1 3000; echo all-$((1+1))\r");
    await waitFor(async () => (await screenText(id)).includes("all-2"), "the output");
    const plain = Buffer.from(
      await (
        await request(`/api/panes/${id}/recording`, { headers: { "accept-encoding": "identity" } })
      ).arrayBuffer(),
    );
    const { headers } = await exactly({
      port: http.port,
      path: `/api/panes/${id}/recording`,
      headers: {
        host: `127.0.0.1:${http.port}`,
        authorization: `Bearer ${http.token}`,
        "accept-encoding": "gzip",
      },
    });
    expect(headers["content-encoding"]).toBe("gzip");
    const unzipped = await request(`/api/panes/${id}/recording`, { headers: { "accept-encoding": "gzip" } });
    expect(await unzipped.text()).toBe(plain.toString());
    await kill(id);
  });
});
