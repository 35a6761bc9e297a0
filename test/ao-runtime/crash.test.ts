import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterEach, expect, test } from "vitest";
import type { RuntimeHandle } from "../../src/ao-runtime/contract.ts";
import { createRuntime } from "../../src/ao-runtime/runtime.ts";
import { settingsFrom } from "../../src/ao-runtime/settings.ts";
import type { TreeDescription } from "../../src/cli/describe-tree.ts";
import { processExists } from "../../src/processes/process-mark.ts";
import { prepareInstance, root } from "../fixtures/daemon.ts";
import { daemonForAll } from "../fixtures/daemon-for-all.ts";
import { waitFor } from "../fixtures/wait-for.ts";
import { need } from "../setup/need.ts";

/** What becomes of sessions whose orchestrator is gone. */
const daemon = daemonForAll();
const orchestrators: ChildProcess[] = [];

afterEach(async () => {
  for (const each of orchestrators.splice(0)) await kill9(each);
  await gc("--grace", "0");
});

/** Starts one, and gives what it says. */
async function orchestrate<T>(argv: string[], env = {}): Promise<{ process: ChildProcess; said: T }> {
  const script = join(root, "test/ao-runtime/orchestrator.mjs");
  const process_ = spawn(process.execPath, [script, ...argv], {
    cwd: daemon.dir,
    env: { ...daemon.env, ...env },
    stdio: ["pipe", "pipe", "inherit"],
  });
  orchestrators.push(process_);
  const [line] = await once(createInterface({ input: process_.stdout! }), "line");
  return { process: process_, said: JSON.parse(line) as T };
}

async function kill9(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill("SIGKILL");
  await once(child, "exit");
}

async function ended({ process: child }: { process: ChildProcess }): Promise<number | null> {
  if (child.exitCode === null) await once(child, "exit");
  return child.exitCode;
}

const orphans = async () => {
  const { servers } = JSON.parse((await daemon.run("ls", "--orphans", "--json")).stdout) as TreeDescription;
  return servers.flatMap(({ sessions }) => sessions.map(({ name }) => name));
};
const gc = async (...argv: string[]) => JSON.parse((await daemon.run("gc", ...argv, "--json")).stdout);

test("killed with -9: its sessions go on, are listed as orphans, and reaped by gc with all their processes", async () => {
  const { process: dying, said: left } = await orchestrate<RuntimeHandle>([
    "stay",
    "left",
    "sleep 1000 & cat",
  ]);
  const { said: kept } = await orchestrate<RuntimeHandle>(["stay", "kept", "cat"]);
  expect(await orphans()).toEqual([]);
  await kill9(dying);
  expect(await orphans()).toEqual(["left"]);
  expect(processExists(left.data.pid as number)).toBe(true);
  expect(await gc("--dry-run", "--grace", "0")).toMatchObject({ ended: [{ session: "left" }], dryRun: true });
  expect(await gc("--grace", "0")).toMatchObject({
    ended: [{ session: "left", owner: dying.pid }],
    left: [],
  });
  await waitFor(() => !processExists(left.data.pid as number), "its process to be gone");
  expect(await orphans()).toEqual([]);
  expect(processExists(kept.data.pid as number)).toBe(true);
});

test.runIf(need("script"))("keeps an orphan until its attached client detaches", async () => {
  const { process: dying } = await orchestrate<RuntimeHandle>(["stay", "watched", "cat"]);
  await kill9(dying);
  const attach = `stty cols 80 rows 24; '${join(root, "bin/tmux")}' -L mullion attach -t =watched`;
  const terminal = spawn("script", ["-qec", attach, "/dev/null"], {
    env: daemon.env,
    stdio: ["pipe", "ignore", "ignore"],
  });
  await waitFor(
    async () => (await gc("--grace", "0", "--dry-run")).left[0]?.reason === "attached",
    "the terminal",
  );
  expect(await gc("--grace", "0")).toMatchObject({
    ended: [],
    left: [{ session: "watched", reason: "attached" }],
  });
  terminal.stdin!.write("\x02d");
  await once(terminal, "exit");
  expect(await gc("--grace", "0")).toMatchObject({ ended: [{ session: "watched" }], left: [] });
});

test("the next orchestrator that looks after a session takes it over", async () => {
  const { process: dying, said: handle } = await orchestrate<RuntimeHandle>(["stay", "taken", "cat"]);
  await kill9(dying);
  expect(await orphans()).toEqual(["taken"]);
  const { said: isAlive } = await orchestrate<boolean>(["stay-and-look", JSON.stringify(handle)]);
  expect(isAlive).toBe(true);
  expect(await orphans()).toEqual([]);
  expect(await gc("--grace", "0")).toMatchObject({ ended: [], left: [] });
});

test("a command that launches a session ends by itself, and gc does not take what it has just made", async () => {
  const command = await orchestrate<RuntimeHandle>(["leave", "brief", "cat"]);
  expect(await ended(command)).toBe(0);
  expect(await orphans()).toEqual(["brief"]);
  expect(await gc()).toMatchObject({ ended: [], left: [{ session: "brief", reason: "in use" }] });
  expect(processExists(command.said.data.pid as number)).toBe(true);
});

test("MULLION_AO_OWNER_PID: it belongs to the process that is named", async () => {
  const owner = { MULLION_AO_OWNER_PID: String(process.pid) };
  const command = await orchestrate<RuntimeHandle>(["leave", "owned", "cat"], owner);
  expect(await ended(command)).toBe(0);
  expect(await orphans()).toEqual([]);
  await createRuntime(settingsFrom(daemon.env)).destroy(command.said);
});

test.each([
  // The first append is the wish of `up` that the daemon stays, the second the client's connection, which it repeats.
  ["before-append:2", true],
  ["before-append:3", false],
  ["before-launch", undefined],
  ["after-launch", true],
])(
  "a daemon that dies %s while a session is launched: it runs, or it is an error and nothing is left",
  async (place, runs) => {
    const instance = prepareInstance();
    await instance.run("up", { env: { MULLION_CRASH_AT: place } });
    try {
      const runtime = createRuntime(settingsFrom(instance.env));
      const config = {
        sessionId: "app-1",
        workspacePath: instance.dir,
        launchCommand: "exec cat",
        environment: {},
      };
      const handle = await runtime.create(config).catch(() => undefined);
      expect(existsSync(join(instance.env.MULLION_DIR!, `crashed-${place.split(":")[0]}`))).toBe(true);
      if (runs !== undefined) expect(handle !== undefined).toBe(runs);
      const { stdout } = await instance.tmux(
        "-L",
        "mullion",
        "list-panes",
        "-a",
        "-F",
        "#{session_name} #{pane_pid}",
      );
      expect(stdout).toBe(handle ? `app-1 ${handle.data.pid}\n` : "");
      if (!handle) return;
      expect(await runtime.isAlive(handle)).toBe(true);
      await runtime.sendMessage(handle, "hello");
      await waitFor(async () => (await runtime.getOutput(handle)) === "hello\nhello", "its answer");
      await runtime.destroy(handle);
      expect(processExists(handle.data.pid as number)).toBe(false);
    } finally {
      await instance.stop();
    }
  },
);
