import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, statSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { type OuterTerminal, openTerminal } from "../attach/outer-terminal.ts";
import { root } from "../fixtures/daemon.ts";
import { waitFor } from "../fixtures/wait-for.ts";
import { need } from "../setup/need.ts";
import { answerIn, hello, speakAs } from "./speak-as.ts";
import { accountOf, canActAsOthers, prepareMachine, type SharedMachine, type User, uidOf } from "./users.ts";

const as = canActAsOthers();
const W = accountOf("writer");
const R = accountOf("reader");
const O = accountOf("owner");

type Step = readonly [user: User, ...argv: string[]];

/** One after the other, on a socket that its owner has opened to all. */
const STEPS: readonly Step[] = [
  ["writer", "list-sessions", "-F", "#S"],
  ["writer", "kill-server"],
  ["writer", "nosuchcommand"],
  ["writer", "-C", "list-sessions"],
  ["writer", "-C", "attach-session"],
  ["writer", "-C", "nosuchcommand"],
  ["root", "list-sessions", "-F", "#S"],
  ["owner", "server-access", "-l"],
  ["owner", "server-access", "-a", W],
  ["owner", "server-access", "-a", W],
  ["owner", "server-access", "-r", R],
  ["owner", "server-access", "-l"],
  ["writer", "list-sessions", "-F", "#S"],
  ["writer", "-L", "other", "list-sessions", "-F", "#S"],
  ["writer", "new-window", "-d", "-n", "made", "cat"],
  ["owner", "list-windows", "-F", "#W"],
  ["writer", "set-option", "-g", "@by", "writer"],
  ["owner", "show-options", "-gv", "@by"],
  ["writer", "server-access", "-l"],
  ["writer", "server-access", "-a", W],
  ["writer", "attach-session"],
  ["writer", "display-message", "-p", "#{user} #{uid}"],
  ["reader", "list-sessions"],
  ["reader", "run-shell", "true"],
  ["reader", "attach-session"],
  ["reader", "show-options", "-g"],
  ["reader", "list-clients"],
  ["reader", "list-commands"],
  ["reader", "server-access", "-l"],
  ["reader", "nosuchcommand"],
  ["unlisted", "list-sessions"],
  ["owner", "server-access", "-d", W],
  ["writer", "list-sessions"],
  ["owner", "server-access", "-d", W],
  ["owner", "server-access", "-w", R],
  ["reader", "list-sessions", "-F", "#S"],
  ["owner", "server-access", "-l"],
  ["owner", "server-access", "-r", "root"],
  ["owner", "server-access", "-d", O],
  ["owner", "server-access", "nosuchuser"],
  ["owner", "server-access", R],
  ["owner", "server-access", W],
  ["owner", "server-access", "-l"],
  ["owner", "server-access", "-ar", W],
  ["owner", "server-access", "-aw", W],
  ["owner", "server-access", "-ad", W],
  ["owner", "server-access", "-rw", W],
  ["owner", "server-access", "-l"],
  ["writer", "-S", "/tmp/mu-nowhere/none", "list-sessions"],
];

/** What our client makes of another user's server that is the real tmux. */
describe.runIf(as && need("tmux"))("a real tmux of another user", () => {
  test("is named, and left alone", async () => {
    const machine = prepareMachine("real");
    const path = join(machine.sockets, "x");
    try {
      await machine.tmux("owner", "-S", path, "-f", "/dev/null", "new-session", "-d", "-s", "one", "cat");
      await machine.tmux("owner", "-S", path, "server-access", "-a", W);
      chmodSync(path, 0o666);
      expect(await machine.run("writer", join(root, "bin/tmux"), "-S", path, "list-sessions")).toEqual({
        stdout: "",
        stderr: `${path} belongs to a server of another program (a real tmux?)\n`,
        status: 1,
      });
      expect((await machine.tmux("writer", "-S", path, "list-sessions", "-F", "#S")).stdout).toBe("one\n");
    } finally {
      await machine.tmux("owner", "-S", path, "kill-server");
      await machine.stop();
    }
  });
});

