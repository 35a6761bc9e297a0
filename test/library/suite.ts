import { mkdirSync, mkdtempSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  InvalidCommand,
  InvalidKey,
  InvalidLines,
  InvalidSessionName,
  NoServer,
  PaneLimit,
  SessionExists,
  SessionNotFound,
  type Substrate,
  SubstrateError,
  type SubstrateEvent,
  type Target,
} from "../../src/library/index.ts";

/** A backend of its own, with nothing in it. */
export interface Backend {
  /** Each is a client of its own. */
  open(): Promise<Substrate>;
  /** Runs a tmux command on the server that the sessions are on, whatever program that takes. */
  tmux(...words: string[]): Promise<string>;
  stop(): Promise<void>;
}

/** A shell that says nothing by itself, so that what stands on the screen is what was typed and what was printed. */
const SHELL = ["sh"];
const nowhere = { paneId: "%999999" };
const failsWith = (code: string) => expect.objectContaining({ code }) as Error;

/** What a caller may rely on, whichever backend it has. */
export function describeSubstrate(name: string, start: () => Promise<Backend>): void {
  describe(name, () => {
    let backend: Backend;
    let substrate: Substrate;
    let session: string;
    let count = 0;
    beforeAll(async () => {
      backend = await start();
      substrate = await backend.open();
    });
    beforeEach(() => {
      session = `s${++count}`;
    });
    afterEach(async () => {
      for (const { name } of await substrate.listSessions())
        await substrate.destroySession(name).catch(() => {});
    });
    afterAll(async () => {
      await substrate?.close();
      await backend?.stop();
    });

    const names = async () => (await substrate.listSessions()).map(({ name }) => name);
    /** A line ends with it; before it stands a prompt, where the shell was slower than whoever typed. */
    const printed = async (target: Target, text: string) => {
      const { outcome } = await substrate.waitFor(target, { regex: `${text}$` }, { timeoutMs: 20_000 });
      expect(outcome, text).toBe("met");
    };
    /** Prints a text that is not the text that was typed. */
    const say = async (target: Target, text: string) => {
      await substrate.sendCommand(target, `echo ${text.slice(0, 2)}''${text.slice(2)}`);
      await printed(target, text);
    };

    describe("sessions", () => {
      test("no server, no sessions", async () => {
        expect(await substrate.listSessions()).toEqual([]);
      });

      test("full lifecycle", async () => {
        const before = Date.now();
        const born = await substrate.spawnSession(session, SHELL);
        expect(born).toMatchObject({ name: session, cols: 200, rows: 50, windows: 1, attached: 0 });
        expect(born.sessionId).toMatch(/^\$\d+$/);
        expect(Math.abs(born.createdAt.getTime() - before)).toBeLessThan(5_000);
        expect(await substrate.listSessions()).toEqual([born]);
        await say(session, "marker-1");
        expect(await substrate.captureOutput(session, 100)).toContain("marker-1");
        await substrate.destroySession(session);
        expect(await names()).toEqual([]);
        await expect(substrate.destroySession(session)).rejects.toBeInstanceOf(SessionNotFound);
      });

      test("duplicate session: refused, and the first one lives", async () => {
        await substrate.spawnSession(session, SHELL);
        const refused = substrate.spawnSession(session, SHELL);
        await expect(refused).rejects.toBeInstanceOf(SessionExists);
        await expect(refused).rejects.toBeInstanceOf(SubstrateError);
        await expect(refused).rejects.toThrow(failsWith("session-exists"));
        await say(session, "alive");
      });

      test("send to nothing, capture of nothing, anything of nothing", async () => {
        const attempts = (target: string | typeof nowhere) => [
          substrate.sendCommand(target, "echo"),
          substrate.sendKey(target, "Enter"),
          substrate.captureOutput(target, 10),
          substrate.captureScreen(target),
          substrate.splitPane(target, "right"),
          substrate.resize(target, { cols: 80, rows: 24 }),
          substrate.waitFor(target, { text: "x" }),
          substrate.waitFor(target, { exit: true }),
        ];
        const all = async () => [
          ...attempts("nobody"),
          ...attempts(nowhere),
          substrate.destroySession("nobody"),
          substrate.destroyPane(nowhere),
          substrate.listPanes("nobody"),
          substrate.layoutGrid("nobody", 2, 2),
        ];
        for (const attempt of await Promise.allSettled(await all()))
          expect(attempt).toMatchObject({ status: "rejected", reason: { code: "session-not-found" } });
        await substrate.spawnSession(session, SHELL);
        for (const attempt of await Promise.allSettled(await all()))
          expect(attempt).toMatchObject({ status: "rejected", reason: { code: "session-not-found" } });
      });

      test("a name means that session, not one that begins with it", async () => {
        await substrate.spawnSession(`${session}-15`, SHELL);
        await expect(substrate.destroySession(`${session}-1`)).rejects.toBeInstanceOf(SessionNotFound);
        await expect(substrate.sendCommand(`${session}-1`, "exit")).rejects.toBeInstanceOf(SessionNotFound);
        expect(await names()).toEqual([`${session}-15`]);
      });

      test("name validation", async () => {
        const bad = ["", "a b", "a:b", "a;b", "ü", "$(x)", "a\n", "=a", "%1", "a/b", "x".repeat(201)];
        for (const wrong of bad) {
          await expect(substrate.spawnSession(wrong), wrong).rejects.toBeInstanceOf(InvalidSessionName);
          await expect(substrate.destroySession(wrong), wrong).rejects.toThrow(
            failsWith("invalid-session-name"),
          );
          await expect(substrate.captureOutput(wrong, 1), wrong).rejects.toBeInstanceOf(InvalidSessionName);
        }
        expect(await names()).toEqual([]);
      });

      test("names that tmux would change come back as they were given, each its own session", async () => {
        const alike = ["v1.2", "v1_2", "..", "-x"];
        for (const each of alike) {
          const born = await substrate.spawnSession(each, SHELL);
          expect(born.name).toBe(each);
          await say(each, `in-${alike.indexOf(each)}`);
        }
        expect(await names()).toEqual(alike);
        for (const each of alike) expect((await substrate.listPanes(each))[0]!.session).toBe(each);
        for (const [index, each] of alike.entries()) {
          expect(await substrate.captureOutput(each, 10)).toContain(`in-${index}`);
          await substrate.destroySession(each);
          expect(await names()).toEqual(alike.slice(index + 1));
        }
      });

      test("words are executed as they are; a line is read by sh; both with their size, directory and variables", async () => {
        const options = { cols: 60, rows: 12, cwd: "/usr", env: { GREETING: "a $HOME; b", OTHER: "" } };
        const script = 'printf "%s|" "$@" "$GREETING" "$PWD"; stty size; exec cat';
        const words = ["sh", "-c", script, "sh", "a;b", "$HOME", "*", "", "two words;"];
        const { cols, rows } = await substrate.spawnSession(session, words, options);
        expect([cols, rows]).toEqual([60, 12]);
        await substrate.waitFor(session, { text: "12 60" });
        const printed = (await substrate.captureOutput(session, 20)).replaceAll("\n", "");
        expect(printed).toBe(`a;b|$HOME|*||two words;|a $HOME; b|${realpathSync("/usr")}|12 60`);

        await substrate.spawnSession(`${session}l`, 'echo "$0" $((40 + 2)) | tr a-z A-Z; exec cat', options);
        expect(await substrate.waitFor(`${session}l`, { text: "42" })).toMatchObject({ text: "/BIN/SH 42" });

        await substrate.spawnSession(`${session}w`, ["cat"]);
        const [pane] = await substrate.listPanes(`${session}w`);
        expect(pane).toMatchObject({
          cwd: process.cwd(),
          active: true,
          left: 0,
          top: 0,
          cols: 200,
          rows: 50,
        });
        expect(pane!.pid).toBeGreaterThan(1);
        expect(pane!.tty).toMatch(/^\/dev\//);
      });

      test("a directory may be called anything", async () => {
        const odd = mkdtempSync(join(process.env.MULLION_TEST_RUN!, "o"));
        const cwd = join(odd, "a\tb\nc #{pane_id} #S ü;");
        mkdirSync(cwd);
        await substrate.spawnSession(session, "cd . && pwd | tr '\\n\\t' '|>'; exec cat", { cwd });
        expect((await substrate.waitFor(session, { text: "a>b|c" })).outcome).toBe("met");
        expect(await substrate.listPanes(session)).toHaveLength(1);
        expect((await substrate.captureOutput(session, 5)).replaceAll("\n", "")).toContain(
          "a>b|c #{pane_id} #S ü;",
        );
      });

      test("nothing to run is the user's shell", async () => {
        await substrate.spawnSession(session);
        await say(session, "shelled");
        await substrate.spawnSession(`${session}e`, "");
        await say(`${session}e`, "shelled");
      });

      test("sessions belong to nobody's connection: another finds them", async () => {
        await substrate.spawnSession(session, SHELL);
        const other = await backend.open();
        expect(await other.listSessions()).toEqual(await substrate.listSessions());
        await other.sendCommand(session, "echo from-''other");
        await printed(session, "from-other");
        await other.destroySession(session);
        expect(await names()).toEqual([]);
        await other.close();
        await expect(other.listSessions()).rejects.toBeInstanceOf(NoServer);
        await expect(other.events()).rejects.toBeInstanceOf(NoServer);
      });

      test("six at once, and nothing is mixed up", async () => {
        const many = Array.from({ length: 6 }, (_, index) => `${session}-${index}`);
        await Promise.all(many.map((each) => substrate.spawnSession(each, SHELL)));
        await Promise.all(many.map((each) => say(each, `only-${each}`)));
        expect((await names()).sort()).toEqual([...many].sort());
        for (const each of many) {
          const text = await substrate.captureOutput(each, 50);
          expect(text.match(/only-\S+$/gm)).toEqual([`only-${each}`]);
        }
        await Promise.all(many.map((each) => substrate.destroySession(each)));
        expect(await names()).toEqual([]);
      });

      test("again and again under one name", async () => {
        for (let round = 0; round < 8; round++) {
          await substrate.spawnSession(session, ["cat"]);
          await substrate.destroySession(session);
        }
        expect(await names()).toEqual([]);
      });
    });

    describe("typing", () => {
      test("text arrives as it is", async () => {
        const lines = [
          "-x",
          "--",
          "one;",
          "two\\;",
          ";",
          "a ; b",
          "Enter",
          "C-c",
          "#{pane_id} #S",
          "$HOME `id`",
          '"q"',
        ];
        lines.push("it's", "tab is not here", "ünï 漢字 🚀", "\\", "%1", "x".repeat(150), "~", "{last}");
        await substrate.spawnSession(session, [
          "sh",
          "-c",
          'stty -echo; echo ready; while IFS= read -r x; do echo "<$x>"; done',
        ]);
        await substrate.waitFor(session, { text: "ready" });
        for (const line of lines) await substrate.sendCommand(session, line);
        await substrate.sendCommand(session, "");
        await substrate.waitFor(session, { text: "<>" });
        const answers = (await substrate.captureOutput(session, 100)).match(/^<.*>$/gm);
        expect(answers).toEqual([...lines, ""].map((line) => `<${line}>`));
      });

      test("a command of many lines, and one as long as may be", async () => {
        await substrate.spawnSession(session, ["bash", "--norc"]);
        await say(session, "ready");
        await substrate.sendCommand(session, "for i in 1 2; do\necho line-$i\ndone");
        await printed(session, "line-2");
        const long = `: ${"y".repeat(8192 - 14)}; echo done`;
        expect(Buffer.byteLength(long)).toBe(8191);
        await substrate.sendCommand(session, long);
        await printed(session, "^done");
      });

      test("keys by name", async () => {
        await substrate.spawnSession(session, [
          "sh",
          "-c",
          "stty -echo -icanon -isig; echo ready; exec cat -v",
        ]);
        await substrate.waitFor(session, { text: "ready" });
        const keys = [
          "a",
          ";",
          "Up",
          "C-a",
          "M-x",
          "F1",
          "Tab",
          "Space",
          "BSpace",
          "é",
          "Escape",
          "^B",
          "-",
          "enter",
        ];
        for (const key of keys) await substrate.sendKey(session, key);
        await substrate.sendCommand(session, "end");
        const { text } = await substrate.waitFor(session, { text: "end" });
        const output = await substrate.captureOutput(session, 5);
        expect(output, text).toContain("ready\na;^[[A^A^[x^[OP");
        expect(output).toContain("M-CM-)^[^B-");
      });

      test("C-c interrupts", async () => {
        await substrate.spawnSession(session, SHELL);
        await substrate.sendCommand(session, "echo wa''iting; sleep 1000");
        await printed(session, "waiting");
        await substrate.sendKey(session, "C-c");
        await say(session, "interrupted");
      });

      test("what is no key, no command, no number of lines, no size is refused before anything is typed", async () => {
        await substrate.spawnSession(session, ["cat"]);
        for (const key of ["", "Nope", "Enter Enter", "C-", "x\n", "\x1b", "F13", "-t"])
          await expect(substrate.sendKey(session, key), key).rejects.toBeInstanceOf(InvalidKey);
        for (const command of ["a\0b", "\x1b[A", "\x7f", "x".repeat(8193), "ü".repeat(4097)]) {
          await expect(substrate.sendCommand(session, command)).rejects.toBeInstanceOf(InvalidCommand);
          await expect(substrate.spawnSession("other", command)).rejects.toBeInstanceOf(InvalidCommand);
          await expect(substrate.spawnSession("other", ["echo", command])).rejects.toBeInstanceOf(
            InvalidCommand,
          );
        }
        await expect(substrate.spawnSession("other", [])).rejects.toBeInstanceOf(InvalidCommand);
        for (const lines of [0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 1_000_001])
          await expect(substrate.captureOutput(session, lines)).rejects.toBeInstanceOf(InvalidLines);
        const wrong = [
          substrate.resize(session, { cols: 0, rows: 10 }),
          substrate.spawnSession("other", "", { cols: 1.5 }),
          substrate.spawnSession("other", "", { cwd: "relative" }),
          substrate.spawnSession("other", "", { env: { "A=B": "" } }),
          substrate.splitPane(session, "left" as never),
          substrate.splitPane(session, "right", { percent: 0 }),
          substrate.layoutGrid(session, 0, 1),
          substrate.waitFor(session, {} as never),
          substrate.waitFor(session, { regex: "(" }),
          substrate.waitFor(session, { idleMs: 0 }),
          substrate.waitFor(session, { text: "x" }, { timeoutMs: -1 }),
        ];
        for (const attempt of await Promise.allSettled(wrong))
          expect(attempt).toMatchObject({ status: "rejected", reason: { code: "invalid-argument" } });
        expect(await names()).toEqual([session]);
        await substrate.sendCommand(session, "only this");
        await substrate.waitFor(session, { text: "only this" });
        expect((await substrate.captureOutput(session, 50)).split("\n")[0]).toBe("only this");
      });
    });

    describe("reading", () => {
      test("the last so many lines, also of what scrolled out", async () => {
        await substrate.spawnSession(session, "seq 1 500; echo; echo '  indented  '; exec cat");
        await substrate.waitFor(session, { text: "indented" });
        expect(await substrate.captureOutput(session, 1)).toBe("  indented");
        expect(await substrate.captureOutput(session, 4)).toBe("499\n500\n\n  indented");
        const all = await substrate.captureOutput(session, 10_000);
        expect(all.split("\n").slice(0, 500)).toEqual(
          Array.from({ length: 500 }, (_, index) => `${index + 1}`),
        );
        expect(all.split("\n")).toHaveLength(502);
      });

      test("nothing printed is nothing", async () => {
        await substrate.spawnSession(session, ["cat"]);
        expect(await substrate.captureOutput(session, 10)).toBe("");
      });

      test("the screen with its styles, and where the cursor is", async () => {
        const script =
          "printf 'plain \\033[1;31mred\\033[0m\\n\\033[48;2;1;2;3mback\\033[m end\\033[5;10H'; exec cat";
        await substrate.spawnSession(session, ["sh", "-c", script], { cols: 40, rows: 6 });
        await substrate.waitFor(session, { text: "back end" });
        const screen = await substrate.captureScreen(session);
        expect(screen).toMatchObject({ cols: 40, rows: 6, cursor: { x: 9, y: 4, visible: true } });
        expect(screen.lines).toEqual(["plain red", "back end", "", "", "", ""]);
        expect(screen.styledLines).toHaveLength(6);
        expect(screen.styledLines[0]).toMatch(/^plain \x1b\[(0;)?1(;31m|m\x1b\[31m)red/);
        expect(screen.styledLines[1]).toMatch(/^(\x1b\[[0-9;]*m)*\x1b\[48;2;1;2;3mback\x1b/);
        expect(screen.styledLines[5]!.replace(/\x1b\[[0-9;]*m/g, "")).toBe("");
      });
    });

    describe("panes", () => {
      test("split: where it was asked for, and the active one stays", async () => {
        const { paneId: first } = await substrate.spawnSession(session, SHELL);
        const right = await substrate.splitPane(session, "right", {
          command: SHELL,
          percent: 30,
          cwd: "/usr",
        });
        const down = await substrate.splitPane(right, "down", { command: SHELL, env: { WHERE: "below" } });
        const panes = await substrate.listPanes(session);
        expect(panes.map(({ paneId }) => paneId)).toEqual([first, right.paneId, down.paneId]);
        expect(panes.map(({ active }) => active)).toEqual([true, false, false]);
        expect(right).toMatchObject({ session, top: 0, cwd: realpathSync("/usr") });
        expect(panes[1]!.left).toBeGreaterThan(panes[0]!.cols);
        expect(panes[2]).toMatchObject({ left: panes[1]!.left, cols: panes[1]!.cols });
        expect(panes[2]!.top).toBeGreaterThan(panes[1]!.rows);
        expect(new Set(panes.map(({ tmuxPaneId }) => tmuxPaneId)).size).toBe(3);
        await substrate.sendCommand(down, "echo is-$WHERE");
        await printed(down, "is-below");
        await say(session, "first");
        expect(await substrate.captureOutput(right, 50)).not.toContain("first");
      });

      test("a session's variables are its later panes' too", async () => {
        await substrate.spawnSession(session, SHELL, { env: { TEAM_NAME: "blue" } });
        const pane = await substrate.splitPane(session, "down", { command: SHELL });
        await substrate.sendCommand(pane, "echo team-$TEAM_NAME");
        await printed(pane, "team-blue");
      });

      test("multi-pane grid: rows and columns of equal panes, each with a program of its own", async () => {
        await substrate.spawnSession(session, SHELL, { cols: 245, rows: 76 });
        const grid = await substrate.layoutGrid(session, 3, 3, { command: SHELL });
        expect(grid.map((row) => row.length)).toEqual([3, 3, 3]);
        const panes = grid.flat();
        expect(panes.map(({ paneId }) => paneId).sort()).toEqual(
          (await substrate.listPanes(session)).map(({ paneId }) => paneId).sort(),
        );
        for (const row of grid) {
          expect(new Set(row.map(({ top, rows }) => `${top}+${rows}`)).size).toBe(1);
          expect(row.map(({ left }) => left)).toEqual(grid[0]!.map(({ left }) => left));
          expect(row.map(({ cols }) => cols)).toEqual(grid[0]!.map(({ cols }) => cols));
        }
        for (const side of ["cols", "rows"] as const) {
          const lengths = panes.map((pane) => pane[side]);
          expect(Math.max(...lengths) - Math.min(...lengths)).toBeLessThanOrEqual(2);
        }
        expect(panes[0]).toMatchObject({ left: 0, top: 0, active: true });
        await Promise.all(panes.map((pane, index) => say(pane, `cell-${index}`)));
        for (const [index, pane] of panes.entries())
          expect((await substrate.captureOutput(pane, 50)).match(/cell-\d$/gm)).toEqual([`cell-${index}`]);
      });

      test("no room: PaneLimit, and a grid that does not fit leaves nothing behind", async () => {
        await substrate.spawnSession(session, ["cat"], { cols: 10, rows: 4 });
        await backend.tmux("set-option", "-s", "pane-room", "refuse").catch(() => {}); // Ours alone makes room.
        try {
          await expect(substrate.layoutGrid(session, 1, 8)).rejects.toBeInstanceOf(PaneLimit);
          expect(await substrate.listPanes(session)).toHaveLength(1);
          const split = async () => {
            for (;;) await substrate.splitPane(session, "right", { command: ["cat"] });
          };
          await expect(split()).rejects.toThrow(failsWith("pane-limit"));
        } finally {
          await backend.tmux("set-option", "-su", "pane-room").catch(() => {});
        }
      });

      test("one pane is ended, the others go on; with the last one the session ends", async () => {
        const first = await substrate.spawnSession(session, SHELL);
        const second = await substrate.splitPane(session, "down", { command: SHELL });
        await substrate.destroyPane(first);
        expect(await substrate.listPanes(session)).toMatchObject([{ paneId: second.paneId }]);
        await say(session, "still");
        await substrate.destroyPane(second);
        expect(await names()).toEqual([]);
      });

      test("resize: a session's window, a pane in it", async () => {
        await substrate.spawnSession(session, ["cat"]);
        expect(await substrate.resize(session, { cols: 120, rows: 40 })).toEqual({ cols: 120, rows: 40 });
        expect(await substrate.listSessions()).toMatchObject([{ cols: 120, rows: 40 }]);
        const below = await substrate.splitPane(session, "down", { command: ["cat"] });
        expect(await substrate.resize(session, { cols: 160, rows: 61 })).toEqual({ cols: 160, rows: 61 });
        expect(await substrate.resize(below, { cols: 160, rows: 10 })).toEqual({ cols: 160, rows: 10 });
        expect((await substrate.listPanes(session)).map(({ rows }) => rows)).toEqual([50, 10]);
        await substrate.destroyPane(below);
        const [alone] = await substrate.listPanes(session);
        expect(await substrate.resize(alone!, { cols: 90, rows: 33 })).toEqual({ cols: 90, rows: 33 });
      });
    });

    describe("waiting", () => {
      test("for text: that is there, that comes, that scrolls by", async () => {
        await substrate.spawnSession(session, "echo there; read x; seq 1 3000; echo end; exec cat");
        expect(await substrate.waitFor(session, { text: "the" })).toEqual({ outcome: "met", text: "there" });
        const coming = substrate.waitFor(session, { regex: "^14[[:digit:]]{2}$" });
        const settled = expect(coming).resolves.toEqual({ outcome: "met", text: "1400" });
        await substrate.waitFor(session, { idleMs: 50 });
        await substrate.sendKey(session, "Enter");
        await settled;
      });

      test("in vain", async () => {
        await substrate.spawnSession(session, ["cat"]);
        expect(await substrate.waitFor(session, { text: "never" }, { timeoutMs: 50 })).toEqual({
          outcome: "timed-out",
        });
        expect(await substrate.waitFor(session, { exit: true }, { timeoutMs: 0 })).toEqual({
          outcome: "timed-out",
        });
      });

      test("until nothing is printed", async () => {
        await substrate.spawnSession(
          session,
          "i=0; while [ $i -lt 12 ]; do echo $i; i=$((i+1)); sleep 0.03; done; exec cat",
        );
        expect(await substrate.waitFor(session, { idleMs: 400 })).toEqual({ outcome: "met" });
        expect(await substrate.captureOutput(session, 1)).toBe("11");
      });

      test("for the end: of one that runs, that has gone, that goes before anything else happens", async () => {
        const born = await substrate.spawnSession(session, "read x; exit 3");
        const waits = [
          substrate.waitFor(session, { exit: true }),
          substrate.waitFor(born, { text: "never" }),
          substrate.waitFor(born, { idleMs: 20_000 }),
        ];
        await substrate.waitFor(session, { idleMs: 50 });
        await substrate.sendKey(session, "Enter");
        const [met, text, idle] = await Promise.all(waits);
        expect(met).toMatchObject({ outcome: "met" });
        expect(text).toMatchObject({ outcome: "exited" });
        expect(idle).toMatchObject({ outcome: "exited" });
        expect(await substrate.waitFor(born, { exit: true })).toMatchObject({ outcome: "met" });
        await expect(substrate.waitFor(session, { exit: true })).rejects.toBeInstanceOf(SessionNotFound);
      });
    });

    describe("events", () => {
      const told: SubstrateEvent[] = [];
      const read = async (
        events: AsyncIterable<SubstrateEvent>,
        until: (event: SubstrateEvent) => boolean,
      ) => {
        told.length = 0;
        for await (const event of events) {
          told.push(event);
          if (until(event)) break;
        }
        return told;
      };
      const outputOf = (events: readonly SubstrateEvent[], { paneId }: { paneId: string }) =>
        String(
          Buffer.concat(
            events.flatMap((event) => (event.type === "output" && event.paneId === paneId ? event.data : [])),
          ),
        );

      test("created, output, exited, in their order", async () => {
        const events = await substrate.events();
        const born = await substrate.spawnSession(session, "read x; printf 'b\\303\\244r\\\\\\t|'; exit 4");
        await substrate.sendCommand(session, "go");
        const all = await read(events, ({ type }) => type === "exited");
        expect(all[0]).toEqual({ type: "created", session, paneId: born.paneId });
        expect(all.at(-1)).toMatchObject({ type: "exited", session, paneId: born.paneId });
        const printed = "go\r\nbär\\\t|";
        if (substrate.backend === "mullion") expect(outputOf(all, born)).toBe(printed);
        else expect(printed).toContain(outputOf(all, born)); // tmux drops what it has not told when a session ends.
        expect((await events.next()).done).toBe(true);
      });

      test("of one that is gone before anybody could look", async () => {
        const events = await substrate.events();
        const { paneId } = await substrate.spawnSession(session, ["true"]);
        const all = await read(events, ({ type }) => type === "exited");
        expect(all).toMatchObject([
          { type: "created", session, paneId },
          { type: "exited", session, paneId },
        ]);
      });

      test("of what was there before, and of each pane that comes and goes", async () => {
        const first = await substrate.spawnSession(session, SHELL);
        const events = await substrate.events();
        const second = await substrate.splitPane(session, "down", { command: SHELL });
        await say(first, "from-first");
        await substrate.destroyPane(second);
        const all = await read(events, ({ type }) => type === "exited");
        expect(all.filter(({ type }) => type !== "output")).toMatchObject([
          { type: "created", paneId: second.paneId, session },
          { type: "exited", paneId: second.paneId, session },
        ]);
        expect(outputOf(all, first)).toContain("from-first");
        expect(await substrate.listSessions()).toMatchObject([{ attached: 0 }]);
      });

      test("of one session; without output; until the signal", async () => {
        const other = `${session}x`;
        await substrate.spawnSession(other, SHELL);
        const stop = new AbortController();
        const only = await substrate.events({ session, output: false, signal: stop.signal });
        await substrate.spawnSession(session, SHELL);
        await say(other, "elsewhere");
        await say(session, "here");
        await substrate.destroySession(other);
        await substrate.destroySession(session);
        const all = await read(only, ({ type }) => type === "exited");
        expect(all.map(({ type }) => type)).toEqual(["created", "exited"]);
        const ending = await substrate.events({ signal: stop.signal });
        const next = ending.next();
        stop.abort();
        expect((await next).done).toBe(true);
      });

      test("a reader that is too slow is told what it missed", async () => {
        await substrate.spawnSession(session, "read x; seq 1 40000; echo all-of-it; exec cat");
        const events = await substrate.events({ maxBytes: 20_000 });
        await substrate.sendKey(session, "Enter");
        await substrate.waitFor(session, { text: "all-of-it" });
        await substrate.destroySession(session);
        const all = await read(events, ({ type }) => type === "exited" || type === "lost");
        expect(all.some((event) => event.type === "gap" && event.missedBytes > 0)).toBe(true);
      });
    });

    describe("signals", () => {
      test("an aborted call rejects with the reason", async () => {
        await substrate.spawnSession(session, ["cat"]);
        const reason = new Error("enough");
        const signal = AbortSignal.abort(reason);
        const [pane] = await substrate.listPanes(session);
        const calls = [
          substrate.spawnSession("other", "", { signal }),
          substrate.destroySession(session, { signal }),
          substrate.destroyPane(pane!, { signal }),
          substrate.sendCommand(session, "x", { signal }),
          substrate.sendKey(session, "x", { signal }),
          substrate.captureOutput(session, 1, { signal }),
          substrate.captureScreen(session, { signal }),
          substrate.listSessions({ signal }),
          substrate.listPanes(session, { signal }),
          substrate.splitPane(session, "right", { signal }),
          substrate.layoutGrid(session, 2, 2, { signal }),
          substrate.resize(session, { cols: 80, rows: 24 }, { signal }),
          substrate.waitFor(session, { exit: true }, { signal }),
          substrate.events({ signal }),
        ];
        for (const call of await Promise.allSettled(calls))
          expect(call).toEqual({ status: "rejected", reason });
        expect(await substrate.listPanes(session)).toHaveLength(1);
        expect(await substrate.captureOutput(session, 5)).toBe("");
      });

      test("a wait ends when it is aborted", async () => {
        await substrate.spawnSession(session, ["cat"]);
        const stop = new AbortController();
        const waiting = substrate.waitFor(session, { text: "never" }, { signal: stop.signal });
        const settled = expect(waiting).rejects.toThrow("enough");
        await substrate.waitFor(session, { idleMs: 30 });
        stop.abort(new Error("enough"));
        await settled;
      });
    });
  });
}
