import { beforeAll, describe, expect, test } from "vitest";
import { WebSocket } from "ws";
import { createScreen } from "../../src/core/screen/emulator.ts";
import { MAX_PENDING_BYTES } from "../../src/doors/http/live/pane-feed.ts";
import { daemonForAll } from "../fixtures/daemon-for-all.ts";
import { waitFor } from "../fixtures/wait-for.ts";
import { type Access, access, call } from "./http-client.ts";

type Message =
  | { type: "snapshot"; offset: number; pid: number; cols: number; rows: number; screen: string }
  | { type: "output"; offset: number; bytes: Buffer }
  | { type: "gap"; from: number; to: number; reason: string }
  | { type: "agent"; agent: { state: string; question?: string } }
  | { type: "resized"; cols: number; rows: number }
  | { type: "exited"; exitCode: number; offset: number }
  | { type: "closed" };

const daemon = daemonForAll();
let http: Access;
beforeAll(async () => {
  http = await access(daemon);
});

/** A reader that acknowledges what it receives, unless the test disables that. */
class Reader {
  readonly messages: Message[] = [];
  readonly socket: WebSocket;
  /** The status of an upgrade that was refused. */
  readonly refused: Promise<number | undefined>;
  acknowledges = true;
  closed: number | undefined;
  reason = "";

  constructor(id: string, query = "") {
    this.socket = new WebSocket(`${http.url.replace("http", "ws")}/api/panes/${id}/live${query}`, {
      headers: { authorization: `Bearer ${http.token}` },
    });
    this.refused = new Promise((resolve) =>
      this.socket.on("unexpected-response", (_request, { statusCode }) => resolve(statusCode)),
    );
    this.socket.on("message", (data, isBinary) => this.#take(data as Buffer, isBinary));
    this.socket.on("close", (code, reason) => {
      this.closed = code;
      this.reason = String(reason);
    });
    this.socket.on("error", () => {});
  }

  /** Where the reader stands. */
  get position(): number {
    const last = this.messages.findLast(({ type }) => type === "snapshot" || type === "output");
    if (last?.type === "output") return last.offset + last.bytes.length;
    return last?.type === "snapshot" ? last.offset : -1;
  }

  get output(): Extract<Message, { type: "output" }>[] {
    return this.messages.filter((message) => message.type === "output");
  }

  get text(): string {
    return String(Buffer.concat(this.output.map(({ bytes }) => bytes)));
  }

  acknowledge(): void {
    this.socket.send(JSON.stringify({ type: "ack", offset: this.position }));
  }

  /** `more`: another part of the text follows. */
  type(data: string, more?: true): void {
    this.socket.send(JSON.stringify({ type: "input", data, more }));
  }

  first<T extends Message["type"]>(type: T): Promise<Extract<Message, { type: T }>> {
    const find = () =>
      this.messages.find((message): message is Extract<Message, { type: T }> => message.type === type);
    return waitFor(find, `a message ${type}`);
  }

  #take(data: Buffer, isBinary: boolean): void {
    if (!isBinary) this.messages.push(JSON.parse(String(data)));
    else {
      const offset = Number(data.readBigUInt64BE(0));
      this.messages.push({ type: "output", offset, bytes: data.subarray(8) });
    }
    if (this.acknowledges && this.position >= 0) this.acknowledge();
  }
}

const create = async () => (await call<{ id: string }>(http, "terminal/create")).id;
const sendInput = (id: string, data: string) => call(http, "terminal/sendInput", { id, data });
const screenText = (id: string) => call<string>(http, "terminal/screenText", { id });
const kill = (id: string) => call(http, "terminal/kill", { id });

/** No byte is missing, doubled or out of order. */
function expectContiguous({ messages }: Reader, from: number): void {
  let at = from;
  for (const message of messages) {
    if (message.type !== "output") continue;
    expect(message.offset).toBe(at);
    at += message.bytes.length;
  }
}

test("a snapshot, then every byte after it: together they are the screen", async () => {
  const id = await create();
  await sendInput(id, "PS1='$ '; clear; seq 1 200; printf '\\033[31mred'; echo ready-$((1+1))\r");
  await waitFor(async () => (await screenText(id)).includes("ready-2"), "the first output");
  const reader = new Reader(id);
  const snapshot = await reader.first("snapshot");
  reader.type("seq 201 400; echo all-$((1+2))\r");
  await waitFor(() => reader.text.includes("all-3"), "the rest of the output");
  await waitFor(() => reader.text.endsWith("$ "), "the prompt");
  expectContiguous(reader, snapshot.offset);

  const screen = createScreen({ cols: snapshot.cols, rows: snapshot.rows, historyLimit: 2000 });
  screen.write(Buffer.from(snapshot.screen));
  for (const { bytes } of reader.output) screen.write(bytes);
  const theirs = (await screenText(id)).split("\n").slice(-snapshot.rows);
  expect(Array.from({ length: snapshot.rows }, (_, line) => screen.lineText(line))).toEqual(theirs);
  reader.socket.close();
  await kill(id);
});

