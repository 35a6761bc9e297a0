import { spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { root } from "../fixtures/daemon.ts";

/** A user id that no password file knows, as containers have them; its daemon is found by that id alone. */
const UID = 54_321;
const runtime = `/tmp/mullion-${UID}`;
const session = `/run/user/${UID}`;

let base: string;
let home: string;

const mullion = (argv: string[], env: NodeJS.ProcessEnv = {}) => {
  const { PATH } = process.env;
  const options = { uid: UID, gid: UID, cwd: "/", encoding: "utf8" as const, timeout: 60_000 };
  return spawnSync(join(root, "bin/mullion"), argv, { ...options, env: { PATH, ...env } });
};
const statusOf = (argv: string[], env: NodeJS.ProcessEnv = {}) => {
  const { status, stderr } = mullion(argv, env);
  return { status, stderr };
};
const stateDir = (env: NodeJS.ProcessEnv = {}) => JSON.parse(mullion(["up", "--json"], env).stdout).stateDir;
const end = () => mullion(["down", "--force"]);

function directory(name: string, mode = 0o700): string {
  const path = join(base, name);
  mkdirSync(path, { mode });
  chownSync(path, UID, UID);
  return path;
}

describe.runIf(process.platform === "linux" && process.getuid!() === 0)("a user id without an entry", () => {
  beforeEach(() => {
    base = mkdtempSync(join(tmpdir(), "mau-"));
    chmodSync(base, 0o755);
    home = directory("home");
  });
  afterEach(() => {
    end();
    rmSync(base, { recursive: true, force: true });
    rmSync(runtime, { recursive: true, force: true });
    rmSync(`/tmp/tmux-${UID}`, { recursive: true, force: true });
    if (existsSync(session)) rmdirSync(session);
  });

  test("keeps its records below HOME", () => {
    expect(stateDir({ HOME: home })).toBe(join(home, ".local/state/mullion"));
    expect(existsSync(join(home, ".local/state/mullion/records"))).toBe(true);
  });

  test("goes on with them when it is called with an empty environment", () => {
    stateDir({ HOME: home });
    process.kill(Number(readFileSync(join(runtime, "daemon.lock"), "utf8").split(" ")[0]), "SIGKILL");
    expect(stateDir()).toBe(join(home, ".local/state/mullion"));
  });

  test("keeps them beside the socket where nothing else can be written, and says so", () => {
    expect(statusOf(["run", "-n", "a", "cat"])).toEqual({ status: 0, stderr: "" });
    expect(stateDir()).toBe(join(runtime, "state"));
    const { stdout, stderr } = mullion(["ls"]);
    expect(stdout + stderr).toContain(
      `records and journals are in ${runtime}/state, which does not outlive a reboot`,
    );
    end();
    expect(stateDir({ HOME: home })).toBe(join(home, ".local/state/mullion"));
  });

  test("passes over directories that it cannot write", () => {
    const closed = directory("closed", 0o500);
    expect(stateDir({ XDG_STATE_HOME: closed, HOME: home })).toBe(join(home, ".local/state/mullion"));
    end();
    rmSync(join(runtime, "state-path"));
    expect(stateDir({ XDG_STATE_HOME: directory("given"), HOME: closed })).toBe(join(base, "given/mullion"));
  });

  test("is not held to a directory that cannot be made any more", () => {
    mkdirSync(runtime, { mode: 0o700 });
    writeFileSync(join(runtime, "state-path"), "/nosuch/mullion\n");
    chownSync(runtime, UID, UID);
    chownSync(join(runtime, "state-path"), UID, UID);
    expect(stateDir({ HOME: home })).toBe(join(home, ".local/state/mullion"));
    expect(readFileSync(join(runtime, "state-path"), "utf8")).toBe(`${home}/.local/state/mullion\n`);
  });

  test("hears from doctor which directory cannot be written", () => {
    mullion(["up"], { HOME: home });
    const state = join(home, ".local/state/mullion");
    chmodSync(state, 0o500);
    const { status, stdout } = mullion(["doctor"], { HOME: home });
    expect(stdout).toMatch(new RegExp(`BAD {3}disk: ${state} cannot be written: EACCES`));
    expect(status).toBe(1);
    chmodSync(state, 0o700);
    expect(mullion(["doctor"], { HOME: home }).stdout).toMatch(/ok {4}disk: \d+ MB free for journals/);
  });

  test("finds its daemon where /run/user belongs to another user", () => {
    mkdirSync(session, { recursive: true, mode: 0o755 });
    expect(statusOf(["run", "-n", "a", "cat"], { HOME: home })).toEqual({ status: 0, stderr: "" });
    expect(existsSync(join(runtime, "daemon.sock"))).toBe(true);
    expect(mullion(["ls"]).stdout).toContain("cat");
  });
});
