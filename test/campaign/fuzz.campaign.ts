import { mkdtempSync, rmSync } from "node:fs";
import { connect, createServer as createNetServer } from "node:net";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { readCastLines } from "../../src/cli/recording/read-cast.ts";
import { MuxError } from "../../src/core/errors.ts";
import type { FormatContext } from "../../src/core/format/context.ts";
import { expandFormat } from "../../src/core/format/expand-format.ts";
import { variableTable } from "../../src/core/format/variables/variable-table.ts";
import { KeyDecoder } from "../../src/core/keys/decode/key-decoder.ts";
import { formatKey, parseKey } from "../../src/core/keys/key-name.ts";
import { leavesOf } from "../../src/core/layout/cell.ts";
import { formatLayout, parseLayout } from "../../src/core/layout/layout-string.ts";
import { createServer } from "../../src/core/mux/create-server.ts";
import { createScreen, decodeScreen } from "../../src/core/screen/emulator.ts";
import { formatStyle, parseStyle } from "../../src/core/style/style.ts";
import { decodeLines, encodeLine, type RecordEntry } from "../../src/daemon/records/record-lines.ts";
import { HttpDoor } from "../../src/doors/http/http-door.ts";
import { LineReader } from "../../src/doors/pane-backend/line-reader.ts";
import { BadRequest, parseRequest } from "../../src/doors/pane-backend/parse-request.ts";
import { commandTable } from "../../src/doors/tmux/command-table.ts";
import { CommandParser } from "../../src/doors/tmux/parse-commands/parse-commands.ts";
import { ParseError } from "../../src/doors/tmux/parse-commands/parse-error.ts";
import type { ParseWorld } from "../../src/doors/tmux/parse-commands/parse-input.ts";
import { isMethodName, methods } from "../../src/protocol/methods.ts";
import * as clientWire from "../../src/wire/client-wire.ts";
import { encodeFrame, type Frame, FrameDecoder, WireFault } from "../../src/wire/frames.ts";
import * as holderWire from "../../src/wire/holder-wire.ts";
import { randomOutput } from "../differential/screen/random-output.ts";
import { formatHost } from "../fixtures/format-host.ts";
import { emptyHost } from "../http/door.ts";
import { IdleWorld } from "../property/tree-ports.ts";
import { attack, type Tally } from "./attack.ts";
import { commandWords } from "./command-words.ts";
import { damaged, pieces, textOf } from "./mutate.ts";
import { Random } from "./random.ts";

/**
 * Random input to every parser: terminal output, commands, formats, layouts, keys, styles, the wires, NDJSON, casts. A
 * parser answers or throws its declared error; anything else is a crash. A parsed value is the same after it is written
 * and read again.
 */

/** Rounds of the quick campaign; a scale of 50 makes it a million of each. */
const ROUNDS = 20_000;
/** Far more than any of these inputs needs on a busy machine. */
const SLOW_MS = 3_000;

/** Runs one input. An error of a declared kind counts as an answer. */
function once(
  tally: Tally,
  declared: readonly (new (...args: never[]) => Error)[],
  input: () => string,
  run: () => void,
): void {
  tally.rounds += 1;
  const begun = performance.now();
  try {
    run();
  } catch (error) {
    if (declared.some((kind) => error instanceof kind)) tally.refused += 1;
    else
      tally.found("crashed", `${error instanceof Error ? error.stack?.slice(0, 600) : error} on ${input()}`);
  }
  const ms = performance.now() - begun;
  if (ms > SLOW_MS) tally.found("wrong", `took ${Math.round(ms)} ms: ${input()}`);
}

const shown = (text: string | Buffer) =>
  JSON.stringify(typeof text === "string" ? text : text.toString("latin1")).slice(0, 400);