test("the state of the agent arrives with each change", async () => {
  const id = await create();
  const reader = new Reader(id);
  await reader.first("agent");
  reader.type("exec sh -c 'printf \"Really? [y/N] \"; read x'\r");
  const asks = () =>
    reader.messages.find((message) => message.type === "agent" && message.agent.state === "waiting");
  const asked = await waitFor(asks, "the question").catch(async ({ message }) => {
    const states = reader.messages.filter(({ type }) => type !== "output");
    const screen = await screenText(id);
    throw new Error(`${message}; received ${JSON.stringify(states)}; the screen shows\n${screen}`);
  });
  expect(asked).toMatchObject({ agent: { question: "Really? [y/N]" } });
  reader.socket.close();
  await kill(id);
});

test("sizes, exit and end arrive in their place", async () => {
  const id = await create();
  const reader = new Reader(id);
  await reader.first("snapshot");
  await call(http, "terminal/resize", { id, cols: 100, rows: 30 });
  expect(await reader.first("resized")).toEqual({ type: "resized", cols: 100, rows: 30 });
  reader.type("exit 5\r");
  const { exitCode, offset } = await reader.first("exited");
  expect(exitCode).toBe(5);
  expect(offset).toBe(reader.position);
  await reader.first("closed");
  await waitFor(() => reader.closed === 1000, "the socket's end");
  expect(reader.messages.map(({ type }) => type).slice(-2)).toEqual(["exited", "closed"]);
});

/** A pane whose program prints the lines that it reads. */
async function createCat(): Promise<string> {
  const id = await create();
  await sendInput(id, "stty -echo; clear; echo ready; exec cat\r");
  await waitFor(async () => (await screenText(id)).trimEnd() === "ready", "the first line");
  return id;
}

/** The lines that the program of `createCat` has printed once `last` is among them. */
async function linesUntil(id: string, last: string): Promise<string[]> {
  const text = await waitFor(async () => {
    const shown = await screenText(id);
    return shown.includes(last) ? shown : undefined;
  }, last);
  return text.trimEnd().split("\n").slice(1);
}

test.each([
  [
    "a message of more than 256 KB",
    (reader: Reader) => reader.type("long".repeat(75_000)),
    [1009, "a message to the daemon has at most 256 KB: send a longer text in several"],
  ],
  [
    "a text of more than 16 MB in several messages",
    (reader: Reader) => {
      for (let sent = 0; sent < 84; sent++) reader.type("long".repeat(50_000), true);
      reader.type("\r");
    },
    [1008, "a text has at most 16 MB: nothing was typed"],
  ],
] as const)("%s ends the connection with a sentence, and is not typed", async (_what, type, end) => {
  const id = await createCat();
  const reader = new Reader(id);
  await reader.first("snapshot");
  type(reader);
  await waitFor(() => reader.closed !== undefined, "the end of the connection");
  expect([reader.closed, reader.reason]).toEqual(end);
  await sendInput(id, "after\r");
  expect(await linesUntil(id, "after")).toEqual(["after"]);
  await kill(id);
});

test("a text in several messages is typed in one piece once it is complete, or not at all", async () => {
  const id = await createCat();
  const begin = async (text: string) => {
    const reader = new Reader(id);
    await reader.first("snapshot");
    reader.type(text, true);
    reader.socket.send(JSON.stringify({ type: "refresh" }));
    const snapshots = () => reader.messages.filter(({ type }) => type === "snapshot");
    await waitFor(() => snapshots().length > 1, "the daemon to have read the first part");
    return reader;
  };
  const left = await begin("never complete ");
  left.socket.close();
  const reader = await begin("one ");
  await sendInput(id, "between\r");
  await linesUntil(id, "between");
  reader.type("piece\r");
  expect(await linesUntil(id, "piece")).toEqual(["between", "one piece"]);
  reader.socket.close();
  await kill(id);
});

