import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { WebSocket } from "ws";
import { isListening } from "../../src/wire/is-listening.ts";
import { root, startDaemon, type TestDaemon } from "../fixtures/daemon.ts";
import { runProgram } from "../fixtures/run-program.ts";
import { waitFor } from "../fixtures/wait-for.ts";
import { loggedIn } from "../http/browser-client.ts";
import { request } from "../http/request.ts";

/** Cleaners of /tmp and /run/user remove files of programs that run. */
let daemon: TestDaemon;
let runtime: string;
let pid: number;
let panes: string;
beforeEach(async () => {
  daemon = await startDaemon();
  runtime = join(daemon.dir, "m");
  pid = daemon.pid()!;
  await daemon.tmux("new-session", "-d", "-s", "a", "echo alpha; exec cat");
  await daemon.tmux("split-window", "-t", "a", "cat");
  await daemon.tmux("-L", "other", "new-session", "-d", "-s", "b", "cat");
  await daemon.tmux("pipe-pane", "-t", "a:0.0", `cat > ${join(daemon.dir, "piped")}`);
  panes = await livingPanes();
});
afterEach(() => daemon.stop());

const FORMAT = "#{socket_path} #{pane_id} #{pane_pid} #{pane_dead}";
async function livingPanes(): Promise<string> {
  const own = await daemon.tmux("list-panes", "-a", "-F", FORMAT);
  const other = await daemon.tmux("-L", "other", "list-panes", "-a", "-F", FORMAT);
  return own.stdout + other.stdout + own.stderr + other.stderr;
}

const socketOf = (name: string) => join(daemon.env.TMUX_TMPDIR!, `tmux-${process.getuid!()}`, name);
const holderSockets = () => {
  try {
    return readdirSync(join(runtime, "h")).length;
  } catch {
    return 0;
  }
};

/** What a cleaner removes: everything of the runtime directory. The state directory of a private instance is below it. */
function removeRuntime(): void {
  for (const name of readdirSync(runtime))
    if (name !== "state") rmSync(join(runtime, name), { recursive: true });
  rmSync(join(daemon.env.TMUX_TMPDIR!, `tmux-${process.getuid!()}`), { recursive: true });
}

async function typesInto(target: string, word: string): Promise<void> {
  await daemon.tmux("send-keys", "-t", target, word, "Enter");
  await waitFor(
    async () => (await daemon.tmux("capture-pane", "-p", "-t", target)).stdout.includes(`${word}\n${word}`),
    `the echo of ${word}`,
  );
}

describe("where the runtime directory was emptied under a daemon", () => {
  test("it makes everything again by itself, and loses nothing", async () => {
    removeRuntime();
    await waitFor(
      () => existsSync(join(runtime, "daemon.sock")) && existsSync(socketOf("other")),
      "the sockets",
    );
    await waitFor(() => holderSockets() === 4, "the holders' sockets");
    expect(statSync(join(runtime, "daemon.sock")).mode & 0o777).toBe(0o600);
    expect(statSync(join(runtime, "h")).mode & 0o777).toBe(0o700);
    expect(daemon.pid()).toBe(pid);
    expect(await livingPanes()).toBe(panes);
    await typesInto("a:0.0", "before");
    await daemon.kill9();
    expect(await livingPanes()).toBe(panes);
    expect(daemon.pid()).not.toBe(pid);
    await typesInto("a:0.0", "after");
    await waitFor(
      () => /before[\s\S]*after/.test(readFileSync(join(daemon.dir, "piped"), "utf8")),
      "the pipe's command",
    );
  });

  test("a call that comes before it looks is answered by it, and starts no second one", async () => {
    removeRuntime();
    expect(await livingPanes()).toBe(panes);
    expect(daemon.pid()).toBe(pid);
  });

  test("a daemon that is killed before it looks leaves panes that the next one finds", async () => {
    removeRuntime();
    process.kill(pid, "SIGKILL");
    expect(await livingPanes()).toBe(panes);
    expect(daemon.pid()).not.toBe(pid);
    await typesInto("a:0.0", "found");
  });
});

test("SIGUSR1 makes sockets again at once, as in tmux", async () => {
  rmSync(socketOf("default"));
  rmSync(join(runtime, "daemon.sock"));
  const name = readdirSync(join(runtime, "h"))[0]!;
  rmSync(join(runtime, "h", name));
  process.kill(pid, "SIGUSR1");
  const gone = [socketOf("default"), join(runtime, "daemon.sock"), join(runtime, "h", name)];
  await waitFor(() => gone.every((path) => existsSync(path)), "the sockets", 2_500);
  expect(await livingPanes()).toBe(panes);
  expect(daemon.pid()).toBe(pid);
});

test("a socket that is removed at the moment at which the daemon makes it is made again", async () => {
  const socket = join(runtime, "daemon.sock");
  for (let round = 0; round < 50; round++) {
    rmSync(socket);
    process.kill(pid, "SIGUSR1");
    // Any pause would miss the moment.
    for (const end = Date.now() + 2_500; !existsSync(socket) && Date.now() < end; );
    rmSync(socket);
    process.kill(pid, "SIGUSR1");
    await waitFor(() => existsSync(socket), `the socket of round ${round}`, 2_500);
  }
});