/** tmux reports success to a user whom it refuses; we never do. */
const REFUSED: readonly string[] = ["access not allowed\n", "%exit access not allowed\n"];

const isRefused = (program: "ours" | "real", said: string) => program === "real" && REFUSED.includes(said);

describe.runIf(as && need("tmux"))("server-access beside the real tmux", () => {
  const machines: SharedMachine[] = [];
  afterAll(() => Promise.all(machines.map((machine) => machine.stop())));

  async function play(program: "ours" | "real"): Promise<string[]> {
    const machine = prepareMachine(program);
    machines.push(machine);
    const path = join(machine.sockets, "x");
    await machine.tmux(
      "owner",
      "-S",
      path,
      "-f",
      "/dev/null",
      "new-session",
      "-d",
      "-s",
      "one",
      "-n",
      "first",
      "cat",
    );
    const closed = await machine.tmux("writer", "-S", path, "list-sessions");
    const closedToNew = await machine.tmux("writer", "-S", path, "new-session", "-d");
    chmodSync(path, 0o666);
    const said = [closed, closedToNew].map(({ stdout, stderr, status }) => ({ stdout, stderr, status }));
    for (const [user, ...argv] of STEPS) {
      const named = argv[0] === "-S" ? argv : ["-S", path, ...argv];
      const { stdout, stderr, status } = await machine.tmux(user, ...named);
      said.push({ stdout, stderr, status: isRefused(program, stdout + stderr) ? 1 : status });
    }
    await machine.tmux("owner", "-S", path, "kill-server");
    return said.map(({ stdout, stderr, status }, i) =>
      `${STEPS[i - 2]?.join(" ") ?? "closed"} → ${stdout}${stderr}[${status}]`.replaceAll(machine.dir, "DIR"),
    );
  }

  test("says the same to everybody", async () => {
    const [ours, real] = await Promise.all([play("ours"), play("real")]);
    expect(ours).toEqual(real);
  });
});

