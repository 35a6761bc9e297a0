import { mkdtempSync, rmSync } from "node:fs";
import { connect, createServer as createNetServer } from "node:net";
import { join } from "node:path";
import { HttpDoor } from "../../src/doors/http/http-door.ts";
import { emptyHost, noVisitors } from "../http/door.ts";
import { attack } from "./attack.ts";
import { ROUNDS, shown } from "./fuzz.ts";
import { damaged, textOf } from "./mutate.ts";
import { Random } from "./random.ts";

/** Requests to the HTTP door. */

const HTTP_WORDS =
  "GET POST PUT OPTIONS HEAD / /api/health /api/terminals /metrics /api/panes/%25a/live /rpc/terminal/list /rpc/terminal/sendInput /rpc/spawn_agent /rpc/mullion.wait ? # % %00 .. // application/json */* same-origin cross-site none localhost 127.0.0.1 http://localhost Bearer websocket".split(
    " ",
  );
const HTTP_HEADERS =
  "origin sec-fetch-site sec-fetch-mode authorization content-type mullion-team upgrade cookie range x".split(
    " ",
  );
const bodies = ['{"json":{}}', '{"json":{"id":"a","data":"b"}}', '{"json":{"command":["a"]}}', "{}", ""];
/** Requests per connection, sent at once: all are framed correctly, so each has an answer. */
const PER_CONNECTION = 100;
/** Only for the last request of a connection: an answer to these may have no end. */
const ENDLESS = ["accept: text/event-stream\r\n", "connection: upgrade\r\nupgrade: websocket\r\n", ""];
const DEADLINE_MS = 60_000;

function httpRequest(random: Random, extra = ""): Buffer {
  const sound = Buffer.from(random.pick(bodies));
  const body = random.chance(0.5) ? damaged(random, sound) : sound;
  const headers = Array.from(
    { length: random.below(4) },
    () => `${random.pick(HTTP_HEADERS)}: ${inLine(textOf(random, HTTP_WORDS, 2))}\r\n`,
  );
  const target = inLine(
    random.pick(HTTP_WORDS.filter((word) => word.startsWith("/"))) +
      (random.chance(0.3) ? textOf(random, HTTP_WORDS, 2) : ""),
  );
  const usual = target.startsWith("/rpc") ? "POST" : "GET";
  const line = `${random.chance(0.8) ? usual : random.pick(["GET", "POST", "PUT", "OPTIONS"])} ${target} HTTP/1.1`;
  const type = random.chance(0.8) ? "content-type: application/json\r\n" : "";
  const head = `${line}\r\nHost: localhost\r\n${type}${extra}${headers.join("")}Content-Length: ${body.length}\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), body]);
}

/** Removes characters that would end a line of a request's head. */
function inLine(text: string): string {
  return text.replace(/[^\x21-\x7e]/g, "~");
}

attack("fuzz: HTTP requests", ROUNDS, async (tally, rounds) => {
  const random = new Random("http");
  const directory = mkdtempSync(join(process.env.MULLION_TEST_RUN!, "w"));
  const reportBug = (error: unknown) => tally.found("crashed", String(error));
  const door = new HttpDoor({ ...emptyHost, call: async () => ({}), reportBug }, noVisitors());
  const path = join(directory, "s");
  const server = createNetServer((socket) => door.take(socket, Buffer.alloc(0)));
  await new Promise<void>((resolve) => server.listen(path, resolve));
  try {
    while (tally.rounds < rounds) {
      const requests = Array.from({ length: PER_CONNECTION }, () => httpRequest(random));
      const answer = await exchanged(
        path,
        requests,
        damaged(random, httpRequest(random, random.pick(ENDLESS))),
      );
      const answers = statuses(answer);
      if (answers.length < requests.length)
        tally.found("silent", `${requests.length - answers.length} of ${shown(Buffer.concat(requests))}`);
      for (const status of answers) if (status === "500") tally.found("crashed", shown(answer));
      tally.rounds += requests.length + 1;
      tally.refused += answers.filter((status) => status.startsWith("4")).length;
    }
  } finally {
    server.close();
    rmSync(directory, { recursive: true });
  }
});

function statuses(answer: Buffer): string[] {
  return Array.from(answer.toString("latin1").matchAll(/HTTP\/1\.1 (\d{3}) /g), ([, status]) => status!);
}

/** Sends the damaged request after the answers to the others, and nothing after it. */
function exchanged(path: string, requests: readonly Buffer[], last: Buffer): Promise<Buffer> {
  return new Promise((resolve) => {
    const socket = connect(path);
    let answer = Buffer.alloc(0);
    socket.on("data", (chunk) => {
      answer = Buffer.concat([answer, chunk]);
      if (statuses(answer).length >= requests.length) socket.end(last);
    });
    socket.on("error", () => {});
    socket.on("close", () => resolve(answer));
    socket.setTimeout(DEADLINE_MS, () => socket.destroy());
    socket.write(Buffer.concat(requests));
  });
}
