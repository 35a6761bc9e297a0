import { describe, expect, it } from "vitest";
import { JudgedPane, LOOK_MS } from "../../../test/property/judged-pane.ts";
import { createServer } from "../mux/create-server.ts";
import type { WokenBy } from "../ports.ts";
import { collectRecords } from "../records/changes.ts";
import { repairRecords } from "../records/repair.ts";
import { HOLD_MS } from "./agent-states.ts";
import { QUIET_MS, SETTLED_MS, UNFINISHED_MS } from "./explain-state.ts";

const judged = new JudgedPane();
const ENTER = new TextEncoder().encode("\r");
/** A pane at rest counts as working only at a second look. */
const passInSteps = (ms: number) => {
  for (let passed = 0; passed < ms; passed += LOOK_MS) judged.world.pass(LOOK_MS);
};

describe("the state of a pane's program", () => {
  it("is working while nothing says otherwise", () => {
    expect(judged.standing).toMatchObject({
      state: "working",
      because: "its program runs",
      rule: "none",
      unread: false,
    });
  });

  it.each([
    [{ status: 0 }, "done", "its program ended with status 0"],
    [{ status: 3 }, "failed", "its program ended with status 3"],
    [{ signal: 9 }, "failed", "its program was ended by signal 9"],
  ])("follows its end: %o", (exit, state, because) => {
    judged.mux.paneExited(judged.pane, exit);
    expect(judged.standing).toMatchObject({ state, because, rule: "end", confidence: 1, unread: true });
  });

  it.each([
    [148, "idle", "its shell is at the prompt, and a job is stopped"],
    [130, "failed", "its shell is at the prompt, and the last command ended with status 130"],
  ])("follows the last command of its shell: status %i", (status, state, because) => {
    judged.mux.panePrompted(judged.pane, { kind: "done", status });
    judged.mux.panePrompted(judged.pane, { kind: "prompt" });
    expect(judged.standing).toMatchObject({ state, because });
  });

  it("is that of an agent which a shell or npx has started", () => {
    judged.runs(["bash", "-c", "claude --resume x || exec bash"], "poll", [["claude", "--resume", "x"]]);
    judged.write(" ❯ 1. Yes\r\n   2. No\r\n\r\n Esc to cancel");
    judged.world.pass(SETTLED_MS);
    expect(judged.standing).toMatchObject({ state: "waiting", rule: "screen" });
  });

  it.each([
    ["a job prints below the prompt of its shell", ["zsh", "-f"], "read", "vm% \r\nDownloading:\r\n"],
    ["a job prints behind the prompt of its shell", ["bash"], "poll", "vm (main)# done:"],
    ["a command is being typed", ["fish"], "poll", "~/src (main)> ls what?"],
  ] as const)("is idle while %s", (_, argv, waits, text) => {
    judged.runs(argv, waits);
    judged.write(text);
    judged.world.pass(SETTLED_MS);
    expect(judged.standing.state).toBe("idle");
  });

  it.each([
    ["before a command", "ready? ", false],
    ["after one", "ready? ls\r\na.txt\r\nready? ", true],
    ["after clear", "\x1b[2J\x1b[Hready? ", true],
    ["behind a file without a line end", "$ cat a\r\nGo on? [y/N] bash-5.2#", true],
  ])("is idle at a prompt that looks like a question: %s", (_, text, typed) => {
    judged.runs(["bash"], "poll");
    if (typed) judged.mux.paneTyped(judged.pane);
    judged.write(text);
    judged.world.pass(SETTLED_MS);
    expect(judged.standing.state).toBe("idle");
  });

  it("waits if a command of a shell asks once, although the shell seems to be at its prompt", () => {
    judged.runs(["zsh"], "read");
    judged.mux.paneTyped(judged.pane);
    judged.write("vm% ask\r\nWhich branch? ");
    judged.world.pass(SETTLED_MS);
    expect(judged.standing).toMatchObject({ state: "waiting", question: "Which branch?" });
  });

  it("waits while an answer is typed, and works after it", () => {
    judged.runs(["npm", "init"], "poll");
    judged.write("package name: ");
    judged.world.pass(SETTLED_MS);
    judged.mux.paneTyped(judged.pane);
    judged.write("foo");
    judged.world.pass(UNFINISHED_MS);
    expect(judged.standing.state).toBe("waiting");
    judged.mux.paneTyped(judged.pane);
    judged.write("\r\n");
    passInSteps(UNFINISHED_MS);
    expect(judged.standing.state).toBe("working");
  });

  it.each([
    ["a server that reads keys has printed it", "Compiled with warnings:\r\n", "working"],
    ["a program that hides its cursor has drawn it", "\x1b[?25lYour query:\r\n", "waiting"],
    ["it says what may be answered", "Go on? [y/N]\r\n", "waiting"],
  ])("takes a line above the cursor for a question if %s", (_, text, state) => {
    judged.runs(["node", "dev.js"], "poll");
    judged.write(text);
    judged.world.pass(UNFINISHED_MS);
    expect(judged.standing.state).toBe(state);
  });

  describe("of a program that polls, and asks in words that no rule knows", () => {
    const shows = (wokenBy: WokenBy, text: string, ms: number = SETTLED_MS, argv = ["node", "ask.js"]) => {
      judged.runs(argv, "poll", [], wokenBy);
      judged.write(text);
      judged.world.pass(ms);
      return judged.standing;
    };

    it("is waiting if nothing but its terminal can wake it", () => {
      expect(shows("input", "Project title ")).toMatchObject({
        state: "waiting",
        question: "Project title",
        because: 'it waits for nothing but the terminal after "Project title"',
        rule: "terminal",
        confidence: 0.75,
      });
    });

    it("waits for each answer, and works without another question", () => {
      shows("input", "Project title ");
      judged.mux.paneTyped(judged.pane, ENTER);
      expect(shows("input", "demo\r\nAuthor ")).toMatchObject({ state: "waiting", question: "Author" });
      judged.mux.paneTyped(judged.pane, ENTER);
      judged.write("me\r\n");
      passInSteps(UNFINISHED_MS);
      expect(judged.standing.state).toBe("working");
    });

    it.each([
      ["a connection may wake it", "more", "Listening on port 80 "],
      ["a time may wake it", "time", "Retrying in an hour "],
      ["it has finished its line", "input", "Building\r\n"],
      ["it has printed below the cursor", "input", "Name \r\n[ok]\x1b[1;6H"],
      ["it has printed behind the cursor", "input", "Name [ok]\x1b[1;6H"],
      ["it has hidden the cursor", "input", "\x1b[?25lBuilding "],
    ] as const)("is working although it is silent for long, if %s", (_, wokenBy, text) => {
      shows(wokenBy, text, QUIET_MS);
      expect(judged.standing.state).toBe("working");
    });

    it("is working if the program draws the whole screen", () => {
      expect(shows("input", "\x1b[?1049hBuilding ").state).toBe("working");
    });

    it("is the agent's, if the program is a known agent", () => {
      expect(shows("input", "Thinking ", SETTLED_MS, ["claude"]).state).toBe("working");
    });

    it("is waiting after a long silence if its time limit is unknown, or that of a library for input lines", () => {
      expect(shows("unknown", "Project title ").state).toBe("working");
      passInSteps(QUIET_MS);
      expect(judged.standing).toMatchObject({ state: "waiting", question: "Project title", rule: "quiet" });
      judged.mux.paneTyped(judged.pane);
      expect(shows("time", "x\r\n\x1b[?2004hAuthor ", QUIET_MS)).toMatchObject({
        state: "waiting",
        rule: "quiet",
      });
    });

    it.each(["(gdb) break main", "irb(main):001:0> x = 5", "In [1]: foo + 5", "(Pdb) p some thing"])(
      "is idle while a command is typed at a prompt: %s",
      (text) => expect(shows("input", text).state).toBe("idle"),
    );

    it("is waiting while a shell reads for a command, by its marks, and idle at its prompt", () => {
      judged.runs(["fish"], "poll", [], "input");
      const foreground = { pgrp: judged.process.pid, command: "fish", argv: ["fish"], cwd: "/" };
      Object.assign(judged.process, { foreground: () => foreground });
      judged.write("Project title ");
      judged.world.pass(SETTLED_MS);
      expect(judged.standing.state).toBe("idle");
      judged.mux.panePrompted(judged.pane, { kind: "output" });
      expect(judged.standing).toMatchObject({ state: "waiting", question: "Project title" });
    });
  });

  it("waits for the password of a program of another user, until it was typed", () => {
    judged.runs(["sudo", "ls"], "unknown");
    judged.write("[sudo] password for me: ");
    judged.world.pass(UNFINISHED_MS);
    expect(judged.standing).toMatchObject({ state: "waiting", question: "[sudo] password for me:" });
    judged.mux.paneTyped(judged.pane);
    judged.write("\r\n");
    passInSteps(2 * UNFINISHED_MS);
    expect(judged.standing.state).toBe("working");
  });

  it.each([
    ["node", "Drop the table? [y/N] ", "waiting"],
    ["node", "Search: ", "working"],
    ["node", "vm$ ", "working"],
    ["tmux", "vm$ ", "idle"],
  ])("reads a drawing of %s: %j", (program, text, state) => {
    judged.runs([program], "poll");
    judged.write(`\x1b[?1049h${text}`);
    judged.world.pass(UNFINISHED_MS);
    expect(judged.standing.state).toBe(state);
  });

  it("waits at a box that a program outside of the pane draws", () => {
    judged.runs(["gpg", "-c", "a.txt"], "no");
    judged.write("┌────────────┐\r\n│ PIN?       │\r\n│    <OK>    │\r\n└────────────┘\x1b[2;8H");
    judged.world.pass(SETTLED_MS);
    expect(judged.standing).toMatchObject({ state: "waiting", question: "PIN?" });
  });

  it("has the question that a bell calls for", () => {
    judged.runs(["zsh"], "read");
    judged.mux.paneTyped(judged.pane);
    judged.write("vm% rm *\r\nzsh: sure you want to delete all files [yn]? \x07");
    judged.mux.paneRang(judged.pane);
    judged.world.pass(SETTLED_MS);
    expect(judged.standing).toMatchObject({ rule: "attention", question: expect.stringContaining("sure") });
  });

  it("waits if bash runs a command that reads a line, although it marks nothing", () => {
    judged.runs(["bash"], "read");
    judged.write("Your name ");
    judged.world.pass(SETTLED_MS);
    expect(judged.standing).toMatchObject({ state: "waiting", question: "Your name" });
  });

  it("waits if its shell runs a command that reads a line", () => {
    Object.assign(judged.process, { pid: 2 });
    judged.mux.panePrompted(judged.pane, { kind: "output" });
    judged.runs(["zsh"], "read");
    judged.write("Your name ");
    judged.world.pass(SETTLED_MS);
    expect(judged.standing).toMatchObject({ state: "waiting", question: "Your name" });
  });

  it("is what its metadata says", () => {
    judged.mux.setPaneMetadata(judged.pane, [["state", "waiting"]]);
    expect(judged.standing.state).toBe("waiting");
    judged.mux.setPaneMetadata(judged.pane, [["state", "of no meaning"]]);
    expect(judged.standing.state).toBe("waiting");
    judged.world.pass(HOLD_MS);
    expect(judged.standing.state).toBe("working");
  });

  it("waits from a bell or a notification until a key is typed", () => {
    judged.mux.paneRang(judged.pane);
    expect(judged.standing).toMatchObject({
      state: "waiting",
      because: "it rang, and nobody has typed since",
    });
    judged.world.pass(1);
    judged.mux.paneTyped(judged.pane);
    judged.standing;
    judged.world.pass(HOLD_MS);
    expect(judged.standing.state).toBe("working");
    judged.world.pass(1);
    judged.mux.paneNotified(judged.pane, "may I?");
    expect(judged.standing).toMatchObject({
      because: 'it notified "may I?", and nobody has typed since',
      question: "may I?",
    });
  });

  it("follows the progress that it shows", () => {
    judged.write("\x1b]9;4;1;50\x07");
    judged.mux.paneProgressed(judged.pane, "running");
    expect(judged.standing).toMatchObject({ state: "working", rule: "progress" });
    judged.mux.paneProgressed(judged.pane, "paused");
    expect(judged.standing.state).toBe("waiting");
    judged.mux.paneProgressed(judged.pane, "error");
    expect(judged.standing.state).toBe("failed");
    judged.mux.panePrompted(judged.pane, { kind: "prompt" });
    expect(judged.standing.state).toBe("idle");
  });

  it("is what its own hooks report, until its shell is back at the prompt", () => {
    judged.mux.paneReported(judged.pane, { state: "waiting", question: "May I?" });
    judged.mux.paneRang(judged.pane);
    expect(judged.standing).toMatchObject({ state: "waiting", rule: "report", question: "May I?" });
    judged.mux.paneReported(judged.pane, { state: "done" });
    expect(judged.standing.state).toBe("done");
    judged.world.pass(1);
    judged.mux.paneTyped(judged.pane);
    judged.mux.panePrompted(judged.pane, { kind: "prompt" });
    expect(judged.standing.state).toBe("idle");
  });

  it("follows the marks of its shell: idle, working, and after a command its result until the next key", () => {
    judged.mux.panePrompted(judged.pane, { kind: "prompt" });
    expect(judged.standing).toMatchObject({ state: "idle", because: "its shell is at the prompt" });
    judged.mux.panePrompted(judged.pane, { kind: "output" });
    judged.world.pass(HOLD_MS);
    judged.standing;
    judged.world.pass(HOLD_MS);
    expect(judged.standing.state).toBe("working");
    judged.mux.panePrompted(judged.pane, { kind: "done", status: 2 });
    judged.mux.panePrompted(judged.pane, { kind: "prompt" });
    expect(judged.standing).toMatchObject({ state: "failed", unread: true });
    expect(judged.standing.because).toContain("status 2");
    judged.world.pass(1);
    judged.mux.paneTyped(judged.pane);
    expect(judged.standing.state).toBe("idle");
  });

  it("is waiting, with the question, where the program reads the terminal after an unfinished line", () => {
    judged.runs(["sh", "-c", "read x"], "read");
    judged.write("Allow the tool to run? [y/N] ");
    expect(judged.standing.state).toBe("working");
    judged.world.pass(SETTLED_MS);
    expect(judged.standing).toMatchObject({
      state: "waiting",
      rule: "terminal",
      question: "Allow the tool to run? [y/N]",
    });
  });

  it.each([
    [["sh", "-c", "read x"], "read", "vm# Allow? [y/N] ", "waiting", "Allow? [y/N]"],
    [["python3", "/srv/ask.py"], "read", "$ Allow? [y/N] ", "waiting", "Allow? [y/N]"],
    [["bash"], "read", "~/src$ Your name ", "waiting", "Your name"],
    [["python3", "/srv/shell.py"], "read", "$ ls", "idle", undefined],
    [["ssh", "host"], "poll", "vm# ls what?", "idle", undefined],
  ] as const)(
    "%j that %ss behind %j, typed ahead of the prompt or at it, is %s",
    (argv, waits, text, state, question) => {
      judged.runs(argv, waits);
      judged.write(text);
      judged.world.pass(SETTLED_MS);
      const { standing } = judged;
      expect({ state: standing.state, question: standing.question }).toEqual({ state, question });
    },
  );

  it("is working where a program that does not read has left its line unfinished", () => {
    judged.runs(["make"], "no");
    judged.write("Linking... ");
    judged.world.pass(QUIET_MS);
    expect(judged.standing.state).toBe("working");
  });

  it("is waiting after a pause where the system does not report who reads", () => {
    judged.runs(["installer"], undefined);
    judged.write("Overwrite the file? (y/n) ");
    expect(judged.standing.state).toBe("working");
    judged.world.pass(UNFINISHED_MS);
    expect(judged.standing).toMatchObject({ state: "waiting", rule: "quiet" });
  });

  it("is idle in editors and pagers, and in unknown programs that read keys and are quiet", () => {
    judged.runs(["/usr/bin/vim", "a.txt"], "read");
    expect(judged.standing.state).toBe("idle");
    judged.runs(["mystery"], undefined);
    judged.write("\x1b[?1049h\x1b[HFile  Edit");
    judged.world.pass(QUIET_MS);
    expect(judged.standing).toMatchObject({ state: "idle", rule: "quiet" });
  });

  it("is working while a program that reads keys has drawn nothing", () => {
    judged.runs(["opencode"], "poll");
    judged.write("\x1b[?1049h");
    judged.world.pass(QUIET_MS);
    expect(judged.standing).toMatchObject({ state: "working", rule: "none" });
  });
});

