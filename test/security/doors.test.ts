import { chmodSync, linkSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { encodePreamble } from "../../src/wire/frames.ts";
import { answerIn, hello, speakAs } from "./speak-as.ts";
import { accountOf, canActAsOthers, prepareMachine, type SharedMachine, type User } from "./users.ts";

/**
 * Who reaches which door on which socket: every user, every kind of socket, every protocol that a connection may begin
 * with. What each cell must be stands in `expected`.
 */
const USERS = ["owner", "root", "writer", "reader", "unlisted"] as const;
const SOCKETS = ["daemon", "daemon, opened", "-S 0600", "-S 0666", "-L"] as const;
const DOORS = ["tmux", "mullion verb", "NDJSON", "HTTP", "holder wire", "garbage"] as const;

type SocketKind = (typeof SOCKETS)[number];
type DoorKind = (typeof DOORS)[number];

const NOT_ALLOWED = "not allowed";
const UNREACHABLE = "EACCES";

/** Whoever has every door: what each of them answers. */
const SERVED: Readonly<Record<DoorKind, string>> = {
  tmux: "listed",
  "mullion verb": "listed",
  NDJSON: "JSON",
  HTTP: "HTTP 200",
  "holder wire": "refused: this is the socket for clients",
  garbage: "JSON",
};

/** Another user with access: the client's door of that one server, as `tmux` alone. */
const CONFINED: Readonly<Record<DoorKind, string>> = {
  tmux: "listed",
  "mullion verb": "refused: access not allowed",
  NDJSON: "nothing",
  HTTP: "nothing",
  "holder wire": "refused: this is the socket for clients",
  garbage: "nothing",
};

function expected(user: User, socket: SocketKind, door: DoorKind): string {
  if (user === "owner" || user === "root") return SERVED[door];
  if (socket === "daemon, opened") return NOT_ALLOWED;
  if (socket !== "-S 0666") return UNREACHABLE;
  if (user === "unlisted") return NOT_ALLOWED;
  if (user === "reader" && door === "tmux") return "read-only";
  return CONFINED[door];
}

describe.runIf(canActAsOthers())("users × sockets × doors", () => {
  let machine: SharedMachine;
  let outcomes: Map<string, string>;

  beforeAll(async () => {
    machine = prepareMachine();
    for (const path of [pathOf("-S 0600"), pathOf("-S 0666")]) {
      const { stderr } = await machine.tmux(
        "owner",
        "-S",
        path,
        "-f",
        "/dev/null",
        "new-session",
        "-d",
        "-s",
        "one",
      );
      expect(stderr).toBe("");
      await machine.tmux("owner", "-S", path, "server-access", "-a", accountOf("writer"));
      await machine.tmux("owner", "-S", path, "server-access", "-r", accountOf("reader"));
    }
    await machine.tmux("owner", "-L", "named", "-f", "/dev/null", "new-session", "-d", "-s", "one");
    await machine.tmux("owner", "-L", "named", "server-access", "-a", accountOf("writer"));
    chmodSync(pathOf("-S 0666"), 0o666);
    chmodSync(pathOf("-L"), 0o666);
    outcomes = new Map();
    // A second name with an open mode, as if the owner had opened the socket: the daemon's own socket still serves no
    // other user.
    linkSync(pathOf("daemon"), pathOf("daemon, opened"));
    chmodSync(pathOf("daemon, opened"), 0o666);
    for (const user of USERS) await fill(user);
  });
  afterAll(() => machine?.stop());

  function pathOf(kind: SocketKind): string {
    if (kind === "-S 0600" || kind === "-S 0666") return join(machine.sockets, kind.slice(3));
    if (kind === "-L") {
      const base = join(machine.dir, "t-owner");
      return join(base, readdirSync(base)[0]!, "named");
    }
    return kind === "daemon" ? join(machine.dir, "m-owner/daemon.sock") : join(machine.sockets, "daemon");
  }

  async function fill(user: User): Promise<void> {
    const cells = SOCKETS.flatMap((kind) => DOORS.map((door) => ({ kind, door })));
    const said = cells.map(({ kind, door }) => ({
      path: pathOf(kind),
      bytes: opening(door, pathOf("-S 0666")),
      line: door === "NDJSON" || door === "garbage",
    }));
    const answers = await speakAs(machine, user, said);
    for (const [i, { kind, door }] of cells.entries())
      outcomes.set(`${user} ${kind} ${door}`, classify(answers[i]!));
  }

  describe.each(USERS)("%s", (user) => {
    describe.each(SOCKETS)("on the socket: %s", (socket) => {
      test.each(DOORS)("%s", (door) => {
        expect(outcomes.get(`${user} ${socket} ${door}`)).toBe(expected(user, socket, door));
      });
    });
  });
});

function opening(door: DoorKind, socketPath: string): Buffer {
  switch (door) {
    case "tmux":
      return hello({ argv: ["-S", socketPath, "list-sessions"] });
    case "mullion verb":
      return hello({ program: "mullion", argv: ["ls"] });
    case "NDJSON":
      return Buffer.from('{"jsonrpc":"2.0","id":1,"method":"list","params":{}}\n');
    case "HTTP":
      return Buffer.from("GET /metrics HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
    case "holder wire":
      return encodePreamble("h", 1);
    case "garbage":
      return Buffer.from("\x00\x01garbage\n");
  }
}

function classify({ end, reply: bytes }: { readonly end: string; readonly reply: Buffer }): string {
  if (bytes.length === 0) return end === "closed" || end === "ECONNRESET" ? "nothing" : end;
  if (bytes.subarray(0, 5).toString() === "HTTP/") return `HTTP ${bytes.toString().split(" ")[1]}`;
  if (bytes[0] === 0x7b) return "JSON";
  return classifyFrames(bytes);
}

function classifyFrames(bytes: Buffer): string {
  const { stdout, stderr, status, refused } = answerIn(bytes);
  if (refused !== undefined) return `refused: ${refused}`;
  if (status === 1 && stderr === "access not allowed\n" && stdout === "") return NOT_ALLOWED;
  if (status === 1 && stderr === "client is read-only\n" && stdout === "") return "read-only";
  return status === 0 && stdout.includes("one") ? "listed" : `${status}: ${stdout}${stderr}`;
}
