/**
 * A hijacked host: what `mullion connect` on a host would be if an attacker wrote it. The first argument says what it does
 * once the person's side has said hello, or has made a call.
 */
import { appendFileSync } from "node:fs";

const [, , deed = ""] = process.argv;
const MARK = Buffer.from([0xf5, 0x4d, 0x4c, 0x4b, 1]);
const WELCOME = {
  link: 1,
  version: deed === "welcome" ? "\x1b]0;owned\x07" : "9.9",
  clientWire: 3,
  level: 2,
  node: "v99",
  resumed: false,
  received: deed === "counts" ? 5 : 0,
};

function frame(type, payload = Buffer.alloc(0)) {
  const head = Buffer.alloc(5);
  head.writeUInt32LE(payload.length, 0);
  head[4] = type;
  return Buffer.concat([head, payload]);
}

const stream = (id, rest = Buffer.alloc(0)) => {
  const number = Buffer.alloc(4);
  number.writeUInt32LE(id, 0);
  return Buffer.concat([number, rest]);
};
const data = (id, ...frames) => frame(17, stream(id, Buffer.concat(frames)));
const text = (value) => {
  const bytes = Buffer.from(value);
  const size = Buffer.alloc(4);
  size.writeUInt32LE(bytes.length, 0);
  return Buffer.concat([size, bytes]);
};
const list = (...items) => {
  const count = Buffer.alloc(4);
  count.writeUInt32LE(items.length, 0);
  return Buffer.concat([count, ...items.map(text)]);
};
const stdout = (value) => frame(65, Buffer.from(value));
const exit = (status, hangUp = 0) => frame(67, Buffer.from([status, hangUp]));

const PANE = {
  ...{ pane_id: "%1", title: "\x1b]0;owned\x07", metadata: {}, command: ["sh"], foreground: "sh", cwd: "/" },
  ...{ pid: 1, tty: "", cols: 80, rows: 24, left: 0, top: 0, active: true, name: "forged", is_agent: true },
  ...{ server: "s", socket: "/s", session: "s", window_id: "@1", window_index: 0, window: "w" },
  ...{ last_line: "", running: true, exit: null, host: "another" },
  agent: {
    ...{ state: "working", because: "", rule: "none", confidence: 1, since: 0, unread: false, program: "" },
  },
};
const SESSION = {
  ...{ id: "$1", name: "s", cwd: "/", created: 0, attached: 0 },
  windows: [
    {
      ...{ id: "@1", index: 0, name: "w", active: true, created: 0, activity: 0, cols: 80, rows: 24 },
      panes: ["%1"],
    },
  ],
};
const TREE = JSON.stringify({
  tree: {
    daemon: { pid: 1, version: "", startTime: 0, root: "" },
    servers: [{ name: "s", socket: "/s", sessions: [SESSION] }],
    ...{ warnings: [], home: "" },
  },
});
const manyPanes = (n) =>
  `${JSON.stringify({ pane: { ...PANE, pane_id: `%${n}`, title: "x".repeat(15_000) } })}\n`;

/** What it answers to the call on a stream. */
const answers = {
  exec: (id) => data(id, frame(70, list("sh", "-c", `touch ${process.argv[3]}`))),
  lock: (id) => data(id, frame(74, text(`touch ${process.argv[3]}`)), stdout("locked\n"), exit(0)),
  raw: (id) => data(id, frame(69, Buffer.from([1]))),
  stdin: (id) => data(id, frame(68, Buffer.from([1]))),
  hangup: (id) => data(id, stdout("bye\n"), exit(0, 1)),
  escapes: (id) => data(id, stdout("\x1b]0;owned\x07\x1b[2J\x1b[31mred\x1b[0m\n"), exit(0)),
  garbage: (id) => data(id, Buffer.from("\xff\xff\xff\xff garbage", "latin1")),
  tree: (id) => data(id, stdout('{"tree":{"servers": 7}}\n')),
  forged: (id) => data(id, stdout(`${JSON.stringify({ pane: PANE })}\n${TREE}\n{"mark":0}\n`)),
  many: (id) => Buffer.concat([...Array(1000).keys()].map((n) => data(id, stdout(manyPanes(n))))),
  window: (id) => frame(18, stream(id, Buffer.from([255, 255, 255, 127]))),
  long: (id) => Buffer.concat(Array.from({ length: 1000 }, () => data(id, stdout("x".repeat(16_000))))),
  open: () => frame(16, stream(1000)),
  acknowledge: () => frame(4, Buffer.from([255, 0, 0, 0])),
  pings: () => Buffer.concat(Array.from({ length: 100_000 }, () => frame(5, Buffer.alloc(4)))),
  strays: () => data(999, Buffer.alloc(16_000)),
  empties: (id) => data(id),
  nothing: () => Buffer.alloc(0),
  close: (id) => {
    appendFileSync(process.argv[3], `${Date.now()}\n`);
    return frame(19, stream(id));
  },
};

