import { mkdirSync, mkdtempSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import {
  InvalidSessionName,
  NoServer,
  SessionExists,
  SessionNotFound,
  SubstrateError,
} from "../../../src/library/index.ts";
import { failsWith, SHELL, type Stage } from "./stage.ts";

const nowhere = { paneId: "%999999" };

export function describeSessions(stage: Stage): void {
  describe("sessions", () => {
    test("no server, no sessions", async () => {
      const { substrate } = stage;
      expect(await substrate.listSessions()).toEqual([]);
    });

    test("full lifecycle", async () => {
      const { substrate, session, names, say } = stage;
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
      const { substrate, session, say } = stage;
      await substrate.spawnSession(session, SHELL);
      const refused = substrate.spawnSession(session, SHELL);
      await expect(refused).rejects.toBeInstanceOf(SessionExists);
      await expect(refused).rejects.toBeInstanceOf(SubstrateError);
      await expect(refused).rejects.toThrow(failsWith("session-exists"));
      await say(session, "alive");
    });

    test("send to nothing, capture of nothing, anything of nothing", async () => {
      const { substrate, session } = stage;
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
      const { substrate, session, names } = stage;
      await substrate.spawnSession(`${session}-15`, SHELL);
      await expect(substrate.destroySession(`${session}-1`)).rejects.toBeInstanceOf(SessionNotFound);
      await expect(substrate.sendCommand(`${session}-1`, "exit")).rejects.toBeInstanceOf(SessionNotFound);
      expect(await names()).toEqual([`${session}-15`]);
    });

    test("name validation", async () => {
      const { substrate, names } = stage;
      const bad = [
        "",
        "a b",
        "a:b",
        "a;b",
        "ü",
        "$(x)",
        "a\n",
        "=a",
        "%1",
        "/b",
        "a/",
        "a/b/c",
        "x".repeat(201),
      ];
      for (const wrong of bad) {
        await expect(substrate.spawnSession(wrong), wrong).rejects.toBeInstanceOf(InvalidSessionName);
        await expect(substrate.destroySession(wrong), wrong).rejects.toThrow(
          failsWith("invalid-session-name"),
        );
        await expect(substrate.captureOutput(wrong, 1), wrong).rejects.toBeInstanceOf(InvalidSessionName);
      }
      // As a target this is a session on a host; a new session is placed with an option.
      await expect(substrate.spawnSession("a/b")).rejects.toBeInstanceOf(InvalidSessionName);
      expect(await names()).toEqual([]);
    });

    test("names that tmux would change come back as they were given, each its own session", async () => {
      const { substrate, names, say } = stage;
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
      const { substrate, session } = stage;
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
      const { substrate, session } = stage;
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
      const { substrate, session, say } = stage;
      await substrate.spawnSession(session);
      await say(session, "shelled");
      await substrate.spawnSession(`${session}e`, "");
      await say(`${session}e`, "shelled");
    });

    test("sessions belong to nobody's connection: another finds them", async () => {
      const { backend, substrate, session, names, printed } = stage;
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
      const { substrate, session, names, say } = stage;
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
      const { substrate, session, names } = stage;
      for (let round = 0; round < 8; round++) {
        await substrate.spawnSession(session, ["cat"]);
        await substrate.destroySession(session);
      }
      expect(await names()).toEqual([]);
    });
  });
}
