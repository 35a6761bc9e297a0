/**
 * What the client starts instead of the daemon, in tests of the start. FAKE_DAEMON says how it behaves. Each start adds a line to
 * `starts` in its directory. It answers every call with its pid and ends when it is called with `stop`.
 */
import {
  appendFileSync,
  closeSync,
  existsSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";

const directory = process.env.MULLION_DIR;
const readyFd = Number(process.env.MULLION_READY_FD);
appendFileSync(join(directory, "starts"), `${process.pid}\n`);

function startsSoFar() {
  return readFileSync(join(directory, "starts"), "utf8").trim().split("\n").length;
}

function tell(line) {
  writeSync(readyFd, `${line}\n`);
  closeSync(readyFd);
}

function frame(type, payload) {
  const header = Buffer.alloc(5);
  header.writeUInt32LE(payload.length);
  header[4] = type;
  return Buffer.concat([header, payload]);
}

/** How this process was started, as seen from inside before anything of its own is open. */
function facts() {
  const fds = readdirSync("/proc/self/fd").map((fd) => {
    try {
      return [fd, readlinkSync(`/proc/self/fd/${fd}`)];
    } catch {
      return [fd, ""];
    }
  });
  return {
    cwd: process.cwd(),
    env: process.env,
    execArgv: process.execArgv,
    fds: Object.fromEntries(fds),
  };
}

function serve() {
  const server = createServer((socket) => {
    socket.once("data", (chunk) => {
      socket.end(Buffer.concat([frame(65, Buffer.from(`${process.pid}\n`)), frame(67, Buffer.from([0]))]));
      if (chunk.includes(Buffer.from("\x04\0\0\0stop", "latin1"))) server.close();
    });
    socket.on("error", () => {});
  });
  rmSync(join(directory, "daemon.sock"), { force: true });
  server.listen(join(directory, "daemon.sock"), () => tell("ready"));
}

const behaviours = {
  ready: serve,
  error: () => tell("error: the state directory cannot be written"),
  dies: () => process.exit(3),
  /** The first three die, as one that is killed does. */
  "dies at first": () => (startsSoFar() < 4 ? process.kill(process.pid, "SIGKILL") : serve()),
  hangs: () => setInterval(() => {}, 1000),
  /** Ready only when the test allows it. */
  waits() {
    const timer = setInterval(() => {
      if (!existsSync(join(directory, "go"))) return;
      clearInterval(timer);
      serve();
    }, 5);
  },
};

writeFileSync(join(directory, "facts.json"), JSON.stringify(facts()));
console.log("this goes to the log");
behaviours[process.env.FAKE_DAEMON ?? "ready"]();
