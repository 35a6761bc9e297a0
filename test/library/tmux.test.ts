import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import {
  type Command,
  checkTmux,
  createSubstrate,
  InvalidSessionName,
  type Substrate,
  SubstrateError,
  TmuxNotFound,
  tmuxVersion,
  Unsupported,
} from "../../src/library/index.ts";
import { prepareInstance, root } from "../fixtures/daemon.ts";
import { waitFor } from "../fixtures/wait-for.ts";
import { need, programPath } from "../setup/need.ts";
import { holdTmux } from "./held-tmux.ts";
import { describeSubstrate } from "./suite/describe-substrate.ts";
import type { Backend } from "./suite/stage.ts";

const run = promisify(execFile);
const ownProgram = join(root, "bin/tmux");
/** Calls of tmux, as patterns of sh. */
const CONTROL_CLIENT = '*" -C "*';
const CAPTURE = '*" capture-pane "*';
const LIST_OF_PANES = '*" list-panes -a "*';
/** A program of sh that answers Enter. */
const ANSWERING = "read x; echo answered; exec cat";
const tools = { "the real tmux": realTmux, "our tmux": ownTmux } as const;

interface TmuxBackend extends Backend {
  readonly program: string;
  readonly env: NodeJS.ProcessEnv;
}

async function realTmux(): Promise<TmuxBackend> {
  const program = programPath("tmux");
  const directory = mkdtempSync(join(process.env.MULLION_TEST_RUN!, "t"));
  const socketPath = join(directory, "s");
  const { TMUX: _tmux, ...rest } = process.env;
  const env = { ...rest, SHELL: "/bin/sh", HOME: directory };
  const tmux = async (...words: string[]) =>
    (await run(program, ["-S", socketPath, ...words], { env })).stdout;
  return {
    program,
    env,
    open: () => createSubstrate({ backend: "tmux", program, socketPath, configFile: "/dev/null", env }),
    tmux,
    async stop() {
      await tmux("kill-server").catch(() => {}); // It has ended with its last session.
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** Ours, where tools expect the real one. */
async function ownTmux(): Promise<TmuxBackend> {
  const daemon = prepareInstance();
  const { env } = daemon;
  return {
    program: ownProgram,
    env,
    open: () => createSubstrate({ backend: "tmux", program: ownProgram, socketName: "lib", env }),
    tmux: async (...words) => (await daemon.tmux("-L", "lib", ...words)).stdout,
    stop: () => daemon.stop(),
  };
}

describe.runIf(need("tmux"))("TmuxSubstrate", () => {
  describe.each(Object.entries(tools))("with %s", (name, start) => {
    describeSubstrate(name, start);

    describe("only with tmux", () => {
      let backend: TmuxBackend;
      let substrate: Substrate;
      beforeAll(async () => {
        backend = await start();
        substrate = await backend.open();
      });
      afterAll(async () => {
        await substrate.close();
        await backend.stop();
      });

      /** A session that ends with its test. */
      const spawn = (name: string, command: Command) => {
        onTestFinished(() => substrate.destroySession(name).catch(() => {}));
        return substrate.spawnSession(name, command);
      };

      /** Control clients on a session, by their process ids. */
      const clientsOn = async (session: string) =>
        (await backend.tmux("list-clients", "-t", `=${session}`, "-F", "#{client_pid}")).trim();

      const anotherClientOn = (session: string, former: string) =>
        waitFor(async () => {
          const now = await clientsOn(session);
          return now === former ? "" : now;
        }, `a control client on ${session}`);

      /** Another substrate on the server of a session, whose calls can be held. */
      const openHeld = async (session: string, pattern: string) => {
        const at = ["-t", `=${session}:`, "#{socket_path}"];
        const socketPath = (await backend.tmux("display-message", "-p", ...at)).trim();
        const held = holdTmux(backend.program, pattern);
        const options = { backend: "tmux", program: held.program, socketPath, env: backend.env } as const;
        const other = await createSubstrate(options);
        onTestFinished(() => {
          held.release();
          return other.close();
        });
        return { held, other };
      };

      test("sessions that others made are listed, and used where their names can be said", async () => {
        await substrate.spawnSession("ours", ["cat"]);
        await backend.tmux("new-session", "-d", "-s", "theirs", "cat");
        await backend.tmux("new-session", "-d", "-s", "two words", "cat");
        const names = (await substrate.listSessions()).map(({ name }) => name);
        expect(names).toEqual(["ours", "theirs", "two words"]);
        await substrate.sendCommand("theirs", "hello");
        expect(await substrate.waitFor("theirs", { text: "hello" })).toMatchObject({ outcome: "met" });
        await expect(substrate.destroySession("two words")).rejects.toBeInstanceOf(InvalidSessionName);
        await substrate.destroySession("theirs");
      });

      test("a pane that is kept tells how its process ended", async () => {
        await backend.tmux("set-option", "-g", "remain-on-exit", "on");
        const born = await substrate.spawnSession("kept", "exit 6");
        expect(await substrate.waitFor(born, { exit: true })).toEqual({ outcome: "met", exitCode: 6 });
      });

      test("… also while it is waited for, and where nothing else changes", async () => {
        await backend.tmux("set-option", "-g", "automatic-rename", "off");
        const born = await substrate.spawnSession("kept-later", "read x; exit 7");
        const { held, other } = await openHeld("kept-later", CAPTURE);
        held.hold();
        const ended = other.waitFor(born, { exit: true }, { timeoutMs: 20_000 });
        await held.holding();
        held.release();
        await substrate.sendKey(born, "Enter");
        expect(await ended).toEqual({ outcome: "met", exitCode: 7 });
      });

      test("a wait for an exit opens no control client, which would crash tmux if the session ended meanwhile", async () => {
        const born = await spawn("no-client", ["cat"]);
        const { held, other } = await openHeld("no-client", CONTROL_CLIENT);
        held.fail();
        const ended = other.waitFor(born, { exit: true }, { timeoutMs: 300 });
        expect(await ended).toEqual({ outcome: "timed-out" });
      });

      test("… and follows a pane whose process is another one, or goes on without the pane", async () => {
        await backend.tmux("set-option", "-g", "remain-on-exit", "on");
        const born = await spawn("respawned", ["cat"]);
        const ended = substrate.waitFor(born, { exit: true }, { timeoutMs: 20_000 });
        await backend.tmux("respawn-pane", "-k", "-t", born.paneId, "read x; exit 7");
        await substrate.sendKey(born, "Enter");
        expect(await ended).toEqual({ outcome: "met", exitCode: 7 });
        const deaf = await spawn("deaf", "trap '' HUP; echo ready; exec sleep 3600");
        await substrate.waitFor(deaf, { text: "ready" });
        const pid = Number(await backend.tmux("display-message", "-p", "-t", deaf.paneId, "#{pane_pid}"));
        onTestFinished(() => void process.kill(pid, "SIGKILL"));
        const gone = substrate.waitFor(deaf, { exit: true }, { timeoutMs: 20_000 });
        await substrate.destroyPane(deaf);
        expect(await gone).toMatchObject({ outcome: "met" });
      });

      test("it does not know prompts", async () => {
        await expect(substrate.waitFor("ours", { prompt: true })).rejects.toBeInstanceOf(Unsupported);
      });

      test("it does not know states, and says so", async () => {
        for (const call of [substrate.state("ours"), substrate.waitFor("ours", { state: "waiting" })])
          await expect(call).rejects.toThrow(
            new Unsupported(
              "tmux does not know whether a program works or waits: use the Mullion backend, or wait for text or silence",
            ),
          );
      });

      test("a process in a pane of tmux finds the server that it runs in", async () => {
        const socket = (await backend.tmux("display-message", "-p", "-t", "=ours:", "#{socket_path}")).trim();
        const { program, env } = backend;
        const inside = await createSubstrate({
          backend: "tmux",
          program,
          env: { ...env, TMUX: `${socket},1,0` },
        });
        expect((await inside.listSessions()).map((each) => each.name)).toContain("ours");
        const events = await inside.events();
        await inside.spawnSession("inner", ["true"]);
        expect((await events.next()).value).toMatchObject({ type: "created", session: "inner" });
        await inside.close();
        expect((await events.next()).done).toBe(true);
      });

      test("events have one control client for each session, and none once they are closed", async () => {
        const { program, env } = backend;
        const directory = mkdtempSync(join(process.env.MULLION_TEST_RUN!, "d"));
        const socketPath = join(directory, "s");
        const tmux = async (...words: string[]) =>
          (await run(program, ["-S", socketPath, "-f", "/dev/null", ...words], { env })).stdout;
        onTestFinished(async () => {
          await tmux("kill-server").catch(() => {});
          rmSync(directory, { recursive: true, force: true });
        });
        const clients = async () => (await tmux("list-clients", "-F", "#{session_name}")).split("\n").sort();
        for (const name of ["first", "second"]) await tmux("new-session", "-d", "-s", name, "cat");
        const held = holdTmux(program, '*" -C "*" -t \\$1 "*');
        held.hold();
        const watched = await createSubstrate({ backend: "tmux", program: held.program, socketPath, env });
        const opening = watched.events();
        await held.holding();
        await waitFor(async () => (await clients()).includes("first"), "one client of two");
        await tmux("new-session", "-d", "-s", "third", "cat"); // The client of the first session reports it.
        held.release();
        const events = await opening;
        await waitFor(async () => (await clients()).includes("third"), "a client on the third session");
        expect(await clients()).toEqual(["", "first", "second", "third"]);
        await events.return?.();
        expect(await clients()).toEqual([""]);
        await watched.close();
      });

      test("events that are opened while the substrate is closed are not left open", async () => {
        await spawn("closing", ["cat"]);
        const { held, other } = await openHeld("closing", CONTROL_CLIENT);
        held.hold();
        const opening = expect(other.events()).rejects.toMatchObject({ code: "no-server" });
        await held.holding();
        const closed = other.close();
        held.release();
        await Promise.all([opening, closed]);
        expect(await backend.tmux("list-clients")).toBe("");
      });

      test("events that are aborted while their clients attach reject with the reason", async () => {
        await spawn("aborting", ["cat"]);
        const { held, other } = await openHeld("aborting", CONTROL_CLIENT);
        held.hold();
        const stop = new AbortController();
        const reason = new Error("enough");
        const opening = expect(other.events({ signal: stop.signal })).rejects.toBe(reason);
        await held.holding();
        stop.abort(reason);
        held.release();
        await opening;
        expect(await backend.tmux("list-clients")).toBe("");
      });

      test("a session is spawned although an open stream of events is aborted meanwhile", async () => {
        await spawn("watched", ["cat"]);
        const { held, other } = await openHeld("watched", LIST_OF_PANES);
        const stop = new AbortController();
        await other.events({ signal: stop.signal });
        onTestFinished(() => substrate.destroySession("spawned").catch(() => {}));
        held.hold();
        const spawning = other.spawnSession("spawned", ["cat"]);
        await held.holding();
        stop.abort(new Error("enough"));
        expect(await spawning).toMatchObject({ name: "spawned" });
      });

      test("a look that fails ends the events, and not the call that caused it", async () => {
        await spawn("watched", ["cat"]);
        const { held, other } = await openHeld("watched", LIST_OF_PANES);
        const events = await other.events();
        onTestFinished(() => substrate.destroySession("spawned").catch(() => {}));
        held.fail();
        expect(await other.spawnSession("spawned", ["cat"])).toMatchObject({ name: "spawned" });
        const reading = async () => {
          for await (const _ of events);
        };
        await expect(reading()).rejects.toThrow("made to fail");
        await waitFor(async () => (await backend.tmux("list-clients")) === "", "the clients to leave");
      });

      test("a call that waits behind a client that does not connect can be aborted", async () => {
        await spawn("blocking", ["cat"]);
        const { held, other } = await openHeld("blocking", CONTROL_CLIENT);
        held.hold();
        const opening = other.events();
        await held.holding();
        const stop = new AbortController();
        const reason = new Error("enough");
        const { signal } = stop;
        const calls = [
          other.spawnSession("behind", ["cat"], { signal }),
          other.destroySession("blocking", { signal }),
        ];
        stop.abort(reason);
        for (const call of await Promise.allSettled(calls))
          expect(call).toEqual({ status: "rejected", reason });
        held.release();
        await opening;
        const names = (await substrate.listSessions()).map(({ name }) => name);
        expect(names).toContain("blocking");
        expect(names).not.toContain("behind");
      }, 30_000);

      test("a wait continues when all clients of its session are detached", async () => {
        const born = await spawn("detached", ANSWERING);
        const answered = substrate.waitFor(born, { text: "answered" });
        const former = await anotherClientOn("detached", "");
        await backend.tmux("detach-client", "-s", "=detached");
        await anotherClientOn("detached", former);
        await substrate.sendKey(born, "Enter");
        expect(await answered).toMatchObject({ outcome: "met" });
      });

      test("… and silence counts only while it listens", async () => {
        const stop = join(process.env.MULLION_TEST_RUN!, `stop-${process.pid}-${name.replaceAll(" ", "-")}`);
        onTestFinished(() => rmSync(stop, { force: true }));
        const born = await spawn("ticking", `until [ -e ${stop} ]; do echo tick; sleep 0.05; done; exec cat`);
        const { held, other } = await openHeld("ticking", CONTROL_CLIENT);
        let isOver = false;
        const silent = other.waitFor(born, { idleMs: 1_000 }).finally(() => {
          isOver = true;
        });
        await anotherClientOn("ticking", "");
        held.hold();
        await backend.tmux("detach-client", "-s", "=ticking");
        await held.holding();
        writeFileSync(stop, "");
        await substrate.waitFor(born, { idleMs: 1_000 });
        expect(isOver).toBe(false);
        held.release();
        expect(await silent).toEqual({ outcome: "met" });
      });

      test("a wait follows its pane to another session", async () => {
        await spawn("target", ["cat"]);
        await spawn("source", ["cat"]);
        const moving = await substrate.splitPane("source", "down", { command: ANSWERING });
        const answered = substrate.waitFor(moving, { text: "answered" });
        await anotherClientOn("source", "");
        await backend.tmux("join-pane", "-d", "-s", moving.paneId, "-t", "=target:");
        await anotherClientOn("target", "");
        await waitFor(async () => (await clientsOn("source")) === "", "the former client to leave");
        await substrate.sendKey(moving, "Enter");
        expect(await answered).toMatchObject({ outcome: "met" });
      });

      test("a wait keeps its client when another session of the group is used", async () => {
        const born = await spawn("grouped", ANSWERING);
        const { held, other } = await openHeld("grouped", CONTROL_CLIENT);
        const answered = other.waitFor(born, { text: "answered" }, { timeoutMs: 10_000 });
        await anotherClientOn("grouped", "");
        held.hold(); // Another client would not connect, and the wait would not learn of the output.
        onTestFinished(() => substrate.destroySession("used").catch(() => {}));
        await backend.tmux("new-session", "-d", "-s", "used", "-t", "=grouped");
        const session = await backend.tmux("display-message", "-p", "-t", born.paneId, "#{session_name}");
        expect(session.trim()).toBe("used");
        await substrate.sendKey(born, "Enter");
        expect(await answered).toMatchObject({ outcome: "met" });
      });

      test("a wait that ends while its client connects again leaves no client", async () => {
        const born = await spawn("leaving", ["cat"]);
        const { held, other } = await openHeld("leaving", CONTROL_CLIENT);
        const stop = new AbortController();
        const reason = new Error("enough");
        const waiting = expect(other.waitFor(born, { text: "x" }, { signal: stop.signal })).rejects.toBe(
          reason,
        );
        await anotherClientOn("leaving", "");
        held.hold();
        await backend.tmux("detach-client", "-s", "=leaving");
        await held.holding();
        stop.abort(reason);
        await waiting;
        held.release();
        onTestFinished(() => substrate.destroySession("later").catch(() => {}));
        await other.spawnSession("later", ["cat"]); // Begins when the client has connected.
        await waitFor(async () => (await clientsOn("leaving")) === "", "the client to leave");
      });
    });
  });

  test("check: there is one, and which", async () => {
    await checkTmux();
    const program = programPath("tmux");
    const { stdout } = await run(program, ["-V"]);
    expect(`tmux ${await tmuxVersion({ program })}\n`).toBe(stdout);
    const daemon = prepareInstance();
    expect(await tmuxVersion({ program: ownProgram, env: daemon.env })).toBe(await tmuxVersion({ program }));
    await daemon.stop();
  });

  test("check: there is none, or it is something else", async () => {
    const env = { PATH: "/nowhere" };
    const missing = [
      checkTmux({ env }),
      tmuxVersion({ env }),
      checkTmux({ program: "/nowhere/tmux" }),
      checkTmux({ program: "/etc/passwd" }),
      createSubstrate({ backend: "tmux", env }),
    ];
    for (const attempt of await Promise.allSettled(missing))
      expect(attempt).toMatchObject({ status: "rejected", reason: { code: "tmux-not-found" } });
    await expect(checkTmux({ env })).rejects.toBeInstanceOf(TmuxNotFound);
    await expect(checkTmux({ program: "echo" })).rejects.toBeInstanceOf(SubstrateError);
  });
});
