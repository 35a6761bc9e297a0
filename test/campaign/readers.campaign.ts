import { type ChildProcess, spawn } from "node:child_process";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { afterEach, beforeEach } from "vitest";
import { prepareInstance, root, type TestDaemon } from "../fixtures/daemon.ts";
import { waitFor } from "../fixtures/wait-for.ts";
import { attack, type Tally } from "./attack.ts";
import { NumberedPanes, residentMb } from "./numbered-panes.ts";

/**
 * Readers of every door that stop reading, and floods of every kind: memory stays bounded, and no other caller waits.
 */

let daemon: TestDaemon;
const stalled: { close(): void }[] = [];
beforeEach(() => {
  daemon = prepareInstance();
});
afterEach(async () => {
  for (const reader of stalled.splice(0)) reader.close();
  await daemon.stop();
});

/** More than the daemon needs for its panes, far less than an unbounded queue takes during the attack. */
const MOST_MB = 400;
/** Longest time of a call beside the attack, on a busy machine. */
const MOST_MS = 5_000;
/** Calls made beside each attack, in sequence. */
const CALLS = 40;

/** Starts a program whose output is never read. */
function unread(program: string, argv: readonly string[]): ChildProcess {
  const child = spawn(program, argv, { env: daemon.env, cwd: daemon.dir, stdio: ["pipe", "pipe", "ignore"] });
  child.on("error", () => {});
  stalled.push({ close: () => child.kill("SIGKILL") });
  return child;
}

/** A connection to the daemon's socket that sends requests and never reads the answers. */
function unreadSocket(...pieces: string[]): Socket {
  const socket = connect(join(daemon.dir, "m/daemon.sock")).pause();
  socket.on("error", () => {});
  for (const piece of pieces) socket.write(piece);
  stalled.push({ close: () => socket.destroy() });
  return socket;
}

const request = (method: string, params: unknown, id = 1) => `${JSON.stringify({ id, method, params })}\n`;

