import { beforeEach, describe, expect, it } from "vitest";
import { type IdleProcess, IdleWorld } from "../../../test/property/tree-ports.ts";
import { createServer } from "../mux/create-server.ts";
import type { Mux } from "../mux.ts";
import type { TerminalUse } from "../ports.ts";
import { collectRecords } from "../records/changes.ts";
import { repairRecords } from "../records/repair.ts";
import type { Pane } from "../tree/tree.ts";
import type { AgentState } from "./agent-state.ts";
import { HOLD_MS } from "./agent-states.ts";
import { QUIET_MS, SETTLED_MS, UNFINISHED_MS, WORK_MS } from "./explain-state.ts";

/** The time until a printing pane is looked at. */
const LOOK_MS = 250;

let world: IdleWorld;
let mux: Mux;
let pane: Pane;
let process: IdleProcess;

beforeEach(() => {
  world = new IdleWorld();
  mux = createServer({ socketPath: "/tmp/s", ports: world.ports });
  mux.server.windowOptions.set("remain-on-exit", "on");
  mux.createSession({ cwd: "/" });
  pane = [...mux.server.panes.values()][0]!;
  process = world.processes[0]!;
});

const standing = () => mux.server.agents.of(pane);
const write = (text: string) => {
  pane.screen.write(new TextEncoder().encode(text));
  mux.paneOutput(pane);
};

function changes(): string[] {
  const seen: string[] = [];
  mux.server.events.on("pane-state-changed", ({ state, before }) => seen.push(`${before} to ${state}`));
  return seen;
}

/** The program in the foreground, and how it waits for the terminal's input. */
function runs(argv: readonly string[], waits: TerminalUse["waits"] | undefined): void {
  Object.assign(process, {
    foreground: () => ({ pgrp: 2, command: argv[0], argv, cwd: "/" }),
    terminalUse: () => waits && { waits, argv },
  });
}