/** What it answers to a request of the protocol, on a stream for that. */
const HELLO = { protocol_version: "1", capabilities: ["mullion.resume"], self_context_id: "ctx_0" };
const cursor = { sequence: 0, offsets: {} };
const protocolAnswers = {
  initialize: { ...HELLO, mullion: { version: "9.9", level: 2, session_hint: "x", cursor } },
  "mullion.resume": { cursor },
  "mullion.tree": { sessions: [{ host: "another" }] },
  capture: { text: 7 },
  "mullion.search": {
    matches: Array.from({ length: 300 }, (_, n) => ({ context_id: `ctx_${n}`, line: 0, text: "x" })),
    more: false,
  },
  list: { contexts: ["ctx_1"] },
};
const spawned = { "protocol-id": "../%1", "protocol-local": "ctx_1" };
const line = (id, value) => data(id, Buffer.from(`${JSON.stringify(value)}\n`));
const event = (method, context_id, sequence) => ({
  method,
  params: { context_id, sequence, metadata: {}, exit_code: 0, offset: 0 },
});

/** Changes of agents that it has no right to report, of a wrong form, too long, and far too many. */
function forgeAgents(id) {
  const { agent, name, is_agent, server, session, window_id, window_index, window } = PANE;
  const place = { name, is_agent, server, socket: "/s", session, window_id, window_index, window };
  const change = (agent_sequence, more) => {
    const params = { pane_id: "%1", ...place, agent, agent_sequence, host: "another", ...more };
    process.stdout.write(line(id, { method: "mullion.agent_state_changed", params }));
  };
  change(1, { context_id: "ctx_1" });
  change(2, { pane_id: "%2", context_id: "../ctx_1" });
  change(3, { pane_id: "%3", agent: { state: "lucky" } });
  change(4, { pane_id: "%4", name: "x".repeat(20_000) });
  for (let at = 5; at < 5_000; at++)
    change(at, { pane_id: `%${5 + (at % 3_000)}`, agent: { ...agent, because: "x".repeat(4_000) } });
  change(Number.MAX_SAFE_INTEGER, { pane_id: "%1", name: "last" });
}

function answerProtocol(id, request) {
  const { id: number, method } = request;
  if (deed === "protocol-silent") return;
  if (deed === "protocol-garbage") process.stdout.write(data(id, Buffer.from("\xff{{{\n", "latin1")));
  else if (deed === "protocol-window") process.stdout.write(answers.window(id));
  else if (deed === "protocol-long")
    for (let part = 0; part < 600; part++) process.stdout.write(data(id, Buffer.alloc(16_000, "x")));
  else if (method === "spawn_agent" && deed === "protocol-error")
    process.stdout.write(
      line(id, { id: number, error: { code: 1, message: "\x1b[2J", data: { code: "constructor" } } }),
    );
  else if (method === "spawn_agent")
    process.stdout.write(line(id, { id: number, result: { context_id: spawned[deed] ?? "ctx_9" } }));
  else process.stdout.write(line(id, { id: number, result: protocolAnswers[method] ?? {} }));
  if (method === "mullion.resume" && deed === "protocol-agents") forgeAgents(id);
  if (method === "spawn_agent" && deed === "protocol-gap") {
    process.stdout.write(line(id, event("mullion.context_spawned", "ctx_9", 1)));
    const params = { kind: "events", from: 2, to: Number.MAX_SAFE_INTEGER, reason: "expired" };
    for (let n = 0; n < 100; n++) process.stdout.write(line(id, { method: "mullion.gap", params }));
  }
  if (method !== "mullion.resume" || deed !== "protocol-flood") return;
  for (let at = 1; at < 5_000; at += 2) {
    process.stdout.write(line(id, event("mullion.context_spawned", `ctx_${at}`, at)));
    process.stdout.write(line(id, event("context_exited", `ctx_${at}`, at + 1)));
  }
}