attack("fuzz: terminal output", ROUNDS, (tally, rounds) => {
  const random = new Random("terminal");
  const sizes = [1, 2, 5, 20, 80];
  let screen = createScreen({ cols: 80, rows: 24, historyLimit: 100 });
  for (let round = 0; round < rounds; round++) {
    if (round % 500 === 0) {
      const options = {
        cols: random.pick(sizes),
        rows: random.pick(sizes),
        historyLimit: random.pick([0, 5, 200]),
      };
      screen = createScreen(options);
    }
    const sound = Buffer.from(randomOutput(random.below(2 ** 31), 1 + random.below(12)));
    const bytes = random.chance(0.6) ? damaged(random, sound) : sound;
    once(
      tally,
      [],
      () => shown(bytes),
      () => {
        screen.write(bytes);
        if (random.chance(0.02)) screen.resize(random.pick(sizes), random.pick(sizes));
        // The cursor's column may be beyond the edge: a narrower alternate screen keeps it, as in tmux.
        const { x, y } = screen.cursor;
        if (x < 0 || y < 0 || y >= screen.rows)
          tally.found("wrong", `cursor ${x},${y} after ${shown(bytes)}`);
        if (random.chance(0.01)) rewritten(tally, screen, bytes);
      },
    );
  }
});

/** A stored screen reads back unchanged. */
function rewritten(tally: Tally, screen: ReturnType<typeof createScreen>, bytes: Buffer): void {
  const stored = screen.encode();
  const again = decodeScreen(stored);
  const all = { start: Number.NEGATIVE_INFINITY, end: Number.POSITIVE_INFINITY, escapes: true };
  if (again.capture(all) !== screen.capture(all))
    tally.found("wrong", `stored differently after ${shown(bytes)}`);
}

attack("fuzz: stored screens", ROUNDS / 4, (tally, rounds) => {
  const random = new Random("stored");
  const screen = createScreen({ cols: 30, rows: 8, historyLimit: 20 });
  for (let seed = 0; seed < 20; seed++) screen.write(Buffer.from(randomOutput(seed, 60)));
  const sound = Buffer.from(screen.encode());
  for (let round = 0; round < rounds; round++) {
    const bytes = damaged(random, sound);
    once(
      tally,
      [Error],
      () => bytes.toString("hex").slice(0, 400),
      () => {
        const again = decodeScreen(bytes);
        again.write(Buffer.from("\x1b[2J\x1b[Hafter\r\n"));
        again.capture({ start: Number.NEGATIVE_INFINITY, end: Number.POSITIVE_INFINITY, escapes: true });
      },
    );
  }
});

const world: ParseWorld = {
  expand: (format) => (format.length % 2 === 0 ? "1" : "0"),
  variable: (name) => (name === "HOME" ? "/home/me" : undefined),
  assign: () => {},
  home: () => "/home/me",
  alias: (name) => (name === "split-pane" ? "split-window" : undefined),
};

attack("fuzz: command language", ROUNDS, (tally, rounds) => {
  const random = new Random("commands");
  const parser = new CommandParser(commandTable);
  for (let round = 0; round < rounds; round++) {
    const text = textOf(random, commandWords, 24);
    once(
      tally,
      [ParseError, MuxError],
      () => shown(text),
      () => {
        parser.fromText(text, { world, file: "f", line: 1 });
      },
    );
    once(
      tally,
      [ParseError, MuxError],
      () => shown(text),
      () => {
        parser.fromWords(text.split(" "), { world, file: undefined, line: 1 });
      },
    );
  }
});

const formatWords = [
  ..."# #{ } { , : ; ? / | = - + * [ ] ( ) ^ $ . % \\ a 1 9 ## #, #} #( #[ s/ m/r: =5: p-9: e|+|: e|/|f|4: && || == <= E: T: S: W: P: l: t/f/ n: w: N/w: C/r: é 日 \u0301 \n \t".split(
    " ",
  ),
  ...variableTable.keys(),
  "@self",
  "@other",
];

