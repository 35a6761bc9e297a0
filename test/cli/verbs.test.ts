import { mkdirSync, realpathSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { TreeDescription } from "../../src/cli/describe-tree.ts";
import { prepareInstance } from "../fixtures/daemon.ts";
import { daemonForAll } from "../fixtures/daemon-for-all.ts";
import { waitFor } from "../fixtures/wait-for.ts";
import { programPath } from "../setup/need.ts";
import { verbsOf } from "./verbs-of.ts";

const daemon = daemonForAll();
const { run } = verbsOf(daemon);
const home = realpathSync(daemon.env.HOME!);

const tree = async (): Promise<TreeDescription> => JSON.parse((await daemon.run("ls", "--json")).stdout);
const sessions = async () => (await tree()).servers.flatMap((server) => server.sessions);
const captured = async (pane: string, ...argv: string[]) =>
  (await daemon.run("capture", pane, ...argv)).stdout;

describe("up", () => {
  test("says where the daemon is", async () => {
    const { stdout, status } = await daemon.run("up");
    expect(stdout).toContain(`daemon ${daemon.pid()} in ${daemon.env.MULLION_DIR}`);
    expect(status).toBe(0);
    expect(JSON.parse((await daemon.run("up", "--json")).stdout)).toMatchObject({ pid: daemon.pid() });
  });
});

describe("mullion without a verb", () => {
  test("makes one session for a directory, and finds it again", async () => {
    const directory = join(home, "my app.js");
    mkdirSync(directory);
    const first = await daemon.run({ cwd: directory });
    expect(first.stdout).toContain(`Session my-app-js started in ${directory}`);
    expect(first.status).toBe(0);
    const second = await daemon.run({ cwd: directory });
    expect(second.stdout).toContain(`Session my-app-js runs in ${directory}`);
    expect((await sessions()).filter(({ cwd }) => cwd === directory)).toHaveLength(1);
  });

  test("another directory of the same name gets a session of its own", async () => {
    for (const parent of ["one", "two"]) {
      mkdirSync(join(home, parent, "same"), { recursive: true });
      await daemon.run({ cwd: join(home, parent, "same") });
    }
    expect((await sessions()).map(({ name }) => name)).toEqual(expect.arrayContaining(["same", "same-2"]));
  });
});

test("a session runs the user's own shell", async () => {
  const other = prepareInstance();
  try {
    await other.run({ env: { SHELL: programPath("bash") } });
    const { servers } = JSON.parse((await other.run("ls", "--json")).stdout) as TreeDescription;
    expect(servers[0]!.sessions[0]!.windows[0]!.name).toBe("bash");
  } finally {
    await other.stop();
  }
});

describe("run", () => {
  test("executes the arguments as they are, without a shell", async () => {
    const cat = await run(
      "--",
      "sh",
      "-c",
      'printf "<%s>" "$@"; exec cat',
      "sh",
      "a b",
      "$HOME",
      ";",
      "*",
      "",
    );
    await waitFor(
      async () => (await captured(cat)) === "<a b><$HOME><;><*><>\n",
      "the arguments on the screen",
    );
  });

  test("one word is a program, not a line for a shell", async () => {
    const { stderr, status } = await daemon.run("run", "--", "echo hello");
    expect(stderr).toBe("mullion: cannot run echo hello: No such file or directory\n");
    expect(status).toBe(1);
  });

  test("gives the program this call's environment, -e and -c", async () => {
    mkdirSync(join(home, "work"));
    const pane = await run(
      "-n",
      "env",
      "-c",
      "work",
      "-e",
      "ADDED=x=1",
      "--",
      "sh",
      "-c",
      'echo "$PWD|$ADDED|$CALLER|$TMUX_PANE"; exec cat',
      {
        env: { CALLER: "yes", TMUX_PANE: "%999" },
      },
    );
    await waitFor(
      async () => (await captured("env")).startsWith(`${home}/work|x=1|yes|${pane}`),
      "the environment",
    );
  });

  test.each([
    [
      "a program that is not there",
      ["--", "no-such-program"],
      "cannot run no-such-program: No such file or directory",
    ],
    ["a file that is no program", ["--", "./plain"], "cannot run ./plain: Permission denied"],
    ["a directory that is gone", ["-c", "nowhere", "--", "true"], "nowhere: No such file or directory"],
  ])("%s is an error that leaves nothing behind", async (_what, argv, sentence) => {
    writeFileSync(join(home, "plain"), "text");
    const before = await sessions();
    const { stdout, stderr, status } = await daemon.run("run", ...argv);
    expect(stderr).toContain(sentence);
    expect({ stdout, status }).toEqual({ stdout: "", status: 1 });
    expect((await sessions()).map(({ id }) => id)).toEqual(before.map(({ id }) => id));
  });

  test("a name that is taken is refused", async () => {
    await run("--name", "taken", "--", "cat");
    const { stderr, status } = await daemon.run("run", "--name", "taken", "--", "cat");
    expect(stderr).toContain("duplicate session: taken");
    expect(status).toBe(1);
  });

  test("--json shows pane, process and session", async () => {
    const { stdout } = await daemon.run("run", "--json", "--name", "told", "--", "cat");
    const told = JSON.parse(stdout);
    expect(told).toMatchObject({ server: "mullion", session: "told" });
    expect(() => process.kill(told.pid, 0)).not.toThrow();
  });

  test("escape codes in a name do not reach the screen", async () => {
    await run("--name", "a\x1b[31mb", "--", "cat");
    expect((await daemon.run("ls")).stdout).not.toContain("\x1b");
  });
});

describe("send and capture", () => {
  test("a line and its Enter arrive", async () => {
    const pane = await run("--", "cat");
    expect(await daemon.run("send", pane, "--enter", "hello world")).toEqual({
      stdout: "",
      stderr: "",
      status: 0,
    });
    await waitFor(
      async () => (await captured(pane)) === "hello world\nhello world\n",
      "the echo and the line",
    );
  });

  test("standard input is typed whole", async () => {
    const pane = await run("--", "sh", "-c", "stty -echo; echo ready; exec cat");
    await waitFor(async () => (await captured(pane)) === "ready\n", "a terminal without echo");
    const lines = Array.from({ length: 300 }, (_, index) => `line ${index} é`);
    await daemon.run("send", pane, "-", { input: `${lines.join("\n")}\n` });
    await waitFor(async () => (await captured(pane)).includes("line 299"), "the last line");
    expect(await captured(pane, "--lines", "2000")).toBe(`ready\n${lines.join("\n")}\n`);
  });

  test("several lines are put in brackets for who asked for that", async () => {
    const pane = await run("--", "sh", "-c", 'printf "\\033[?2004hready"; exec cat -v');
    await waitFor(async () => (await captured(pane)).includes("ready"), "cat");
    await daemon.run("send", pane, "one\ntwo\x1b[201~\n", "--enter");
    await waitFor(async () => (await captured(pane)).includes("^[[200~one"), "the opening bracket");
    expect((await captured(pane)).match(/\^\[\[201~/g)).toHaveLength(2); // Echoed, then printed.
  });

  test("a pane that ends before it has read everything is status 3", async () => {
    const reader = "stty raw -echo; echo ready; head -c 10 >/dev/null; echo got; exec sleep 1000";
    const pane = await run("--", "sh", "-c", reader);
    await waitFor(async () => (await captured(pane)).includes("ready"), "the reader");
    const sending = daemon.run("send", pane, "-", { input: "x".repeat(3_000_000) });
    await waitFor(async () => (await captured(pane)).includes("got"), "the first bytes to be typed");
    await daemon.run("kill", pane);
    expect(await sending).toEqual({
      stdout: "",
      stderr: `mullion: pane ${pane} has ended\n`,
      status: 3,
    });
  });

  test("keys have names", async () => {
    const pane = await run("--", "sh", "-c", "stty raw -echo; echo ready; exec cat -v");
    await waitFor(async () => (await captured(pane)).includes("ready"), "cat");
    expect((await daemon.run("send", pane, "x", "--key", "Up", "-k", "C-a", "--enter")).status).toBe(0);
    await waitFor(async () => (await captured(pane)).includes("x^[[A^A^M"), "the keys");
    expect(await daemon.run("send", pane, "--key", "Nokey")).toEqual({
      stdout: "",
      stderr: 'mullion: there is no key "Nokey"\n',
      status: 1,
    });
  });

  test("a pane that does not read everything in time is status 2", async () => {
    const pane = await run("--", "sh", "-c", "stty raw -echo; echo ready; exec sleep 1000");
    await waitFor(async () => (await captured(pane)).includes("ready"), "the sleeper");
    const { stderr, status } = await daemon.run("send", pane, "-", "--enter", "--timeout", "200ms", {
      input: "x".repeat(2_000_000),
    });
    expect(stderr).toBe(`mullion: pane ${pane} did not read everything within 0.2 s; Enter was not sent\n`);
    expect(status).toBe(2);
    await daemon.run("kill", pane);
  });

  test("--lines counts from the end, history included", async () => {
    const pane = await run("--", "sh", "-c", "seq 100; exec cat");
    await waitFor(async () => (await captured(pane)).includes("100"), "the numbers");
    expect(await captured(pane, "--lines", "3")).toBe("98\n99\n100\n");
    expect((await captured(pane, "--lines", "1000")).split("\n")).toHaveLength(101);
    expect((await daemon.run("capture", pane, "--lines", "0")).stderr).toContain(
      "--lines needs a number from 1 on",
    );
    expect(JSON.parse(await captured(pane, "--json"))).toMatchObject({
      pane,
      cols: 80,
      rows: 24,
      alternate: false,
    });
  });

  test("a pane that is not there is named, with where it is", async () => {
    expect(await daemon.run("send", "%9999", "x")).toMatchObject({
      stderr: "mullion: there is no pane %9999 in server mullion\n",
      status: 1,
    });
    await daemon.tmux("-L", "other", "new-session", "-d", "-s", "elsewhere", "cat");
    expect((await daemon.run("capture", "elsewhere")).stderr).toContain("server other has one: add -L other");
    expect((await daemon.run("capture", "-L", "other", "elsewhere")).status).toBe(0);
    await daemon.tmux("-L", "other", "kill-server");
  });
});

describe("ls", () => {
  test("shows what runs where", async () => {
    await run("--name", "listed", "--", "cat");
    await waitFor(
      async () =>
        /\n {2}listed {2}[\s\S]*? {2}(?:working|idle) +\d+ s {2,}[\d.]+% {2,}[\d.]+\w {2,}cat/.test(
          (await daemon.run("ls")).stdout,
        ),
      "cat in ls",
    );
    const found = (await sessions()).find(({ name }) => name === "listed")!;
    expect(found.windows[0]!.panes[0]).toMatchObject({ state: "running", cols: 80, rows: 24, exit: null });
  });
});

describe("rename", () => {
  test("a session is found by its new name", async () => {
    const pane = await run("--name", "before", "--", "cat");
    expect(await daemon.run("rename", "before", "after.1")).toEqual({ stdout: "", stderr: "", status: 0 });
    expect((await daemon.run("capture", "before")).status).toBe(1);
    expect(JSON.parse(await captured("after_1", "--json")).pane).toBe(pane);
    await run("--name", "other", "--", "cat");
    expect((await daemon.run("rename", "other", "after_1")).stderr).toContain("duplicate session: after_1");
  });

  test("a window and a pane", async () => {
    const pane = await run("--name", "named", "--", "cat");
    const find = async () => (await sessions()).find(({ name }) => name === "named")!.windows[0]!;
    const { id } = await find();
    expect(JSON.parse((await daemon.run("rename", id, "tests", "--json")).stdout)).toEqual({
      kind: "window",
      id,
      name: "tests",
    });
    expect((await daemon.run("rename", pane, "reviewer")).status).toBe(0);
    expect(await find()).toMatchObject({ name: "tests", panes: [{ title: "reviewer" }] });
  });

  test("what is not there, and a name of nothing", async () => {
    expect((await daemon.run("rename", "@999", "x")).stderr).toContain("there is no window @999");
    expect((await daemon.run("rename", "named", " ")).stderr).toContain("a name has at least one character");
  });
});

describe("targets by name", () => {
  const paneOf = async (target: string) => JSON.parse(await captured(target, "--json")).pane;

  test("a session's name as it was given, and as it is kept", async () => {
    const pane = await run("--name", "a.b:c", "--", "cat");
    for (const target of ["a.b:c", "a_b_c"]) expect(await paneOf(target)).toBe(pane);
    expect((await daemon.run("send", "a.b:c", "x")).status).toBe(0);
    expect(await daemon.run("kill", "a.b:c")).toEqual({ stdout: "", stderr: "", status: 0 });
    expect((await daemon.run("wait", "a.b:c", "--until", "idle:10")).stderr).toContain(
      `pane ${pane} has ended`,
    );
    await run("--name", "it's\tme", "--", "cat");
    expect((await daemon.run("kill", "it's\tme")).status).toBe(0);
  });

  test("the name of a pane of another server, unless two have it", async () => {
    const on = (server: string, ...words: string[]) => daemon.tmux("-L", server, ...words);
    for (const server of ["left", "right"])
      await on(server, "new-session", "-d", "-s", `of-${server}`, "cat");
    await daemon.run("rename", "%0", "scout", "-L", "left");
    expect((await daemon.run("send", "scout", "--enter", "hello scout")).status).toBe(0);
    await waitFor(
      async () => (await on("left", "capture-pane", "-p")).stdout.includes("hello scout"),
      "the text",
    );
    await daemon.run("rename", "%0", "scout", "-L", "right");
    expect((await daemon.run("send", "scout", "x")).stderr).toBe(
      "mullion: 2 panes are called scout: give one of %0 -L left, %0 -L right\n",
    );
    expect((await daemon.run("capture", "scout", "-L", "left")).stdout).toContain("hello scout");
    // A session of another server needs its server: it may be a person's own.
    expect((await daemon.run("kill", "of-left")).stderr).toContain("server left has one: add -L left");
    for (const server of ["left", "right"]) await on(server, "kill-server");
  });

  test("the names that rename gives to a window and a pane", async () => {
    const first = await run("--name", "parts", "--", "cat");
    const tmux = (...words: string[]) => daemon.tmux("-L", "mullion", ...words);
    await tmux("split-window", "-t", "parts", "cat");
    const second = (await tmux("display-message", "-pt", "parts", "#{pane_id}")).stdout.trim();
    const window = (await tmux("display-message", "-pt", "parts", "#{window_id}")).stdout.trim();
    await tmux("new-window", "-t", "parts", "-n", "other", "cat");
    expect((await daemon.run("rename", first, "the reviewer")).status).toBe(0);
    expect((await daemon.run("rename", window, "tests.1")).status).toBe(0);
    expect(await paneOf("the reviewer")).toBe(first);
    expect((await daemon.run("complete", "target")).stdout).toContain(`the reviewer\t${first}\n`);
    expect(await paneOf("tests.1")).toBe(second);
    expect(await paneOf(window)).toBe(second);
    expect((await daemon.run("rename", "the reviewer", "critic")).status).toBe(0);
    expect((await daemon.run("capture", "the reviewer")).status).toBe(1);
    for (const verb of ["explain", "logs"]) expect((await daemon.run(verb, "critic")).status).toBe(0);
    await daemon.run("rename", second, "critic");
    const { stderr } = await daemon.run("kill", "critic");
    expect(stderr).toBe(`mullion: 2 windows or panes are called critic: give one of ${first}, ${second}\n`);
    await daemon.run("rename", second, "writer");
    expect((await daemon.run("kill", "critic")).status).toBe(0);
    expect((await daemon.run("wait", "critic", "--json")).stdout).toContain(`"pane":"${first}"`);
    expect(JSON.parse((await daemon.run("kill", "tests.1", "--json")).stdout)).toEqual({ killed: [second] });
    expect((await tmux("list-windows", "-t", "parts", "-F", "#W")).stdout).toBe("other\n");
    await daemon.run("kill", "parts");
  });

  test("a window that nobody named has no name here", async () => {
    await run("--name", "unnamed", "--", "tail", "-f", "/dev/null");
    const { stdout } = await daemon.tmux("-L", "mullion", "display-message", "-pt", "unnamed", "#W");
    expect(stdout).toBe("tail\n");
    expect((await daemon.run("kill", "tail")).stderr).toContain("there is no session, window or pane tail");
    await daemon.run("kill", "unnamed");
  });
});

describe("kill", () => {
  test("ends a pane, and its process with it", async () => {
    const { stdout } = await daemon.run("run", "--json", "--", "cat");
    const { pane, pid } = JSON.parse(stdout);
    expect(await daemon.run("kill", pane)).toEqual({ stdout: "", stderr: "", status: 0 });
    await waitFor(() => !isAlive(pid), "the process to be gone");
    expect(await daemon.run("capture", pane)).toEqual({
      stdout: "",
      stderr: `mullion: pane ${pane} has ended\n`,
      status: 3,
    });
    expect((await daemon.run("kill", pane)).status).toBe(3);
  });

  test("--json names every pane that goes", async () => {
    const pane = await run("--name", "told-off", "--", "cat");
    const { stdout } = await daemon.run("kill", "--json", "told-off", pane);
    expect(JSON.parse(stdout)).toEqual({ killed: [pane] });
  });

  test("a session's name is exact, and a wrong one among several ends nothing", async () => {
    await run("--name", "job-15", "--", "cat");
    expect((await daemon.run("kill", "job-1")).stderr).toContain("there is no session, window or pane job-1");
    expect((await daemon.run("kill", "job-15", "job-1")).status).toBe(1);
    expect((await daemon.run("kill", "job-15", "")).stderr).toBe(
      "mullion: no pane is named: give its id, its name or its session\n",
    );
    expect((await sessions()).some(({ name }) => name === "job-15")).toBe(true);
    expect((await daemon.run("kill", "job-15")).status).toBe(0);
    expect((await sessions()).some(({ name }) => name === "job-15")).toBe(false);
  });
});

describe("what is not understood", () => {
  test.each([
    [["captrue", "%0"], 'there is no verb "captrue": did you mean capture?'],
    [["list"], 'there is no verb "list": did you mean ls?'],
    [["new"], 'there is no verb "new": did you mean run?'],
    [["status"], 'there is no verb "status": did you mean ls?'],
    [["man"], 'there is no verb "man": did you mean help?'],
    [["send-keys", "%0"], 'there is no verb "send-keys": did you mean send?'],
    [["kill-session"], 'there is no verb "kill-session": did you mean kill?'],
    [["constructor"], 'there is no verb "constructor": mullion help lists the verbs'],
    [["-x"], "mullion has no option -x: mullion help lists the verbs"],
    [["--jsno"], "mullion has no option --jsno: did you mean --json?"],
    [["ls", "--jsno"], "ls has no option --jsno: did you mean --json?"],
    [["send"], "send needs PANE [TEXT|-]"],
    [["run", "-e", "X", "--", "cat"], '-e needs NAME=VALUE, not "X"'],
  ])("%j gets one sentence and status 1", async (argv, sentence) => {
    expect(await daemon.run(...argv)).toEqual({ stdout: "", stderr: `mullion: ${sentence}\n`, status: 1 });
  });

  test("every verb has help", async () => {
    for (const verb of ["run", "ls", "capture", "send", "kill", "up", "down", "doctor", "version"]) {
      const { stdout, status } = await daemon.run(verb, "--help");
      expect(stdout).toContain(`Usage: mullion ${verb}`);
      expect(status).toBe(0);
    }
  });
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