describe.runIf(as)("another user", () => {
  let machine: SharedMachine;
  let path: string;
  const tmux = (user: User, ...argv: string[]) => machine.tmux(user, "-S", path, ...argv);

  beforeAll(async () => {
    machine = prepareMachine();
    path = join(machine.sockets, "x");
    await tmux("owner", "-f", "/dev/null", "new-session", "-d", "-s", "one", "-x", "80", "-y", "24", "cat");
    await tmux("owner", "set-option", "-g", "status", "off");
    await machine.tmux(
      "owner",
      "-L",
      "private",
      "-f",
      "/dev/null",
      "new-session",
      "-d",
      "-s",
      "secret",
      "cat",
    );
    chmodSync(path, 0o666);
  });
  afterEach(async () => {
    for (const account of [W, R]) await tmux("owner", "server-access", "-d", account);
  });
  afterAll(() => machine?.stop());

  async function attach(user: User, ...flags: string[]): Promise<OuterTerminal> {
    const uid = uidOf(user);
    const client = `${root}bin/tmux -S ${path} ${flags.join(" ")} attach`;
    const env = machine.env(user) as Record<string, string>;
    const become = `setpriv --reuid=${uid} --regid=${uid} --clear-groups`;
    const daemon = { env: { ...env, HOME: "/" } } as never;
    return openTerminal(daemon, `${become} ${client}; echo "left with $?"`, { env });
  }
  const clients = async () =>
    (await tmux("owner", "list-clients", "-F", "#{client_user} #{client_uid} #{client_flags}")).stdout;

  test("types with write access, and is disconnected when that is withdrawn", async () => {
    await tmux("owner", "server-access", "-a", W);
    const terminal = await attach("writer");
    await waitFor(async () => (await clients()).includes(`${W} ${uidOf("writer")} attached`), "the client");
    terminal.type("typed by the writer\r");
    await waitFor(
      async () => (await tmux("owner", "capture-pane", "-p")).stdout.includes("typed by the writer"),
      "the line",
    );
    await tmux("owner", "server-access", "-d", W);
    await terminal.see("left with 0");
    expect(terminal.output).toContain("[access not allowed]");
    expect(await clients()).toBe("");
  });

  test("only looks where read access was given, and types once it may", async () => {
    await tmux("owner", "server-access", "-r", R);
    const terminal = await attach("reader");
    await waitFor(async () => (await clients()).includes("read-only"), "the client");
    terminal.type("typed by the reader\r");
    await tmux("owner", "send-keys", "typed by the owner", "Enter");
    await terminal.see("typed by the owner");
    expect((await tmux("owner", "capture-pane", "-p")).stdout).not.toContain("typed by the reader");
    await tmux("owner", "server-access", "-w", R);
    expect(await clients()).not.toContain("read-only");
    terminal.type("now it is\r");
    await terminal.see("now it is");
    await tmux("owner", "server-access", "-r", R);
    expect(await clients()).toContain("read-only");
  });

  test("is disconnected from a control client too", async () => {
    await tmux("owner", "server-access", "-a", W);
    const terminal = await attach("writer", "-C");
    await terminal.see("%session-changed");
    await tmux("owner", "server-access", "-d", W);
    await terminal.see("%exit access not allowed");
  });

  test("waits no longer for a command when access is withdrawn", async () => {
    await tmux("owner", "server-access", "-a", W);
    const begun = join(machine.sockets, "begun");
    const end = join(machine.sockets, "end");
    execFileSync("mkfifo", ["-m", "666", end]);
    const words = ["run-shell", `touch ${begun}; read line < ${end}`, ";", "set-option", "-g", "@after", "1"];
    const waiting = tmux("writer", ...words);
    await waitFor(() => existsSync(begun), "the command");
    await tmux("owner", "server-access", "-d", W);
    expect(await waiting).toEqual({ stdout: "", stderr: "access not allowed\n", status: 1 });
    await writeFile(end, "\n");
    expect((await tmux("owner", "show-options", "-gqv", "@after")).stdout).toBe("");
  });

  test("keeps its access when the daemon is killed", async () => {
    await tmux("owner", "server-access", "-a", W);
    await tmux("owner", "server-access", "-r", R);
    const { stdout: pid } = await tmux("owner", "display-message", "-p", "#{pid}");
    process.kill(Number(pid), "SIGKILL");
    expect((await tmux("owner", "server-access", "-l")).stdout).toBe(`${O} (W)\n${R} (R)\n${W} (W)\n`);
    expect((await tmux("writer", "list-sessions", "-F", "#S")).stdout).toBe("one\n");
  });

  test("keeps its access when the daemon is replaced, and the socket is as closed as it was", async () => {
    await tmux("owner", "server-access", "-a", W);
    const closed = join(machine.sockets, "closed");
    await machine.tmux("owner", "-S", closed, "-f", "/dev/null", "new-session", "-d", "cat");
    const { status, stderr } = await machine.run("owner", join(root, "bin/mullion"), "upgrade");
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect((await tmux("writer", "list-sessions", "-F", "#S")).stdout).toBe("one\n");
    expect(statSync(path).mode & 0o777).toBe(0o666);
    expect(statSync(closed).mode & 0o777).toBe(0o600);
    await machine.tmux("owner", "-S", closed, "kill-server");
  });

  test.each([
    ["-L", "private"],
    ["-S", "private"],
  ])("reaches no other server of the owner (%s)", async (flag) => {
    await tmux("owner", "server-access", "-a", W);
    const other =
      flag === "-L" ? ["-L", "private"] : ["-S", `${machine.dir}/t-owner/tmux-${uidOf("owner")}/private`];
    const environment = ["LANG=C.UTF-8", `TMUX=${other[1]},1,0`];
    const bytes = hello({ argv: [...other, "list-sessions", "-F", "#S"], environment });
    const [{ reply } = { reply: Buffer.alloc(0) }] = await speakAs(machine, "writer", [{ path, bytes }]);
    expect(answerIn(reply).stdout).toBe("one\n");
  });

  const HOLE = "#(touch DIR/s/hole)";
  const REFUSED_TO_READERS = [
    ["list-clients", "-F", HOLE],
    ["attach-session", "-c", HOLE],
    ["attach-session", "-d"],
    ["attach-session", "-x"],
    ["detach-client", "-a"],
    ["detach-client", "-E", "touch DIR/s/hole"],
    ["detach-client", "-s", "one"],
    ["switch-client", "-r"],
    ["switch-client", "-c", "x"],
    ["detach-client"],
    ["refresh-client"],
    ["send-keys", "x"],
    ["run-shell", "touch DIR/s/hole"],
    ["list-clients", ";", "run-shell", "touch DIR/s/hole"],
  ];
  test.each(REFUSED_TO_READERS.map((words) => [words.join(" "), words] as const))(
    "with read access cannot run: %s",
    async (_, words) => {
      await tmux("owner", "server-access", "-r", R);
      const argv = words.map((word) => word.replace("DIR", machine.dir));
      expect(await tmux("reader", ...argv)).toEqual({
        stdout: "",
        stderr: "client is read-only\n",
        status: 1,
      });
      expect(existsSync(join(machine.sockets, "hole"))).toBe(false);
    },
  );

  test("with read access changes nothing through a control client", async () => {
    await tmux("owner", "server-access", "-r", R);
    const terminal = await attach("reader", "-C");
    await terminal.see("%session-changed");
    terminal.type("set-option -g @by reader\r");
    await terminal.see("client is read-only");
    terminal.type("BY_READER=1\rlist-clients -F '#{client_user}'\r");
    await waitFor(() => terminal.output.split("client is read-only").length > 2, "the second refusal");
    expect((await tmux("owner", "show-options", "-gqv", "@by")).stdout).toBe("");
    expect((await tmux("owner", "show-environment", "-g", "BY_READER")).status).toBe(1);
  });

  test("with read access leaves the session's environment alone", async () => {
    await tmux("owner", "server-access", "-r", R);
    await tmux("owner", "set-environment", "-t", "one", "SSH_AUTH_SOCK", "the owner's");
    const terminal = await attach("reader");
    await waitFor(async () => (await clients()).includes("read-only"), "the client");
    const { stdout } = await tmux("owner", "show-environment", "-t", "one", "SSH_AUTH_SOCK");
    expect(stdout).toBe("SSH_AUTH_SOCK=the owner's\n");
    terminal.type("\x02d");
    await terminal.see("left with 0");
    expect(terminal.output).toContain("[detached (from session one)]");
  });

  test("is not made to run a program by the owner's server", async () => {
    await tmux("owner", "server-access", "-a", W);
    const terminal = await attach("writer");
    await waitFor(async () => (await clients()).includes(W), "the client");
    await tmux("owner", "detach-client", "-a", "-E", `touch ${machine.sockets}/ran`, "-t", "nosuch");
    await tmux("owner", "detach-client", "-s", "one", "-E", "echo it ran");
    await terminal.see("left with 1");
    expect(terminal.output).toContain("asked to run a program here: refused");
    expect(terminal.output).not.toContain("it ran\r");
  });

  test("starts no daemon of its own for a socket that it may not reach", async () => {
    chmodSync(path, 0o600);
    const { stderr, status } = await tmux("unlisted", "new-session", "-d");
    expect({ stderr, status }).toEqual({
      stderr: `error connecting to ${path} (Permission denied)\n`,
      status: 1,
    });
    expect(existsSync(join(machine.dir, "m-unlisted/daemon.sock"))).toBe(false);
    chmodSync(path, 0o666);
  });
});
