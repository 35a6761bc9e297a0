import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
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
import { describeSubstrate } from "./suite/describe-substrate.ts";
import type { Backend } from "./suite/stage.ts";

const run = promisify(execFile);
const ownProgram = join(root, "bin/tmux");
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
        const born = await substrate.spawnSession("kept-later", "read x; sleep 0.3; exit 7");
        const end = async () => {
          const clients = () => backend.tmux("list-clients", "-t", "=kept-later", "-F", "x");
          await waitFor(clients, "whoever waits to be attached");
          await substrate.sendKey(born, "Enter");
        };
        const ended = substrate.waitFor(born, { exit: true }, { timeoutMs: 20_000 });
        expect((await Promise.all([ended, end()]))[0]).toEqual({ outcome: "met", exitCode: 7 });
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
        const clients = async () => (await tmux("list-clients", "-F", "#{session_name}")).split("\n").sort();
        for (const name of ["first", "second"]) await tmux("new-session", "-d", "-s", name, "cat");
        const [wrapper, began, goOn] = ["tmux", "began", "go-on"].map((name) => join(directory, name));
        const held = `case " $* " in *" -C "*" -t \\$1 "*) : >${began}; until [ -e ${goOn} ]; do sleep 0.01; done; esac`;
        writeFileSync(wrapper!, `#!/bin/sh\n${held}\nexec ${program} "$@"\n`, { mode: 0o755 });
        const watched = await createSubstrate({ backend: "tmux", program: wrapper, socketPath, env });
        const opening = watched.events();
        await waitFor(
          async () => existsSync(began!) && (await clients()).includes("first"),
          "one client of two",
        );
        await tmux("new-session", "-d", "-s", "third", "cat"); // The client of the first session reports it.
        writeFileSync(goOn!, "");
        const events = await opening;
        await waitFor(async () => (await clients()).includes("third"), "a client on the third session");
        expect(await clients()).toEqual(["", "first", "second", "third"]);
        await events.return?.();
        expect(await clients()).toEqual([""]);
        await watched.close();
        await tmux("kill-server");
        rmSync(directory, { recursive: true });
      });

      test("events that are opened while the substrate is closed are not left open", async () => {
        await substrate.spawnSession("closing", ["cat"]);
        const at = ["-t", "=closing:", "#{socket_path}"];
        const socketPath = (await backend.tmux("display-message", "-p", ...at)).trim();
        const directory = mkdtempSync(join(process.env.MULLION_TEST_RUN!, "c"));
        const [program, began, goOn] = ["tmux", "began", "go-on"].map((name) => join(directory, name));
        const held = `case " $* " in *" -C "*) : >${began}; until [ -e ${goOn} ]; do sleep 0.01; done; esac`;
        writeFileSync(program!, `#!/bin/sh\n${held}\nexec ${backend.program} "$@"\n`, { mode: 0o755 });
        const other = await createSubstrate({ backend: "tmux", program, socketPath, env: backend.env });
        const opening = expect(other.events()).rejects.toMatchObject({ code: "no-server" });
        await waitFor(() => existsSync(began!), "the control client to connect");
        const closed = other.close();
        writeFileSync(goOn!, "");
        await Promise.all([opening, closed]);
        expect(await backend.tmux("list-clients")).toBe("");
        await substrate.destroySession("closing");
        rmSync(directory, { recursive: true });
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