attack("fuzz: formats", ROUNDS, (tally, rounds) => {
  const random = new Random("formats");
  const mux = createServer({ socketPath: "/tmp/fuzz", ports: new IdleWorld().ports });
  const session = mux.createSession({ name: "s", windowName: "w", cwd: "/", command: ["cat"] });
  mux.splitPane(session.current.window.active);
  mux.server.sessionOptions.set("@self", "<#{E:@self}#{@other}>");
  mux.server.sessionOptions.set("@other", "a,b}#{session_name}");
  const context: FormatContext = {
    server: mux.server,
    session,
    now: 1_700_000_000_000,
    time: true,
    host: { ...formatHost, runJob: ({ expanded }) => expanded },
  };
  for (let round = 0; round < rounds; round++) {
    const text = textOf(random, formatWords, 24);
    once(
      tally,
      [],
      () => shown(text),
      () => void expandFormat(text, { ...context, time: round % 2 === 0 }),
    );
  }
});

/** A layout from the grammar: sizes that mostly fit, so that most damaged layouts still nearly fit. */
function layoutOf(random: Random, cols: number, rows: number, left = 0, top = 0, depth = 0): string {
  const place = `${cols}x${rows},${left},${top}`;
  if (depth > 3 || Math.min(cols, rows) < 5 || random.chance(0.3)) return `${place},${random.below(9)}`;
  const first = 2 + random.below((random.chance(0.5) ? cols : rows) - 4);
  if (random.chance(0.5) && first < cols - 2) {
    const parts = [
      layoutOf(random, first, rows, left, top, depth + 1),
      layoutOf(random, cols - first - 1, rows, left + first + 1, top, depth + 1),
    ];
    return `${place}{${parts.join(",")}}`;
  }
  const upper = Math.min(first, rows - 3);
  const parts = [
    layoutOf(random, cols, upper, left, top, depth + 1),
    layoutOf(random, cols, rows - upper - 1, left, top + upper + 1, depth + 1),
  ];
  return `${place}[${parts.join(",")}]`;
}

attack("fuzz: layouts", ROUNDS, (tally, rounds) => {
  const random = new Random("layouts");
  for (let round = 0; round < rounds; round++) {
    const sound = layoutOf(random, 20 + random.below(100), 10 + random.below(40));
    const body = random.chance(0.6) ? damaged(random, Buffer.from(sound)).toString() : sound;
    const text = random.chance(0.95) ? `${checksum(body)},${body}` : body;
    once(
      tally,
      [MuxError],
      () => shown(text),
      () => {
        const root = parseLayout(text, 1 + random.below(4));
        const written = formatLayout(root);
        const again = formatLayout(parseLayout(written, leavesOf(root).length));
        if (again !== written) tally.found("wrong", `${shown(text)} became ${written}, then ${again}`);
      },
    );
  }
});

/** tmux's checksum: it refuses a layout with a wrong checksum before reading it. */
function checksum(text: string): string {
  let sum = 0;
  for (const byte of Buffer.from(text)) sum = ((sum >> 1) + ((sum & 1) << 15) + byte) & 0xffff;
  return sum.toString(16).padStart(4, "0");
}

const keyWords =
  "C- M- S- ^ Up Down F1 F12 F64 Enter Space Tab BSpace IC DC KP0 KP/ User0 User999 Mouse DownPane WheelUp None Any 0x41 0x110000 0x a Z é 日 \\ - 1".split(
    " ",
  );

attack("fuzz: key names", ROUNDS, (tally, rounds) => {
  const random = new Random("keys");
  for (let round = 0; round < rounds; round++) {
    const text = textOf(random, keyWords, 4);
    once(
      tally,
      [],
      () => shown(text),
      () => {
        const key = parseKey(text);
        if (key === undefined) tally.refused += 1;
        else if (parseKey(formatKey(key)) === undefined && formatKey(key) !== "Unknown")
          tally.found("wrong", `${shown(text)} is written ${shown(formatKey(key))}, which is no key`);
      },
    );
  }
});

