/**
 * Peers that speak the link's protocol: `node host-peers.mjs SOCKET PANES`. Each connection to the socket is the pipe of one
 * host with so many panes, and the far end of the link is the product's own. One process plays all of them, so that the
 * figures are those of the daemon that looks at them. Once a second, one pane of each host changes.
 */
import { createServer } from "node:net";
import { LinkSession } from "../dist/hosts/link-session.js";
import { decodeHello, encodeJson, LINK_FRAME, LINK_MARK, LINK_VERSION } from "../dist/hosts/link-wire.js";
import {
  CLIENT_WIRE_VERSION,
  decodeClientMessage,
  encodeStdout,
  encodeWantStdin,
} from "../dist/wire/client-wire.js";
import { FrameDecoder } from "../dist/wire/frames.js";

const [socketPath, count] = [process.argv[2], Number(process.argv[3])];
const CHANGE_MS = 1_000;
const line = (value) => `${JSON.stringify(value)}\n`;

const pane = (index, lastLine) => ({
  ...{ pane_id: `%${index}`, title: "vm", metadata: { name: `agent-${index}` }, command: ["claude"] },
  ...{
    foreground: "claude",
    cwd: "/home/user/app",
    pid: 1000 + index,
    tty: "/dev/pts/7",
    cols: 120,
    rows: 40,
  },
  ...{ left: 0, top: 0, active: true, name: `agent-${index}`, is_agent: true, server: "mullion" },
  ...{ socket: "/tmp/tmux-1000/mullion", session: `s${index}`, window_id: `@${index}`, window_index: 0 },
  ...{ window: "claude", last_line: lastLine, running: true, exit: null },
  agent: {
    ...{ state: "working", because: "its program prints", rule: "quiet", confidence: 0.7, unread: false },
    ...{ since: 1_800_000_000_000 + index, program: "claude" },
  },
});

const session = (index) => ({
  ...{ id: `$${index}`, name: `s${index}`, cwd: "/home/user/app", created: 1_800_000_000_000, attached: 0 },
  windows: [
    {
      ...{ id: `@${index}`, index: 0, name: "claude", active: true, created: 1_800_000_000_000 },
      ...{ activity: 1_800_000_000_000, cols: 120, rows: 40, panes: [`%${index}`] },
    },
  ],
});

const tree = {
  daemon: { pid: 1, version: "0", startTime: 1_800_000_000_000, root: "/" },
  servers: [
    {
      ...{ name: "mullion", socket: "/tmp/tmux-1000/mullion" },
      sessions: Array.from({ length: count }, (_, index) => session(index)),
    },
  ],
  ...{ warnings: [], home: "/home/user" },
};

const report = [
  ...Array.from({ length: count }, (_, index) => line({ pane: pane(index, "a line of its work") })),
  ...[line({ tree }), line({ mark: 0 })],
].join("");

/** Runs `report-panes`, the only verb here. */
function serveCall(stream) {
  let step = 0;
  const print = (text) => stream.write(encodeStdout(Buffer.from(text)));
  const decoder = new FrameDecoder(1 << 20, (frame) => {
    const message = decodeClientMessage(frame);
    if (message.kind === "hello") {
      stream.write(encodeWantStdin(true));
      print(report);
    } else if (message.kind === "stdin")
      print(line({ mark: Number(String(message.bytes).trim().split("\n").at(-1)) }));
  });
  const change = () => print(line({ pane: pane(++step % count, `step ${step} of its work`) }));
  const timer = setInterval(change, CHANGE_MS * (0.5 + Math.random()));
  stream.onEnd = () => clearInterval(timer);
  stream.onData = (bytes) => {
    decoder.push(bytes);
    stream.consumed(bytes.length);
  };
}

const server = createServer((pipe) => {
  const far = new LinkSession({ accept: serveCall });
  let isOpen = false;
  const decoder = new FrameDecoder(1 << 20, (frame) => {
    if (isOpen) return far.receive(frame);
    decodeHello(frame.payload);
    isOpen = true;
    const about = { version: "0", clientWire: CLIENT_WIRE_VERSION, level: 1, node: process.version };
    pipe.write(encodeJson(LINK_FRAME.WELCOME, { link: LINK_VERSION, ...about, resumed: false, received: 0 }));
    far.resume({ write: (bytes) => pipe.write(bytes) }, 0);
  });
  pipe.write(LINK_MARK);
  pipe.on("data", (bytes) => decoder.push(bytes));
  pipe.on("drain", () => far.drained());
  pipe.on("error", () => {});
  pipe.on("close", () => far.close());
});
server.listen(socketPath, () => process.stdout.write("ready\n"));
process.stdin.on("end", () => process.exit()).resume();