describe("the state of a pane's program", () => {
  it("is working while nothing says otherwise", () => {
    expect(standing()).toMatchObject({
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
    mux.paneExited(pane, exit);
    expect(standing()).toMatchObject({ state, because, rule: "end", confidence: 1, unread: true });
  });

  it("is what its metadata says", () => {
    mux.setPaneMetadata(pane, [["state", "waiting"]]);
    expect(standing().state).toBe("waiting");
    mux.setPaneMetadata(pane, [["state", "of no meaning"]]);
    expect(standing().state).toBe("waiting");
    world.pass(HOLD_MS);
    expect(standing().state).toBe("working");
  });

  it("waits from a bell or a notification until a key is typed", () => {
    mux.paneRang(pane);
    expect(standing()).toMatchObject({ state: "waiting", because: "it rang, and nobody has typed since" });
    world.pass(1);
    mux.paneTyped(pane);
    standing();
    world.pass(HOLD_MS);
    expect(standing().state).toBe("working");
    world.pass(1);
    mux.paneNotified(pane, "may I?");
    expect(standing()).toMatchObject({
      because: 'it notified "may I?", and nobody has typed since',
      question: "may I?",
    });
  });

  it("follows the progress that it shows", () => {
    write("\x1b]9;4;1;50\x07");
    mux.paneProgressed(pane, "running");
    expect(standing()).toMatchObject({ state: "working", rule: "progress" });
    mux.paneProgressed(pane, "paused");
    expect(standing().state).toBe("waiting");
    mux.paneProgressed(pane, "error");
    expect(standing().state).toBe("failed");
    mux.panePrompted(pane, { kind: "prompt" });
    expect(standing().state).toBe("idle");
  });

  it("is what its own hooks report, until its shell is back at the prompt", () => {
    mux.paneReported(pane, { state: "waiting", question: "May I?" });
    mux.paneRang(pane);
    expect(standing()).toMatchObject({ state: "waiting", rule: "report", question: "May I?" });
    mux.paneReported(pane, { state: "done" });
    expect(standing().state).toBe("done");
    world.pass(1);
    mux.paneTyped(pane);
    mux.panePrompted(pane, { kind: "prompt" });
    expect(standing().state).toBe("idle");
  });

  describe("reported by the agent's own hooks", () => {
    const agent = (pgrp: number, argv = ["some-agent"]) =>
      Object.assign(process, {
        foreground: () => ({ pgrp, command: argv[0], argv, cwd: "/" }),
        hasEnded: (group: number) => group !== pgrp && group !== 1,
      });
    const report = (state: AgentState, more: object = {}) => {
      world.pass(1);
      mux.paneReported(pane, { state, ...more });
      return standing();
    };
    const type = () => {
      world.pass(1);
      mux.paneTyped(pane);
    };

    it("holds until the next key: what follows shows whether the question was answered", () => {
      agent(7);
      expect(report("waiting", { question: "May I?" })).toMatchObject({ rule: "report", question: "May I?" });
      type();
      world.pass(HOLD_MS);
      standing();
      world.pass(HOLD_MS);
      expect(standing()).toMatchObject({ state: "working", rule: "none" });
      expect(report("done")).toMatchObject({ state: "done", rule: "report", unread: true });
    });

    it("of the end of a turn counts when the title says no work any more", () => {
      agent(7, ["gemini"]);
      mux.setPaneTitle(pane, "✦  Working… (proj)");
      expect(report("done")).toMatchObject({ state: "working", rule: "title" });
      mux.setPaneTitle(pane, "◇  Ready (proj)");
      expect(standing()).toMatchObject({ state: "done", rule: "report", unread: true });
    });

    it("of the end of a turn gives way to an error on the screen", () => {
      agent(7, ["gemini"]);
      type();
      world.pass(1);
      mux.setPaneTitle(pane, "✦  Working… (proj)");
      standing();
      mux.setPaneTitle(pane, "◇  Ready (proj)");
      write("✕ [API Error: refused]\r\n\r\n >   Type your message");
      expect(report("done")).toMatchObject({ state: "failed", rule: "screen" });
    });

    it("stays at rest while a key is typed and echoed, and works when it prints longer", () => {
      agent(7);
      report("done");
      type();
      write("h");
      expect(standing()).toMatchObject({ state: "idle", rule: "report" });
      for (let ms = 0; ms <= WORK_MS; ms += 500) {
        world.pass(500);
        write("...");
      }
      world.pass(HOLD_MS);
      write("...");
      expect(standing().state).toBe("working");
    });

    it("ends with its program: a crash back to a shell without marks, killed, and started again", () => {
      agent(7);
      report("working", { session: "s" });
      agent(1, ["sh"]);
      expect(standing().rule).not.toBe("report");
      expect(mux.server.agents.evidenceOf(pane)?.report).toBeUndefined();
      agent(8);
      expect(standing().rule).not.toBe("report");
    });

    it("rests while its program is suspended, and holds again when it is back", () => {
      agent(7);
      report("waiting", { session: "s" });
      agent(1, ["sh"]);
      Object.assign(process, { hasEnded: () => false });
      standing();
      world.pass(HOLD_MS);
      expect(standing().rule).not.toBe("report");
      agent(7);
      expect(standing()).toMatchObject({ state: "waiting", rule: "report" });
    });

    it("does not hide a question on the agent's screen behind the work of another tool", () => {
      agent(7, ["codex"]);
      report("working");
      write("\x1b[2J\x1b[HRun rm?\r\n› 1. Yes\r\n  2. No\r\nPress enter to confirm");
      expect(standing()).toMatchObject({ state: "working", rule: "report" });
      world.pass(SETTLED_MS);
      expect(standing()).toMatchObject({ state: "waiting", rule: "screen" });
    });

    it("keeps its session and question, and ignores the session of an agent that it runs as a tool", () => {
      agent(7);
      report("idle", { session: "outer", agent: "claude" });
      report("waiting", { session: "outer", question: "Which?" });
      expect(report("waiting").question).toBe("Which?");
      expect(report("done", { session: "inner" }).state).toBe("waiting");
      expect(report("idle", { session: "next", opensSession: true })).not.toHaveProperty("question");
      expect(mux.server.agents.evidenceOf(pane)?.report).toMatchObject({ session: "next", agent: "claude" });
      agent(8);
      report("working");
      expect(mux.server.agents.evidenceOf(pane)?.report).not.toHaveProperty("session");
    });

    it("outlives the daemon with its session, and so does the key that answered it", () => {
      const restored = () => {
        const records = repairRecords(collectRecords(mux.allRecords()));
        const again = createServer({ socketPath: "/tmp/s", ports: world.ports, records });
        const same = again.server.panes.get(pane.id)!;
        again.attachProcess(same, pane.process!);
        return {
          rule: again.server.agents.of(same).rule,
          report: again.server.agents.recordOf(same)?.report,
        };
      };
      agent(7);
      report("waiting", { question: "May I?", session: "s", agent: "claude" });
      const kept = { state: "waiting", question: "May I?", session: "s", agent: "claude", pgrp: 7 };
      expect(restored()).toMatchObject({ rule: "report", report: kept });
      type();
      expect(restored()).toMatchObject({ rule: "none", report: kept });
    });
  });

  it("follows the marks of its shell: idle, working, and after a command its result until the next key", () => {
    mux.panePrompted(pane, { kind: "prompt" });
    expect(standing()).toMatchObject({ state: "idle", because: "its shell is at the prompt" });
    mux.panePrompted(pane, { kind: "output" });
    world.pass(HOLD_MS);
    standing();
    world.pass(HOLD_MS);
    expect(standing().state).toBe("working");
    mux.panePrompted(pane, { kind: "done", status: 2 });
    mux.panePrompted(pane, { kind: "prompt" });
    expect(standing()).toMatchObject({ state: "failed", unread: true });
    expect(standing().because).toContain("status 2");
    world.pass(1);
    mux.paneTyped(pane);
    expect(standing().state).toBe("idle");
  });

  it("is waiting, with the question, where the program reads the terminal after an unfinished line", () => {
    runs(["sh", "-c", "read x"], "read");
    write("Allow the tool to run? [y/N] ");
    expect(standing().state).toBe("working");
    world.pass(SETTLED_MS);
    expect(standing()).toMatchObject({
      state: "waiting",
      rule: "terminal",
      question: "Allow the tool to run? [y/N]",
    });
  });

  it("is working where a program that does not read has left its line unfinished", () => {
    runs(["make"], "no");
    write("Linking... ");
    world.pass(QUIET_MS);
    expect(standing().state).toBe("working");
  });

  it("is waiting after a pause where the system does not report who reads", () => {
    runs(["installer"], undefined);
    write("Overwrite the file? (y/n) ");
    expect(standing().state).toBe("working");
    world.pass(UNFINISHED_MS);
    expect(standing()).toMatchObject({ state: "waiting", rule: "quiet" });
  });

  it("is idle in editors and pagers, and in unknown programs that read keys and are quiet", () => {
    runs(["/usr/bin/vim", "a.txt"], "read");
    expect(standing().state).toBe("idle");
    runs(["mystery"], undefined);
    write("\x1b[?1049h\x1b[HFile  Edit");
    world.pass(QUIET_MS);
    expect(standing()).toMatchObject({ state: "idle", rule: "quiet" });
  });

  it("is working while a program that reads keys has drawn nothing", () => {
    runs(["opencode"], "poll");
    write("\x1b[?1049h");
    world.pass(QUIET_MS);
    expect(standing()).toMatchObject({ state: "working", rule: "none" });
  });

  it("is not done when an agent that shows its work was long about to draw its next screen", () => {
    const seen = changes();
    const footer = "  tab agents  ctrl+p commands";
    const shows = (text: string) => {
      write(`\x1b[2J\x1b[H${text}`);
      world.pass(LOOK_MS);
    };
    runs(["opencode"], "poll");
    shows(footer);
    mux.paneTyped(pane);
    shows("");
    for (let passed = 0; passed < WORK_MS + HOLD_MS; passed += LOOK_MS) world.pass(LOOK_MS);
    shows(footer);
    expect(standing().state).toBe("idle");
    shows("  ■■■⬝⬝  esc interrupt");
    shows(footer);
    expect(seen).toEqual([
      "working to idle",
      "idle to working",
      "working to idle",
      "idle to working",
      "working to done",
    ]);
  });

  it("has a question that a narrow pane wraps", () => {
    runs(["claude"], "poll");
    const question = ["Quick safety check: Is this a project you", "created or one", "you trust?"];
    write(["", "A tool", ...question, "", "❯ 1. Yes", "  2. No", "Enter to confirm"].join("\r\n"));
    world.pass(LOOK_MS);
    expect(standing().question).toBe("Is this a project you created or one you trust?");
  });

  it("is failed after a request that failed at once, until the next key", () => {
    const type = () => {
      world.pass(1);
      mux.paneTyped(pane);
    };
    const shows = (...lines: string[]) => {
      write(`\x1b[2J\x1b[H${lines.join("\r\n")}`);
      world.pass(LOOK_MS);
      return standing().state;
    };
    runs(["copilot"], "poll");
    expect(shows("❯ ")).toBe("idle");
    type();
    const failure = ["❯ hello", "  ✗ You must be logged in"];
    expect(shows(...failure, "❯ ")).toBe("failed");
    type();
    expect(shows(...failure, "❯ he")).toBe("idle");
    type();
    expect(shows(...failure, "❯ ")).toBe("idle");
    type();
    expect(shows(...failure, ...failure, "❯ ")).toBe("failed");
  });
});

describe("a change in silence", () => {
  /** The longest time until a change is noticed that no output and no key announces. */
  const SOON_MS = 2_000;

  const pass = (ms: number) => {
    for (let passed = 0; passed < ms; passed += 50) world.pass(50);
  };

  /** Lets a long silence pass, then this change, which makes the program run once; returns what was soon reported. */
  function soonAfter(change: () => void): string[] {
    let stirred = true;
    const hasStirred = () => {
      const has = stirred;
      stirred = false;
      return has;
    };
    Object.assign(process, { hasStirred });
    pass(60_000);
    const seen = changes();
    change();
    stirred = true;
    pass(SOON_MS);
    return seen;
  }

  it("is reported where a program begins to read its terminal", () => {
    runs(["sh", "-c", "sleep 60; read x"], "no");
    write("Allow? [y/N] ");
    expect(soonAfter(() => runs(["sh", "-c", "sleep 60; read x"], "read"))).toEqual(["working to waiting"]);
  });

  it("is reported where a program gives up waiting", () => {
    runs(["sh", "-c", "read -t 60 x; make"], "read");
    write("Allow? [y/N] ");
    expect(soonAfter(() => runs(["sh", "-c", "read -t 60 x; make"], "no"))).toEqual(["waiting to working"]);
  });

  it.each([1_000, 3_000, 9_000, 60_000])("is reported after an answer to a question %i ms old", (ms) => {
    runs(["sh", "-c", "read x; make"], "read");
    Object.assign(process, { hasStirred: () => false });
    write("Which scheme? ");
    pass(ms);
    const seen = changes();
    mux.paneTyped(pane);
    runs(["sh", "-c", "read x; make"], "no");
    write("\r\nanswered\r\n");
    pass(SOON_MS);
    expect(seen).toEqual(["waiting to working"]);
  });

  it("is reported where the program of a report ends", () => {
    runs(["some-agent"], undefined);
    mux.paneReported(pane, { state: "waiting" });
    const end = () => {
      Object.assign(process, {
        foreground: () => ({ pgrp: 3, command: "sleep", argv: ["sleep", "600"], cwd: "/" }),
        hasEnded: () => true,
      });
    };
    expect(soonAfter(end)).toEqual(["waiting to working"]);
  });

  it("is reported where metadata is taken back", () => {
    mux.setPaneMetadata(pane, [["state", "waiting"]]);
    expect(soonAfter(() => mux.setPaneMetadata(pane, [["state", ""]]))).toEqual(["waiting to working"]);
  });

  it("is reported where work was reported over a question on the screen", () => {
    runs(["codex"], "poll");
    write("\x1b[2J\x1b[HRun rm?\r\n› 1. Yes\r\n  2. No\r\nPress enter to confirm");
    const seen = soonAfter(() => mux.paneReported(pane, { state: "working" }));
    expect(seen).toEqual(["waiting to working", "working to waiting"]);
  });

  it("is not looked for in a pane at rest, or where nothing has run", () => {
    let asked = 0;
    runs(["vim"], "read");
    soonAfter(() => {});
    Object.assign(process, { hasStirred: () => asked++ < 0 });
    const { pending } = world;
    pass(60_000);
    expect({ asked, pending }).toEqual({ asked: 0, pending: 0 });
    runs(["make"], "no");
    mux.paneTyped(pane);
    soonAfter(() => {});
    let looks = 0;
    Object.assign(process, { foreground: () => void looks++, hasStirred: () => false });
    pass(60_000);
    expect(looks).toBe(0);
    expect(world.pending).toBe(1);
  });
});

describe("a change", () => {
  it("is reported once, with the previous state", () => {
    const seen = changes();
    expect(standing().state).toBe("working");
    mux.paneRang(pane);
    mux.paneRang(pane);
    world.pass(5);
    mux.paneTyped(pane);
    world.pass(HOLD_MS);
    world.pass(HOLD_MS);
    mux.paneExited(pane, { status: 1 });
    expect(seen).toEqual(["working to waiting", "waiting to working", "working to failed"]);
  });

  it("to idle after silence is reported when it happens, however much was printed before", () => {
    runs(["mystery"], undefined);
    write("\x1b[?1049h");
    const seen = changes();
    world.pass(QUIET_MS - 1);
    write("x");
    world.pass(QUIET_MS - 1);
    expect(seen).toEqual([]);
    world.pass(1);
    expect(seen).toEqual(["working to idle"]);
  });

  it("from rest to work needs more than an echo", () => {
    runs(["sh", "-c", "read x"], "read");
    write("Name: ");
    world.pass(QUIET_MS);
    const seen = changes();
    runs(["sh", "-c", "read x"], "no");
    mux.paneTyped(pane);
    write("a");
    expect(standing().state).toBe("waiting");
    runs(["sh", "-c", "read x"], "read");
    world.pass(HOLD_MS);
    expect(seen).toEqual([]);
  });

  it("is another question too, which starts another wait; a half-typed answer does not", () => {
    runs(["sh", "-c", "read x"], "read");
    write("One? ");
    world.pass(SETTLED_MS);
    const first = standing();
    expect(first).toMatchObject({ state: "waiting", question: "One?" });
    const seen = changes();
    mux.paneTyped(pane);
    write("y");
    world.pass(SETTLED_MS);
    expect(standing()).toMatchObject({ question: "One? y", since: first.since });
    write("\r\nTwo? ");
    world.pass(SETTLED_MS);
    expect(mux.server.agents.lastOf(pane)).toMatchObject({ state: "waiting", question: "Two?" });
    expect(standing().since).toBeGreaterThan(first.since);
    expect(seen).toEqual(["waiting to waiting"]);
  });

  it("to idle is reported for a program that reads its terminal without a word", () => {
    const seen = changes();
    runs(["cat"], "read");
    world.pass(SETTLED_MS);
    expect(seen).toEqual(["working to idle"]);
  });

  it("also covers the first event of a pane", () => {
    const seen = changes();
    mux.paneNotified(pane, "at once");
    expect(seen).toEqual(["working to waiting"]);
  });
});

describe("an agent at its input line", () => {
  it("is idle also after a slow start", () => {
    runs(["codex"], "poll");
    for (let second = 0; second < 5; second++) {
      write("loading\r\n");
      world.pass(1_000);
    }
    write("\x1b[2J\x1b[H› Ask Codex to do anything");
    world.pass(UNFINISHED_MS);
    expect(standing().state).toBe("idle");
  });

  it("waits where Codex asks whether new hooks are trusted", () => {
    runs(["codex"], "poll");
    write("Hooks need review\r\n\r\n› 1. Review hooks\r\n  2. Trust all and continue\r\n\r\n");
    write("  enter confirm · esc skip");
    world.pass(UNFINISHED_MS);
    expect(standing()).toMatchObject({ state: "waiting", rule: "screen" });
  });

  it.each([
    ["Allow execution of: 'touch'?", "Allow execution of: 'touch'?"],
    ["Careful: Do you want to proceed?", "Do you want to proceed?"],
    ["It is new. Trust it? Is it yours?", "Is it yours?"],
  ])("asks the sentence before its choices: %s", (line, question) => {
    runs(["qwen"], "poll");
    write(`│ ${line}\r\n│\r\n│ › 1. Yes, allow once`);
    world.pass(SETTLED_MS);
    expect(standing()).toMatchObject({ state: "waiting", rule: "screen", question });
  });

  const ready = "\x1b[2J\x1b[H✻ Worked for 3s\r\n\r\n❯ \r\n  ? for shortcuts";

  it("is idle before it was asked, done after it has worked, and idle again with the next key", () => {
    runs(["claude"], "poll");
    write(ready);
    world.pass(UNFINISHED_MS);
    expect(standing()).toMatchObject({ state: "idle", rule: "screen" });
    mux.setPaneTitle(pane, "⠂ Claude Code");
    expect(standing()).toMatchObject({ state: "working", rule: "title" });
    world.pass(1_000);
    mux.setPaneTitle(pane, "✳ Claude Code");
    expect(standing()).toMatchObject({ state: "done", unread: true });
    world.pass(1);
    mux.paneTyped(pane);
    expect(standing()).toMatchObject({ state: "idle", unread: false });
  });
});

it("is unread until a client that has the focus shows the pane", () => {
  mux.paneExited(pane, { status: 0 });
  expect(standing().unread).toBe(true);
  world.pass(1);
  const [session] = mux.server.sessions.values();
  const seen = changes();
  mux.attachClient(session!, { name: "/dev/pts/9", size: { cols: 80, rows: 24 } });
  expect(seen).toEqual(["done to done"]);
  expect(standing().unread).toBe(false);
});

it("outlives the daemon, as far as it is recorded", () => {
  mux.paneNotified(pane, "done, look");
  const records = repairRecords(collectRecords(mux.allRecords()));
  const again = createServer({ socketPath: "/tmp/s", ports: world.ports, records });
  const restored = again.server.panes.get(pane.id)!;
  again.attachProcess(restored, pane.process!);
  expect(again.server.agents.of(restored).because).toContain("done, look");
});

it("starts again with another program in the pane", () => {
  mux.paneRang(pane);
  mux.respawnPane(pane, { kill: true });
  expect(standing().state).toBe("working");
});