const inputWords =
  "\x1b \x1b[ \x1bO A B ~ 1 ; 5 27 13 u M < m \x1b[M \x1b[<0;1;1M \x1b[27;5;9~ \x1b[97;5u \x1b[I \x1b[200~ \x1b[201~ \x1b]11;rgb:00/00/00\x07 \x1b[?1;2c a é 日 \x7f \x00".split(
    " ",
  );

attack("fuzz: terminal input", ROUNDS, (tally, rounds) => {
  const random = new Random("input");
  for (let round = 0; round < rounds; round++) {
    const bytes = Buffer.from(textOf(random, inputWords, 10));
    const input = random.chance(0.3) ? damaged(random, bytes) : bytes;
    once(
      tally,
      [],
      () => shown(input),
      () => {
        const whole = new KeyDecoder();
        const cut = new KeyDecoder();
        const all = [...whole.push(input), ...whole.expire()];
        const some = [...pieces(random, input).flatMap((piece) => [...cut.push(piece)]), ...cut.expire()];
        if (!isDeepStrictEqual(all, some))
          tally.found("wrong", `pieces change the meaning of ${shown(input)}`);
      },
    );
  }
});

const styleWords =
  "fg= bg= us= red brightblue colour255 colour256 #ff00ff #xyz default bold nobold dim italics none , ; = align= left right list=on range= user| window|1 push-default fill= noattr".split(
    " ",
  );

attack("fuzz: styles", ROUNDS, (tally, rounds) => {
  const random = new Random("styles");
  for (let round = 0; round < rounds; round++) {
    const parts = Array.from({ length: 1 + random.below(4) }, () => textOf(random, styleWords, 2));
    const text = parts.join(random.pick([",", ",", " ", ""]));
    once(
      tally,
      [],
      () => shown(text),
      () => {
        const style = parseStyle(text);
        if (style === undefined) tally.refused += 1;
        else if (!isDeepStrictEqual(parseStyle(formatStyle(style)), style))
          tally.found("wrong", `${shown(text)} is written ${shown(formatStyle(style))}`);
      },
    );
  }
});

/** Damages and cuts valid frames of a wire, and decodes them. */
function fuzzWire(
  tally: Tally,
  rounds: number,
  name: string,
  sound: readonly Buffer[],
  decode: (frame: Frame) => unknown,
): void {
  const random = new Random(name);
  for (let round = 0; round < rounds; round++) {
    const frame = random.chance(0.1)
      ? encodeFrame(random.below(256), random.bytes(random.below(60)))
      : random.pick(sound);
    const bytes = random.chance(0.9) ? damaged(random, frame) : frame;
    once(
      tally,
      [WireFault],
      () => bytes.toString("hex").slice(0, 400),
      () => {
        const decoder = new FrameDecoder(1 << 20, (each) => void decode(each));
        for (const piece of pieces(random, bytes)) decoder.push(piece);
      },
    );
  }
}

const hello: clientWire.Hello = {
  requestId: 7n,
  flags: 7,
  size: { cols: 80, rows: 24 },
  pid: 4242,
  erase: 0x7f,
  stdinTaken: 0n,
  program: "tmux",
  cwd: "/",
  ttyName: "/dev/pts/1",
  argv: ["new-session", "-d"],
  environment: ["A=b"],
};

attack("fuzz: client wire", ROUNDS, (tally, rounds) => {
  const { encodeHello, encodeStdin, encodeExit, encodeExec, encodeRaw, encodeLock } = clientWire;
  const fromClient = [encodeHello(hello), encodeStdin(Buffer.from("ls\r"))];
  fuzzWire(tally, rounds, "client", fromClient, clientWire.decodeClientMessage);
  const fromDaemon = [
    encodeExit(1),
    encodeExec(["a", "b"]),
    encodeRaw(true, Buffer.from("x")),
    encodeLock("c", Buffer.from("x")),
  ];
  fuzzWire(tally, rounds, "daemon", fromDaemon, clientWire.decodeDaemonMessage);
});