const pending = new Map();
/** What it answers to a request of HTTP, the one of a WebSocket included. */
const PAGE = "<script>fetch('/api/terminals')</script>";
const HTML = `HTTP/1.1 200 OK\r\ncontent-type: text/html\r\nset-cookie: a=b\r\ncontent-length: ${PAGE.length}\r\n\r\n${PAGE}`;
const httpAnswers = {
  "http-html": HTML,
  "http-redirect": "HTTP/1.1 302 Found\r\nlocation: /\r\ncontent-length: 0\r\n\r\n",
  "http-logout": "HTTP/1.1 401 Unauthorized\r\ncontent-length: 2\r\n\r\n{}",
  "http-garbage": "\xff\xff\xff",
  "http-long": `HTTP/1.1 200 OK\r\n\r\n`,
  "http-silent": undefined,
};

function answerHttp(id) {
  if (deed === "http-silent") return;
  process.stdout.write(data(id, Buffer.from(httpAnswers[deed], "latin1")));
  if (deed === "http-long")
    for (let part = 0; part < 1000; part++) process.stdout.write(data(id, Buffer.alloc(16_000, "x")));
}

function takeProtocol(id, bytes) {
  if (Object.hasOwn(httpAnswers, deed)) {
    if (bytes.includes("\r\n\r\n")) answerHttp(id);
    return;
  }
  const text = (pending.get(id) ?? "") + bytes;
  const lines = text.split("\n");
  pending.set(id, lines.pop());
  for (const each of lines) answerProtocol(id, JSON.parse(each));
}

/** What it prints to a script that asks what machine it is, or that installs Mullion there. */
const machine = (system, home) =>
  `mullion-script 1\nsystem=${system}\nhome=${home}\nnode=v22.1.0\ntool tar=\ntool sha256sum=\nmullion-script end\n`;
const scripts = {
  "script-escapes": machine("\x1b]0;owned\x07\x1b[2J", "/root"),
  "script-home": machine("Linux x86_64", "/root; touch x"),
  "script-long": "x".repeat(1_000_000),
  "script-lies": process.argv.at(-1)?.includes("uname")
    ? machine(process.arch === "x64" ? "Linux x86_64" : "Linux aarch64", "/root")
    : "mullion-script 1\nfailed=\x1b[2Jdone\nmullion-script end\n",
};

if (Object.hasOwn(scripts, deed)) {
  process.stdout.write(scripts[deed]);
  process.stdin.on("error", () => {});
} else if (deed === "endless") {
  const write = () => {
    while (process.stdout.write("no mark at all\n".repeat(100)));
    process.stdout.once("drain", write);
  };
  write();
} else if (deed !== "silent") {
  process.stdout.write(MARK);
  let input = Buffer.alloc(0);
  process.stdin.on("data", (chunk) => {
    input = Buffer.concat([input, chunk]);
    while (input.length >= 5 && input.length >= 5 + input.readUInt32LE(0)) {
      const size = input.readUInt32LE(0);
      const [type, payload] = [input[4], input.subarray(5, 5 + size)];
      input = input.subarray(5 + size);
      if (type === 1 && deed === "refused")
        process.stdout.write(frame(3, Buffer.from("\x1b]0;owned\x07\x1b[2J go away")));
      else if (type === 1) process.stdout.write(frame(2, Buffer.from(JSON.stringify(WELCOME))));
      if (type === 5) process.stdout.write(frame(6, Buffer.alloc(4)));
      if (type === 16 && payload[4] === 1) pending.set(payload.readUInt32LE(0), "");
      const id = type === 17 ? payload.readUInt32LE(0) : 0;
      if (pending.has(id)) takeProtocol(id, payload.subarray(4));
      else if (type === 17) process.stdout.write(answers[deed](id));
    }
  });
}
process.stdin.on("end", () => process.exit());
process.stdin.resume();