describe("a change", () => {
  it("is reported once, with the previous state", () => {
    const seen = judged.changes();
    expect(judged.standing.state).toBe("working");
    judged.mux.paneRang(judged.pane);
    judged.mux.paneRang(judged.pane);
    judged.world.pass(5);
    judged.mux.paneTyped(judged.pane);
    judged.world.pass(HOLD_MS);
    judged.world.pass(HOLD_MS);
    judged.mux.paneExited(judged.pane, { status: 1 });
    expect(seen).toEqual(["working to waiting", "waiting to working", "working to failed"]);
  });

  it("to idle after silence is reported when it happens, however much was printed before", () => {
    judged.runs(["mystery"], undefined);
    judged.write("\x1b[?1049h");
    const seen = judged.changes();
    judged.world.pass(QUIET_MS - 1);
    judged.write("x");
    judged.world.pass(QUIET_MS - 1);
    expect(seen).toEqual([]);
    judged.world.pass(1);
    expect(seen).toEqual(["working to idle"]);
  });

  it("from rest to work needs more than an echo", () => {
    judged.runs(["sh", "-c", "read x"], "read");
    judged.write("Name: ");
    judged.world.pass(QUIET_MS);
    const seen = judged.changes();
    judged.runs(["sh", "-c", "read x"], "no");
    judged.mux.paneTyped(judged.pane);
    judged.write("a");
    expect(judged.standing.state).toBe("waiting");
    judged.runs(["sh", "-c", "read x"], "read");
    judged.world.pass(HOLD_MS);
    expect(seen).toEqual([]);
  });

  describe("of an agent that works", () => {
    const QWEN_WORKS = "⠼ Thinking (esc to cancel, 3s)\r\n";
    const QWEN_INPUT = "────────\r\n>   Type your message";
    const works = () => {
      judged.runs(["qwen"], "poll");
      judged.mux.paneTyped(judged.pane);
      judged.write(`\x1b[H\x1b[J${QWEN_WORKS}${QWEN_INPUT}`);
      judged.world.pass(LOOK_MS);
      expect(judged.standing).toMatchObject({ state: "working", rule: "screen" });
      return judged.changes();
    };

    it("is not seen in the middle of a synchronized update", () => {
      const seen = works();
      judged.write(`\x1b[?2026h\x1b[H\x1b[J\r\n${QWEN_INPUT}`);
      passInSteps(HOLD_MS - LOOK_MS);
      judged.write(`\x1b[H${QWEN_WORKS}\x1b[?2026l`);
      passInSteps(2 * HOLD_MS);
      expect(seen).toEqual([]);
    });

    it("is seen in a synchronized update that has no end", () => {
      const seen = works();
      judged.write(`\x1b[?2026h\x1b[H\x1b[J\r\n${QWEN_INPUT}`);
      passInSteps(HOLD_MS + LOOK_MS);
      expect(seen).toEqual(["working to done"]);
    });

    it("is to waiting if it draws its question just after it has removed the sign of work", () => {
      const seen = works();
      judged.write(`\x1b[H\x1b[J${QWEN_INPUT}`);
      expect(judged.standing.state).toBe("working");
      judged.write("\x1b[H\x1b[J● 1. Yes, allow once\r\n  2. No");
      passInSteps(HOLD_MS);
      expect(seen).toEqual(["working to waiting"]);
    });

    it("is to done once its input line stays", () => {
      const seen = works();
      judged.write(`\x1b[H\x1b[J${QWEN_INPUT}`);
      passInSteps(2 * LOOK_MS);
      expect(seen).toEqual(["working to done"]);
    });
  });

  it("is another question too, which starts another wait; a half-typed answer does not", () => {
    judged.runs(["sh", "-c", "read x"], "read");
    judged.write("One? ");
    judged.world.pass(SETTLED_MS);
    const first = judged.standing;
    expect(first).toMatchObject({ state: "waiting", question: "One?" });
    const seen = judged.changes();
    judged.mux.paneTyped(judged.pane);
    judged.write("y");
    judged.world.pass(SETTLED_MS);
    expect(judged.standing).toMatchObject({ question: "One? y", since: first.since });
    judged.write("\r\nTwo? ");
    judged.world.pass(SETTLED_MS);
    expect(judged.mux.server.agents.lastOf(judged.pane)).toMatchObject({
      state: "waiting",
      question: "Two?",
    });
    expect(judged.standing.since).toBeGreaterThan(first.since);
    expect(seen).toEqual(["waiting to waiting"]);
  });

  it.each([
    ["Enter", Buffer.from("\r"), "\x1b[2J\x1b[HMore? "],
    ["keys that the daemon did not see", undefined, "y\r\nMore? "],
  ])("is the same question asked again too, after %s", (_, keys, printed) => {
    judged.runs(["sh", "-c", "read x"], "read");
    judged.write("More? ");
    judged.world.pass(SETTLED_MS);
    const { since } = judged.standing;
    const seen = judged.changes();
    judged.world.pass(SETTLED_MS);
    judged.mux.paneTyped(judged.pane, keys);
    judged.write(printed);
    judged.world.pass(SETTLED_MS);
    expect(judged.standing).toMatchObject({ state: "waiting", question: "More?" });
    expect(judged.standing.since).toBeGreaterThan(since);
    expect(seen).toEqual(["waiting to waiting"]);
  });

  describe("of a dialog that a caller has answered with one key", () => {
    /** Draws the dialog in place of the previous one: the same words, the cursor in the same line. */
    const asks = () => judged.write("\x1b[HProceed?\r\n❯ 1. Yes\r\n  2. No\r\n\r\nEsc to cancel");
    const answered = () => {
      judged.runs(["claude"], "poll");
      asks();
      judged.world.pass(SETTLED_MS);
      const standing = judged.standing;
      expect(standing).toMatchObject({ state: "waiting", rule: "screen", question: "Proceed?" });
      judged.world.pass(SETTLED_MS);
      judged.mux.paneTyped(judged.pane, Buffer.from("1"));
      judged.mux.server.agents.evidenceOf(judged.pane)!.answeredWait = standing.since;
      return { since: standing.since, seen: judged.changes() };
    };

    it("is reported when the agent draws the same dialog again", () => {
      const { since, seen } = answered();
      asks();
      judged.world.pass(SETTLED_MS);
      expect(judged.standing).toMatchObject({ state: "waiting", question: "Proceed?" });
      expect(judged.standing.since).toBeGreaterThan(since);
      for (let passed = 0; passed < QUIET_MS; passed += SETTLED_MS) judged.world.pass(SETTLED_MS);
      expect(seen).toEqual(["waiting to waiting"]);
    });

    it("is reported before another caller's answer would be typed, even if the agent draws without a pause", () => {
      const { since, seen } = answered();
      judged.world.pass(HOLD_MS - 100);
      asks();
      judged.world.pass(100);
      expect(judged.mux.server.agents.unsettledMs(judged.pane)).toBe(0);
      expect(judged.standing.since).toBeGreaterThan(since);
      expect(seen).toEqual(["waiting to waiting"]);
    });

    it("is not reported while the agent ignores the key", () => {
      const { since, seen } = answered();
      for (let passed = 0; passed < QUIET_MS; passed += SETTLED_MS) judged.world.pass(SETTLED_MS);
      expect(judged.standing).toMatchObject({ state: "waiting", since });
      expect(seen).toEqual([]);
    });
  });

  it("to idle is reported for a program that reads its terminal without a word", () => {
    const seen = judged.changes();
    judged.runs(["cat"], "read");
    judged.world.pass(SETTLED_MS);
    expect(seen).toEqual(["working to idle"]);
  });

  it("also covers the first event of a pane", () => {
    const seen = judged.changes();
    judged.mux.paneNotified(judged.pane, "at once");
    expect(seen).toEqual(["working to waiting"]);
  });
});

it("is unread until a client that has the focus shows the pane", () => {
  judged.mux.paneExited(judged.pane, { status: 0 });
  expect(judged.standing.unread).toBe(true);
  judged.world.pass(1);
  const [session] = judged.mux.server.sessions.values();
  const seen = judged.changes();
  judged.mux.attachClient(session!, { name: "/dev/pts/9", size: { cols: 80, rows: 24 } });
  expect(seen).toEqual(["done to done"]);
  expect(judged.standing.unread).toBe(false);
});

it("outlives the daemon, as far as it is recorded", () => {
  judged.mux.paneNotified(judged.pane, "done, look");
  const records = repairRecords(collectRecords(judged.mux.allRecords()));
  const again = createServer({ socketPath: "/tmp/s", ports: judged.world.ports, records });
  const restored = again.server.panes.get(judged.pane.id)!;
  again.attachProcess(restored, judged.pane.process!);
  expect(again.server.agents.of(restored).because).toContain("done, look");
});

it("starts again with another program in the pane", () => {
  judged.mux.paneRang(judged.pane);
  judged.mux.respawnPane(judged.pane, { kill: true });
  expect(judged.standing.state).toBe("working");
});