attack("fuzz: holder and launcher wires", ROUNDS, (tally, rounds) => {
  const types = [
    ...Object.values(holderWire.HOLDER_TO_DAEMON),
    ...Object.values(holderWire.LAUNCHER_TO_DAEMON),
  ];
  const random = new Random("holder frames");
  const sound = types.flatMap((type) =>
    [20, 40, 80].map((length) => encodeFrame(type, random.bytes(length))),
  );
  fuzzWire(tally, rounds, "holder", sound, holderWire.decodeHolderMessage);
  fuzzWire(tally, rounds, "launcher", sound, holderWire.decodeLauncherMessage);
});

const requests = [
  '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocol_version":"1"}}',
  '{"id":"a","method":"spawn_agent","params":{"command":["sh","-c","x"],"cwd":"/","env":{"A":"b"},"metadata":{"name":"n"}}}',
  '{"id":2,"method":"write","params":{"context_id":"c","data":"aGk="}}',
  '{"id":null,"method":"capture","params":{"context_id":"c","lines":50}}',
  '{"id":3,"result":{}}',
  "[[[[[[[[[]]]]]]]]]",
].map((text) => Buffer.from(`${text}\n`));

attack("fuzz: NDJSON requests", ROUNDS, (tally, rounds) => {
  const random = new Random("ndjson");
  for (let round = 0; round < rounds; round++) {
    const bytes = damaged(random, random.pick(requests));
    once(
      tally,
      [BadRequest],
      () => shown(bytes),
      () => {
        const take = (line: Buffer) => {
          const request = parseRequest(line);
          if (request && "params" in request && isMethodName(request.method))
            methods[request.method].params.safeParse(request.params);
        };
        const reader = new LineReader({ line: take, tooLong: () => {} });
        for (const piece of pieces(random, bytes)) reader.push(piece);
        reader.finish();
      },
    );
  }
});

const cast = [
  '{"version":3,"term":{"cols":80,"rows":24},"timestamp":1700000000}',
  '[0.1,"o","hello\\r\\n"]',
  '[0.2,"r","100x30"]',
  '[1.5,"m","mark"]',
  '[0.1,"x","0"]',
].join("\n");

attack("fuzz: recordings", ROUNDS, async (tally, rounds) => {
  const random = new Random("casts");
  for (let round = 0; round < rounds; round++) {
    const text = damaged(random, Buffer.from(cast)).toString();
    tally.rounds += 1;
    try {
      const { scenes } = await readCastLines(linesIn(text), "a.cast");
      for await (const scene of scenes)
        if (!(scene.afterMs >= 0)) tally.found("wrong", `a pause of ${scene.afterMs}: ${shown(text)}`);
    } catch (error) {
      if (error instanceof MuxError) tally.refused += 1;
      else tally.found("crashed", `${error} on ${shown(text)}`);
    }
  }
});

async function* linesIn(text: string): AsyncGenerator<string> {
  yield* text.split("\n");
}

attack("fuzz: records", ROUNDS, (tally, rounds) => {
  const random = new Random("records");
  const entries: RecordEntry[] = [
    ["server/a", { socketPath: "/tmp/s" }],
    ["a/window/@1", { name: "é", panes: ["%1", "%2"] }],
    ["holder/a/%1", { key: "00ff", started: { pid: 7, tty: "/dev/pts/1" } }],
    ["request/1"],
  ];
  const lines = entries.map((entry) => encodeLine([entry]));
  const sound = Buffer.concat(lines);
  const known = new Set(entries.map((entry) => JSON.stringify(entry)));
  for (let round = 0; round < rounds; round++) {
    const bytes = damaged(random, sound);
    once(
      tally,
      [],
      () => shown(bytes),
      () => {
        const read = decodeLines(bytes);
        // Every entry read was written; every unread entry is reported as damaged.
        for (const entry of read.entries)
          if (!known.has(JSON.stringify(entry)))
            tally.found("wrong", `${JSON.stringify(entry)} was never written`);
        tally.refused += read.damaged.length;
      },
    );
  }
});