function httpRequest(head: string, headers: Readonly<Record<string, string>>, body = ""): string {
  const all = { host: "localhost", ...headers, ...(body ? { "content-length": String(body.length) } : {}) };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${head} HTTP/1.1\r\n${lines.join("")}\r\n${body}`;
}

async function terminalOf(pane: string): Promise<string> {
  const listing = await fetchTerminals();
  const found = listing.find(({ meta }) => JSON.stringify(meta).includes(pane)) ?? listing.at(-1);
  return found!.id;
}

async function fetchTerminals(): Promise<{ id: string; meta: unknown }[]> {
  const text = await new Promise<string>((resolve) => {
    const socket = connect(join(daemon.dir, "m/daemon.sock"));
    let answer = "";
    socket.on("data", (chunk) => (answer += chunk));
    socket.on("close", () => resolve(answer));
    socket.write(httpRequest("GET /api/terminals", { connection: "close" }));
  });
  return JSON.parse(text.slice(text.indexOf("["), text.lastIndexOf("]") + 1));
}

const upgrade = {
  connection: "Upgrade",
  upgrade: "websocket",
  "sec-websocket-version": "13",
  "sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ==",
};

/** Each stalls one reader on the flooding pane. */
const READERS: readonly (readonly [name: string, stall: (pane: string) => Promise<unknown> | unknown])[] = [
  [
    "an attached terminal",
    () => unread("script", ["-qfc", `${root}/bin/tmux attach -t numbered`, "/dev/null"]),
  ],
  ["a control client", () => unread(`${root}/bin/tmux`, ["-C", "attach", "-t", "numbered"])],
  ["a capture", (pane) => unread(`${root}/bin/tmux`, ["capture-pane", "-p", "-S", "-", "-t", pane])],
  ["mullion logs --follow", (pane) => unread(`${root}/bin/mullion`, ["logs", "--follow", pane])],
  [
    "a subscriber over NDJSON",
    () =>
      unreadSocket(
        request("initialize", { protocol_version: "1", capabilities: ["context_output"] }),
        request("spawn_agent", { command: ["sh", "-c", "yes flooding"] }, 2),
      ),
  ],
  [
    "a stream of events over HTTP",
    async (pane) => {
      const body = JSON.stringify({ json: { id: await terminalOf(pane) } });
      const headers = { accept: "text/event-stream", "content-type": "application/json" };
      unreadSocket(httpRequest("POST /rpc/terminal/attach", headers, body));
    },
  ],
  [
    "a live pane over a WebSocket",
    async (pane) => unreadSocket(httpRequest(`GET /api/panes/${await terminalOf(pane)}/live`, upgrade)),
  ],
  ["a pipe-pane", (pane) => daemon.tmux("pipe-pane", "-t", pane, "exec sleep 600")],
];

/** Checks that calls beside an attack are answered in time, and that the daemon stays small. */
async function watch(tally: Tally, what: string): Promise<void> {
  for (let i = 0; i < CALLS; i++) {
    const begun = performance.now();
    tally.answered(await daemon.tmux("display-message", "-p", "#{session_name}"), what);
    const ms = performance.now() - begun;
    if (ms > MOST_MS) tally.found("wrong", `a call beside ${what} took ${Math.round(ms)} ms`);
    const mb = residentMb(daemon.pid()!);
    tally.peakMb = Math.max(tally.peakMb ?? 0, mb);
    if (mb > MOST_MB) {
      tally.found("wrong", `${Math.round(mb)} MB beside ${what}`);
      return;
    }
  }
}

attack("readers of every door that never read", READERS.length, async (tally, rounds) => {
  const panes = await NumberedPanes.open(daemon, { printers: 2, readers: 1 });
  const { stdout } = await daemon.tmux(
    "new-window",
    "-t",
    "numbered:",
    "-P",
    "-F",
    "#{pane_id}",
    "yes flooding",
  );
  for (; tally.rounds < rounds; tally.rounds++) {
    const [name, stall] = READERS[tally.rounds % READERS.length]!;
    await stall(stdout.trim());
    await watch(tally, name);
    await panes.type();
  }
  await panes.judge(tally);
});

const FLOODS: readonly string[] = [
  "yes 'plain text, line after line'",
  "while :; do printf '\\033[38;5;%dmcolour\\033[m\\033[%d;%dH' 99 5 7; done",
  "while :; do printf '漢字 🚀 e\\314\\201 '; done",
  "while :; do printf '\\033[6n\\033[c\\033[18t\\033]11;?\\007'; done",
  "while :; do printf '\\033]2;a title\\007\\033kname\\033\\\\'; done",
  "while :; do printf '\\007\\007\\007'; done",
  "while :; do printf '\\033]52;c;aGVsbG8=\\007\\033]9;note\\007'; done",
  "printf '\\033Pq'; yes 0123456789 | tr -d '\\n'",
  "while :; do printf '\\033[?1049h\\033[?1049l'; done",
  "while :; do printf '\\033[999999S\\033[999999L\\033[999999@'; done",
];

attack("floods of every kind of output", FLOODS.length, async (tally, rounds) => {
  const panes = await NumberedPanes.open(daemon, { printers: 2, readers: 1 });
  for (; tally.rounds < rounds; tally.rounds++) {
    const flood = FLOODS[tally.rounds % FLOODS.length]!;
    await daemon.tmux("new-window", "-d", "-t", "numbered:", "-n", "flood", `stty -echo; ${flood}`);
    await watch(tally, flood);
    await panes.type();
    await daemon.tmux("kill-window", "-t", "numbered:flood");
  }
  await panes.judge(tally);
});

attack("floods of input into a pane that does not read", 400, async (tally, rounds) => {
  const panes = await NumberedPanes.open(daemon, { printers: 2, readers: 1 });
  const argv = [
    "new-window",
    "-d",
    "-t",
    "numbered:",
    "-P",
    "-F",
    "#{pane_id}",
    "stty -echo; exec sleep 600",
  ];
  const id = (await daemon.tmux(...argv)).stdout.trim();
  const text = "x".repeat(8_000);
  for (; tally.rounds < rounds; tally.rounds++) {
    const begun = performance.now();
    tally.answered(await daemon.tmux("send-keys", "-t", id, "-l", text), "send-keys");
    const ms = performance.now() - begun;
    if (ms > MOST_MS) tally.found("wrong", `send-keys took ${Math.round(ms)} ms`);
  }
  tally.peakMb = residentMb(daemon.pid()!);
  if (tally.peakMb > MOST_MB) tally.found("wrong", `${Math.round(tally.peakMb)} MB`);
  await panes.type();
  await panes.judge(tally);
});

attack("windows made and closed, ten at once", 100, async (tally, rounds) => {
  await daemon.tmux("new-session", "-d", "-s", "s", "cat");
  for (; tally.rounds < rounds; tally.rounds += 10) {
    const make = () => daemon.tmux("new-window", "-d", "-t", "s:", "-P", "-F", "#{pane_id}", "exec cat");
    const made = await Promise.all(Array.from({ length: 10 }, make));
    for (const each of made) tally.answered(each, "new-window");
    const ids = new Set(made.map(({ stdout }) => stdout.trim()));
    if (ids.size !== made.length) tally.found("doubled", "ids of panes");
    await Promise.all(
      [...ids].map(async (id) => tally.answered(await daemon.tmux("kill-pane", "-t", id), "kill-pane")),
    );
  }
  const count = async () => (await daemon.tmux("list-panes", "-a")).stdout.trimEnd().split("\n").length;
  await waitFor(async () => (await count()) === 1, "one pane to be left").catch(() =>
    tally.found("wrong", "panes are left"),
  );
  tally.peakMb = residentMb(daemon.pid()!);
});
