import { execFileSync } from "node:child_process";
import { closeSync, existsSync, openSync, readFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import {
  createSubstrate,
  InvalidArgument,
  type MullionSubstrate,
  SessionExists,
  SessionNotFound,
} from "../../src/library/index.ts";
import { ReferenceBackend } from "../conformance/reference-backend.ts";
import { prepareInstance, type TestDaemon } from "../fixtures/daemon.ts";
import { need } from "../setup/need.ts";
import { describeSubstrate } from "./suite/describe-substrate.ts";

describeSubstrate("MullionSubstrate", async () => {
  const daemon = prepareInstance();
  return {
    open: () => createSubstrate({ env: daemon.env }),
    tmux: async (...words) => (await daemon.tmux("-L", "mullion", ...words)).stdout,
    stop: () => daemon.stop(),
  };
});

describe("only with Mullion", () => {
  let daemon: TestDaemon;
  let substrate: MullionSubstrate;
  beforeAll(async () => {
    daemon = prepareInstance();
    substrate = await createSubstrate({
      env: { ...daemon.env, MULLION_DIR: undefined },
      directory: daemon.env.MULLION_DIR,
    });
  });
  afterAll(async () => {
    await substrate.close();
    await daemon.stop();
  });

  test("a private directory has a daemon of its own, which is started", () => {
    expect(existsSync(join(daemon.dir, "m/daemon.sock"))).toBe(true);
    expect(daemon.pid()).toBeGreaterThan(1);
  });

  test("one team neither sees nor ends what another has, and cannot take its names", async () => {
    await substrate.spawnSession("ours", ["cat"]);
    await daemon.tmux("-L", "mullion", "new-session", "-d", "-s", "people");
    const others = await createSubstrate({ env: daemon.env, team: "others" });
    expect(await others.listSessions()).toEqual([]);
    await expect(others.destroySession("ours")).rejects.toBeInstanceOf(SessionNotFound);
    await expect(others.sendCommand("ours", "x")).rejects.toBeInstanceOf(SessionNotFound);
    await expect(others.spawnSession("ours", ["cat"])).rejects.toBeInstanceOf(SessionExists);
    await expect(others.destroySession("people")).rejects.toBeInstanceOf(SessionNotFound);
    await others.close();
    expect(await substrate.listSessions()).toMatchObject([{ name: "ours" }]);
    await substrate.destroySession("ours");
    await daemon.tmux("-L", "mullion", "kill-session", "-t", "=people");
  });

  test("what a person adds to a session stands in nobody's way, and goes with it", async () => {
    const { paneId } = await substrate.spawnSession("shared", ["cat"]);
    await daemon.tmux("-L", "mullion", "split-window", "-t", "=shared:", "cat");
    expect(await substrate.listPanes("shared")).toMatchObject([{ paneId }]);
    await substrate.sendCommand("shared", "to ours");
    await substrate.waitFor({ paneId }, { text: "to ours" });
    await substrate.destroySession("shared");
    expect((await daemon.tmux("-L", "mullion", "has-session", "-t", "=shared")).status).toBe(1);
  });

  test("what cannot be started rejects with a sentence, and leaves nothing behind", async () => {
    const program = substrate.spawnSession("failing", ["/nowhere/program"]);
    await expect(program).rejects.toMatchObject({ code: "start-failed" });
    const directory = substrate.spawnSession("failing", ["cat"], { cwd: "/nowhere" });
    await expect(directory).rejects.toMatchObject({ code: "start-failed" });
    expect(await substrate.listSessions()).toEqual([]);
    await substrate.spawnSession("failing", ["cat"]);
    await substrate.destroySession("failing");
  });

  test.runIf(process.platform === "linux")(
    "a pane that does not end is no success",
    async () => {
      const { paneId } = await substrate.spawnSession("stuck", ["cat"]);
      const [pane] = await substrate.listPanes("stuck");
      const holder = parentOf(pane!.pid);
      process.kill(holder, "SIGSTOP");
      try {
        await expect(substrate.destroyPane({ paneId })).rejects.toThrow(
          `the pane ${paneId} did not end within 10 s`,
        );
      } finally {
        process.kill(holder, "SIGCONT");
      }
      expect(await substrate.waitFor({ paneId }, { exit: true })).toMatchObject({ outcome: "met" });
    },
    30_000,
  );

  test("how a process ended is known, also afterwards", async () => {
    const born = await substrate.spawnSession("ending", "exit 3");
    expect(await substrate.waitFor(born, { exit: true })).toEqual({ outcome: "met", exitCode: 3 });
    expect(await substrate.waitFor(born, { text: "x" })).toEqual({ outcome: "exited", exitCode: 3 });
    const killed = await substrate.spawnSession("killed", "kill -KILL $$");
    expect(await substrate.waitFor(killed, { exit: true })).toEqual({ outcome: "met", exitCode: 137 });
  });

  test("the state of a program is reported and waited for", async () => {
    const born = await substrate.spawnSession("asking", "printf 'Go on? [y/N] '; read x; exit 3");
    expect(await substrate.waitFor("asking", { state: "waiting" })).toEqual({
      outcome: "met",
      state: "waiting",
    });
    const anyState = { state: ["done", "waiting", "failed"] } as const;
    expect(await substrate.waitFor("asking", anyState)).toEqual({ outcome: "met", state: "waiting" });
    for (const target of ["asking", born])
      expect(await substrate.state(target)).toMatchObject({
        state: "waiting",
        question: "Go on? [y/N]",
        program: "sh",
        unread: false,
      });
    const failed = substrate.waitFor(born, { state: "failed" });
    await substrate.sendCommand("asking", "y");
    expect(await failed).toEqual({ outcome: "met", state: "failed", exitCode: 3 });
    const failedSince = substrate.waitFor(born, { state: ["done", "failed"] });
    await expect(failedSince).resolves.toMatchObject({ state: "failed", exitCode: 3 });
    const none = substrate.waitFor(born, { state: [] });
    await expect(none).rejects.toBeInstanceOf(InvalidArgument);
    await expect(substrate.state("asking")).rejects.toBeInstanceOf(SessionNotFound);
    await expect(substrate.waitFor(born, { state: "lucky" as "done" })).rejects.toBeInstanceOf(
      InvalidArgument,
    );
  });

  test.runIf(need("bash"))("a shell is waited for at its prompt", async () => {
    const own = prepareInstance();
    const other = await createSubstrate({ env: { ...own.env, SHELL: "/bin/bash" } });
    await other.spawnSession("shell");
    expect(await other.waitFor("shell", { prompt: true })).toEqual({ outcome: "met" });
    await other.sendCommand("shell", "sleep 0.2; echo fini''shed");
    await other.waitFor("shell", { text: "finished" });
    expect(await other.waitFor("shell", { prompt: true })).toEqual({ outcome: "met" });
    await other.close();
    await own.stop();
  });

  test("the daemon dies: sessions, calls and events go on, and nothing is lost", async () => {
    const events = await substrate.events({ session: "hardy" });
    const script = "i=0; while [ $i -lt 40 ]; do echo line-$i; i=$((i+1)); sleep 0.01; done; read x; exit 5";
    const born = await substrate.spawnSession("hardy", script);
    await daemon.kill9();
    expect(await substrate.listSessions()).toMatchObject([{ name: "hardy", sessionId: born.sessionId }]);
    await substrate.sendCommand("hardy", "go");
    let printed = "";
    for await (const event of events) {
      if (event.type === "output") printed += Buffer.from(event.data);
      if (event.type === "exited") {
        expect(event).toEqual({ type: "exited", session: "hardy", paneId: born.paneId, exitCode: 5 });
        break;
      }
    }
    const lines = Array.from({ length: 40 }, (_, index) => `line-${index}`);
    // The terminal shows what was typed when it was typed, and Enter comes after the text: both may come between lines.
    expect(printed.match(/go/g)).toHaveLength(1);
    expect(printed.match(/\r\n/g)).toHaveLength(lines.length + 1);
    expect(printed.replace("go", "").split("\r\n").filter(Boolean)).toEqual(lines);
  });

  test("text that is printed and scrolls off while no daemon runs is found", async () => {
    const fifo = join(daemon.dir, "go");
    execFileSync("mkfifo", [fifo]);
    // Open for both, so that neither side waits for the other.
    const go = openSync(fifo, "r+");
    try {
      const more = "read x; echo here it is; seq 1 3000; exec cat";
      const { paneId } = await substrate.spawnSession("unseen", `exec <>'${fifo}'; echo ready; ${more}`);
      await substrate.waitFor({ paneId }, { text: "ready" });
      const found = substrate.waitFor({ paneId }, { text: "here it is" }, { timeoutMs: 20_000 });
      // The daemon has received the wait when it answers this one: both are on one connection.
      await substrate.waitFor({ paneId }, { exit: true }, { timeoutMs: 0 });
      process.kill(daemon.pid()!, "SIGKILL");
      writeSync(go, "\n");
      expect(await found).toEqual({ outcome: "met", text: "here it is" });
      expect(await substrate.captureOutput({ paneId }, 50)).not.toContain("here");
    } finally {
      closeSync(go);
      await substrate.destroySession("unseen");
    }
  }, 40_000);

  test("a daemon that is ended on purpose is no server any more, for calls and for events", async () => {
    const own = prepareInstance();
    const other = await createSubstrate({ env: own.env });
    const events = await other.events({ output: false });
    await other.spawnSession("brief", ["cat"]);
    const types: string[] = [];
    const reading = (async () => {
      for await (const { type } of events) types.push(type);
    })();
    await Promise.all([expect(reading).rejects.toMatchObject({ code: "no-server" }), own.stop()]);
    expect(types).toEqual(["created", "exited"]);
    await expect(other.listSessions()).rejects.toMatchObject({ code: "no-server" });
    await other.close();
  });

  const readers = { "every session": {}, "its session only": { session: "late" } };
  test.each(Object.entries(readers))(
    "a pane whose creation a slow reader of %s missed has its session afterwards",
    async (_, only) => {
      const events = await substrate.events({ maxBytes: 1, ...only });
      const spawn = async (name: string) => {
        onTestFinished(() => substrate.destroySession(name).catch(() => {}));
        const { paneId } = await substrate.spawnSession(name, "echo ready; exec cat");
        // By the time of this answer, the creation has arrived as well: nobody reads, and only the first event may wait.
        await substrate.waitFor(name, { text: "ready" });
        return paneId;
      };
      await spawn("early");
      const paneId = await spawn("late");
      const types: string[] = [];
      for await (const event of events) {
        types.push(event.type);
        if (!("paneId" in event) || event.paneId !== paneId) continue;
        expect(event.session).toBe("late");
        break;
      }
      expect(types).toContain("lost");
    },
  );

  test("events that are opened while the substrate is closed are not left open", async () => {
    const other = await createSubstrate({ env: daemon.env });
    const opening = expect(other.events()).rejects.toMatchObject({ code: "no-server" });
    await other.close();
    await opening;
  });

  test("a backend that has no sessions cannot be one", async () => {
    const backend = new ReferenceBackend(undefined);
    await backend.listen();
    const other = await createSubstrate({ socket: backend.path, env: {} });
    await expect(other.listSessions()).rejects.toMatchObject({ code: "unsupported" });
    await other.close();
    await backend.close();
  });

  test("nobody there", async () => {
    const nobody = createSubstrate({ socket: join(daemon.dir, "nobody.sock"), env: {} });
    await expect(nobody).rejects.toMatchObject({ code: "no-server" });
  });
});

function parentOf(pid: number): number {
  return Number(/^PPid:\s*(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))![1]);
}