test.each([
  ["by itself", () => {}],
  ["on SIGUSR1", () => process.kill(pid, "SIGUSR1")],
])("the page's socket is made again %s, and its connections stay", async (_when, ask) => {
  const { socket, url } = JSON.parse((await daemon.run("web", "--json")).stdout) as Record<string, string>;
  const socketPath = socket!;
  const headers = { host: "127.0.0.1:4711", "content-type": "application/json" };
  const code = new URL(url!).hash.replace("#login=", "");
  const login = { socketPath, path: "/login", method: "POST", headers };
  const { cookie, key } = loggedIn(0, await request(login, JSON.stringify({ code })));
  const path = `ws+unix:${socketPath}:/api/page`;
  const page = new WebSocket(path, ["mullion.page", `mullion.key.${key}`], {
    headers: { host: headers.host, cookie },
  });
  const messages: string[] = [];
  page.on("message", (data) => messages.push(String(data)));
  await waitFor(() => messages.length > 1, "the page's first messages");
  rmSync(socketPath);
  ask();
  // The file exists a moment before the daemon listens on it.
  await waitFor(() => isListening(socketPath), "the socket");
  expect(statSync(socketPath).mode & 0o777).toBe(0o600);
  expect((await request({ socketPath, path: "/", headers })).status).toBe(200);
  await daemon.tmux("rename-session", "-t", "a", "renamed");
  await waitFor(() => messages.some((message) => message.includes("renamed")), "news on the old connection");
  page.close();
});

test("holders whose files were removed while no daemon ran are found", async () => {
  await daemon.kill9();
  removeRuntime();
  expect(await livingPanes()).toBe(panes);
  await typesInto("a:0.0", "found");
});

test("records that were removed are written again", async () => {
  rmSync(runtime, { recursive: true });
  process.kill(pid, "SIGUSR1");
  await waitFor(() => existsSync(join(runtime, "state/records/records.jsonl")), "the records");
  await waitFor(() => holderSockets() === 4, "the holders' sockets");
  await daemon.kill9();
  expect(await livingPanes()).toBe(panes);
});

test("a socket that another program made in the place of ours is left alone", async () => {
  rmSync(socketOf("other"));
  let calls = 0;
  const theirs = createServer((socket) => {
    calls += 1;
    socket.destroy();
  }).listen(socketOf("other"));
  try {
    await waitFor(() => existsSync(socketOf("other")), "their socket");
    const { ino } = statSync(socketOf("other"));
    for (let round = 0; round < 3; round++) {
      process.kill(pid, "SIGUSR1");
      await daemon.run("ls");
    }
    expect(statSync(socketOf("other")).ino).toBe(ino);
    expect(calls).toBeLessThanOrEqual(1);
  } finally {
    theirs.close();
  }
});

describe.runIf(process.platform === "linux")("holders whose socket files lead nowhere", () => {
  test("are adopted all the same, without records", async () => {
    const before = (await processes()).sort();
    await misleadHolders();
    await seesAll(before);
  });

  test("are adopted while calls come for their servers", async () => {
    const before = (await processes()).sort();
    await misleadHolders();
    const call = `until [ -e stop ]; do ${join(root, "bin/tmux")} list-panes -a; done >calls 2>&1`;
    const callers = [1, 2, 3, 4].map(() =>
      runProgram("sh", ["-c", call], { env: daemon.env, cwd: daemon.dir }),
    );
    try {
      await seesAll(before);
    } finally {
      writeFileSync(join(daemon.dir, "stop"), "");
      await Promise.all(callers);
    }
  });
});

/** Ends the daemon, removes its records, and puts files on which nothing listens in the place of its holders' sockets. */
async function misleadHolders(): Promise<void> {
  await daemon.kill9();
  rmSync(join(runtime, "state"), { recursive: true });
  for (const name of readdirSync(join(runtime, "h"))) {
    const path = join(runtime, "h", name);
    rmSync(path);
    const dies = "require('net').createServer().listen(process.argv[1], () => process.kill(process.pid, 9))";
    spawnSync(process.execPath, ["-e", dies, path]);
  }
}

async function seesAll(before: readonly string[]): Promise<void> {
  let found: string[] = [];
  const isWhole = async () => {
    found = (await processes()).sort();
    return `${found}` === `${before}`;
  };
  await waitFor(isWhole, "every program").catch(({ message }) => {
    const log = readFileSync(join(runtime, "daemon.log"), "utf8");
    throw new Error(
      `${message}: ${before}; found ${found}; sockets ${readdirSync(join(runtime, "h"))}\n${log}`,
    );
  });
}

/** Process ids of the programs in all panes. */
async function processes(): Promise<string[]> {
  return (await livingPanes()).split("\n").flatMap((line) => / (\d+) 0$/.exec(line)?.[1] ?? []);
}