const HTTP_WORDS =
  "GET POST PUT OPTIONS HEAD / /api/health /api/terminals /metrics /api/panes/%25a/live /rpc/terminal/list /rpc/terminal/sendInput /rpc/spawn_agent /rpc/mullion.wait ? # % %00 .. // application/json text/event-stream */* same-origin cross-site none localhost 127.0.0.1 http://localhost Bearer websocket".split(
    " ",
  );
const HTTP_HEADERS =
  "accept origin sec-fetch-site sec-fetch-mode authorization content-type mullion-team upgrade cookie range x".split(
    " ",
  );
const bodies = ['{"json":{}}', '{"json":{"id":"a","data":"b"}}', '{"json":{"command":["a"]}}', "{}", ""];
/** Requests per connection. All but the last are framed correctly, so that the next one is read. */
const PER_CONNECTION = 20;

function httpRequest(random: Random): Buffer {
  const body = damaged(random, Buffer.from(random.pick(bodies)));
  const headers = Array.from(
    { length: random.below(4) },
    () => `${random.pick(HTTP_HEADERS)}: ${inLine(textOf(random, HTTP_WORDS, 2))}\r\n`,
  );
  const target = inLine(
    random.pick(HTTP_WORDS.filter((word) => word.startsWith("/"))) +
      (random.chance(0.3) ? textOf(random, HTTP_WORDS, 2) : ""),
  );
  const line = `${random.pick(["GET", "POST", "POST", "POST", "PUT", "OPTIONS"])} ${target.replaceAll(" ", "")} HTTP/1.1`;
  const type = random.chance(0.8) ? "content-type: application/json\r\n" : "";
  const head = `${line}\r\nHost: localhost\r\n${type}${headers.join("")}Content-Length: ${body.length}\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), body]);
}

/** Removes characters that would end a line of a request's head. */
function inLine(text: string): string {
  return text.replace(/[^\x21-\x7e]/g, "~");
}

attack("fuzz: HTTP requests", ROUNDS / 20, async (tally, rounds) => {
  const random = new Random("http");
  const directory = mkdtempSync(join(process.env.MULLION_TEST_RUN!, "w"));
  const reportBug = (error: unknown) => tally.found("crashed", String(error));
  const door = new HttpDoor({ ...emptyHost, call: async () => ({}), reportBug });
  const path = join(directory, "s");
  const server = createNetServer((socket) => door.take(socket, Buffer.alloc(0)));
  await new Promise<void>((resolve) => server.listen(path, resolve));
  try {
    while (tally.rounds < rounds) {
      const requests = Array.from({ length: PER_CONNECTION }, () => httpRequest(random));
      requests.push(damaged(random, httpRequest(random)));
      const answer = await exchanged(path, Buffer.concat(requests));
      const answers = count(answer, /^HTTP\/1.1 /gm);
      if (answers === 0) tally.found("silent", shown(Buffer.concat(requests)));
      tally.rounds += Math.max(1, answers);
      tally.refused += count(answer, /^HTTP\/1.1 4/gm);
    }
  } finally {
    server.close();
    rmSync(directory, { recursive: true });
  }
});

function count(answer: Buffer, pattern: RegExp): number {
  return answer.toString("latin1").match(pattern)?.length ?? 0;
}

/** The answers up to the last request or the first that ends the connection. */
function exchanged(path: string, bytes: Buffer): Promise<Buffer> {
  return new Promise((resolve) => {
    const socket = connect(path);
    const chunks: Buffer[] = [];
    socket.on("data", (chunk) => chunks.push(chunk));
    socket.on("error", () => {});
    socket.on("close", () => resolve(Buffer.concat(chunks)));
    socket.end(bytes);
  });
}