describe("a reader that does not take", () => {
  const BURSTS = 6;
  const BURST_BYTES = 500_000;

  test("is sent no more than its window, stalls no other reader, and is notified of the gap", async () => {
    const id = await create();
    await sendInput(id, "PS1='$ '; clear\r");
    const slow = new Reader(id, "?window=16384&history=0");
    const quick = new Reader(id);
    slow.acknowledges = false;
    await slow.first("snapshot");
    const { offset } = await quick.first("snapshot");
    // Together more than the window and what is kept for one reader; each of them less, so the quick one cannot fall behind.
    for (let burst = 1; burst <= BURSTS; burst++) {
      await sendInput(id, `head -c ${BURST_BYTES} /dev/zero | tr '\\0' x; echo; echo burst-$((${burst}))-\r`);
      await waitFor(
        () => quick.text.endsWith("$ ") && quick.text.includes(`burst-${burst}-`),
        `burst ${burst}`,
      );
    }
    expectContiguous(quick, offset);
    expect(quick.messages.filter(({ type }) => type === "gap")).toEqual([]);
    expect(quick.text.length).toBeGreaterThan(MAX_PENDING_BYTES + 16_384);
    expect(slow.text.length).toBeLessThanOrEqual(16_384);

    slow.acknowledges = true;
    const before = slow.position;
    slow.acknowledge();
    const gap = await slow.first("gap");
    expect(gap).toMatchObject({ from: before, reason: "slow-reader" });
    await waitFor(() => slow.messages.indexOf(gap) < slow.messages.length - 1, "what follows the gap");
    const fresh = slow.messages[slow.messages.indexOf(gap) + 1];
    expect(fresh).toMatchObject({ type: "snapshot", offset: gap.to });
    slow.type("echo again-$((2+2))\r");
    await waitFor(() => slow.text.includes("again-4"), "output after the gap");
    for (const { socket } of [slow, quick]) socket.close();
    await kill(id);
  }, 60_000);

  test("who acknowledges what was never sent is shown out", async () => {
    const id = await create();
    const reader = new Reader(id);
    await reader.first("snapshot");
    reader.socket.send(JSON.stringify({ type: "ack", offset: 1_000_000_000 }));
    await waitFor(() => reader.closed === 1008, "the end");
    await kill(id);
  });
});

describe("resume", () => {
  test("goes on at the offset, also in another daemon", async () => {
    const id = await create();
    await sendInput(id, "PS1='$ '; clear; echo first-$((1+1))\r");
    await waitFor(async () => (await screenText(id)).includes("first-2"), "the first output");
    const one = new Reader(id);
    const { pid } = await one.first("snapshot");
    one.type("echo second-$((1+2))\r");
    await waitFor(() => one.text.includes("second-3"), "the second output");
    one.socket.close();
    const { position } = one;
    await sendInput(id, "echo third-$((1+3))\r");
    await waitFor(async () => (await screenText(id)).includes("third-4"), "the third output");
    await daemon.kill9();
    await daemon.run("up");
    const two = new Reader(id, `?offset=${position}&pid=${pid}`);
    await sendInput(id, "echo fourth-$((1+4))\r");
    await waitFor(() => two.text.includes("fourth-5"), "the fourth output");
    expect(two.messages.filter(({ type }) => type === "snapshot" || type === "gap")).toEqual([]);
    expectContiguous(two, position);
    expect(two.text).toContain("third-4");
    two.socket.close();
    await kill(id);
  }, 60_000);

  test("of another process begins with a snapshot, of the future with a gap", async () => {
    const id = await create();
    const other = new Reader(id, "?offset=0&pid=1");
    await other.first("snapshot");
    expect(other.messages[0]!.type).toBe("snapshot");
    const future = new Reader(id, "?offset=900000000");
    expect(await future.first("gap")).toMatchObject({ from: 900_000_000, reason: "expired" });
    await future.first("snapshot");
    for (const { socket } of [other, future]) socket.close();
    await kill(id);
  });
});

test("limits concurrent readers until one of them disconnects", async () => {
  const id = await create();
  const readers = Array.from({ length: 64 }, () => new Reader(id));
  for (const reader of readers) await reader.first("snapshot");
  const refused = new Reader(id);
  expect(await refused.refused).toBe(429);
  readers[0]!.socket.close();
  await waitFor(async () => {
    const late = new Reader(id);
    readers.push(late);
    return (await Promise.race([late.refused, late.first("snapshot")])) !== 429;
  }, "a free place");
  for (const { socket } of readers) socket.close();
  await kill(id);
});

test("what is no reader's message closes the socket, and nothing else", async () => {
  const id = await create();
  for (const message of ["{", '{"type":"sudo"}', '{"type":"ack","offset":-1}', Buffer.from("x")]) {
    const reader = new Reader(id);
    await reader.first("snapshot");
    reader.socket.send(message);
    await waitFor(() => reader.closed === 1008, "the end");
  }
  expect(await screenText(id)).toBeTypeOf("string");
  await kill(id);
});
