import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { findProgram } from "../../scripts/test-tools.mjs";
import { prepareInstance, root, type TestDaemon } from "../fixtures/daemon.ts";

let instance: TestDaemon;
let log: string;
beforeEach(() => {
  instance = prepareInstance();
  log = join(instance.dir, "calls");
});
afterEach(() => instance.stop());

/** A service manager's program that records its arguments and prints a given answer. */
function pretend(program: string, script = "") {
  const directory = join(instance.dir, "bin");
  mkdirSync(directory, { recursive: true });
  writeFileSync(join(directory, program), `#!/bin/sh\necho "$*" >>${log}\n${script}\n`);
  chmodSync(join(directory, program), 0o755);
  return { env: { PATH: `${directory}:${instance.env.PATH}` } };
}

const calls = () => (existsSync(log) ? readFileSync(log, "utf8").trimEnd().split("\n") : []);
const unit = () => join(instance.env.HOME!, ".config/systemd/user/mullion.service");

describe("systemd", () => {
  const args = ["--manager", "systemd"];

  test("install writes a unit and puts it into force; uninstall takes it away", async () => {
    const env = pretend(
      "systemctl",
      'case "$*" in *show*) printf "ActiveState=active\nMainPID=4711\n" ;; esac',
    );
    const { stdout, status } = await instance.run("service", "install", ...args, env);
    expect(status).toBe(0);
    expect(stdout).toContain(`Installed ${unit()}, and started it.`);
    expect(calls().slice(0, 2)).toEqual(["--user daemon-reload", "--user enable --now mullion.service"]);
    expect(readFileSync(unit(), "utf8")).toContain(`ExecStart=${root}bin/mullion serve\n`);
    expect(readFileSync(unit(), "utf8")).toContain(`Environment=MULLION_DIR=${instance.env.MULLION_DIR}\n`);

    expect((await instance.run("service", "status", ...args, env)).stdout).toBe(
      `Installed as ${unit()}; runs as process 4711.\n`,
    );
    expect(
      JSON.parse((await instance.run("service", "status", "--json", ...args, env)).stdout),
    ).toMatchObject({
      manager: "systemd",
      installed: true,
      active: true,
      pid: 4711,
    });
    rmSync(log);
    expect((await instance.run("service", "uninstall", ...args, env)).stdout).toBe(
      `Removed ${unit()}. Panes stay.\n`,
    );
    expect(calls().slice(-2)).toEqual(["--user disable --now mullion.service", "--user daemon-reload"]);
    expect(existsSync(unit())).toBe(false);
  });

  test("--no-start leaves the daemon alone", async () => {
    await instance.run("service", "install", "--no-start", ...args, pretend("systemctl"));
    expect(calls()).toContain("--user enable mullion.service");
  });

  test("reports what the manager rejects", async () => {
    const env = pretend("systemctl", "echo Failed to connect to bus >&2; exit 1");
    expect(await instance.run("service", "install", ...args, env)).toEqual({
      stdout: "",
      stderr: `mullion: ${unit()} is written, but systemd did not accept it: systemctl --user daemon-reload failed: Failed to connect to bus\n`,
      status: 1,
    });
    const { stdout, status } = await instance.run("service", "status", ...args, env);
    expect(stdout).toContain("systemd gives no state: ");
    expect(status).toBe(1);
  });

  test("without a service there is nothing to remove", async () => {
    expect(await instance.run("service", "uninstall", ...args, pretend("systemctl"))).toMatchObject({
      stdout: "It was not installed.\n",
      status: 0,
    });
    expect(await instance.run("service", "status", ...args, pretend("systemctl"))).toMatchObject({
      stdout: "It is not installed.\n",
      status: 1,
    });
  });

  test("a daemon that is the service is upgraded by its manager", async () => {
    await instance.run("up");
    const before = instance.pid()!;
    const say = pretend(
      "systemctl",
      `case "$*" in
      *show*) printf "ActiveState=active\nMainPID=${before}\n" ;;
      *restart*) kill ${before}; while kill -0 ${before} 2>/dev/null; do :; done; ${root}bin/mullion up >&2 ;;
    esac`,
    );
    await instance.run("service", "install", "--no-start", ...args, say);
    expect((await instance.run("upgrade", say)).status).toBe(0);
    expect(calls()).toContain("--user restart mullion.service");
    expect(instance.pid()).not.toBe(before);
  });

  test.runIf(findProgram("systemd-analyze"))("systemd understands the unit", async () => {
    const { stdout } = await instance.run("service", "install", "--print", ...args, {
      env: { TMUX_TMPDIR: `${instance.dir}/a b%c` },
    });
    const file = join(instance.dir, "mullion.service");
    writeFileSync(file, stdout);
    const { status, stderr } = spawnSync("systemd-analyze", ["--user", "--man=no", "verify", file], {
      encoding: "utf8",
      env: { ...process.env, XDG_RUNTIME_DIR: instance.dir },
    });
    expect({
      status,
      complaints: stderr.split("\n").filter((line) => line.includes("mullion.service")),
    }).toEqual({
      status: 0,
      complaints: [],
    });
    expect(stdout).toContain("KillMode=process\n");
  });
});

describe("launchd", () => {
  const args = ["--manager", "launchd"];

  test("install writes an agent and loads it", async () => {
    const env = pretend(
      "launchctl",
      'case "$*" in print*) [ -e loaded ] || exit 113; printf "\tstate = running\n\tpid = 99\n" ;; bootstrap*) touch loaded ;; esac',
    );
    const { stdout, stderr, status } = await instance.run("service", "install", ...args, env);
    const file = join(instance.env.HOME!, "Library/LaunchAgents/mullion.daemon.plist");
    expect({ stdout, stderr, status }).toEqual({
      stdout: `Installed ${file}, and started it.\n`,
      stderr: "",
      status: 0,
    });
    const uid = process.getuid!();
    expect(calls()).toContain(`bootstrap gui/${uid} ${file}`);
    expect((await instance.run("service", "status", ...args, env)).stdout).toContain("runs as process 99");
    expect((await instance.run("service", "uninstall", ...args, env)).status).toBe(0);
    expect(calls().at(-1)).toBe(`bootout gui/${uid}/mullion.daemon`);
    expect(existsSync(file)).toBe(false);
  });

  test.runIf(findProgram("python3"))("it is a property list", async () => {
    const { stdout } = await instance.run("service", "install", "--print", ...args, {
      env: { TMUX_TMPDIR: "/tmp/<&>" },
    });
    const read = "import json,plistlib,sys; print(json.dumps(plistlib.loads(sys.stdin.buffer.read())))";
    const list = JSON.parse(execFileSync("python3", ["-c", read], { input: stdout, encoding: "utf8" }));
    expect(list).toMatchObject({
      Label: "mullion.daemon",
      ProgramArguments: [`${root}bin/mullion`, "serve"],
      EnvironmentVariables: { TMUX_TMPDIR: "/tmp/<&>" },
      AbandonProcessGroup: true,
    });
  });
});

test.each([
  [["restart"], 'service knows install, uninstall, status, not "restart"'],
  [["install", "--manager", "runit"], '--manager knows systemd, launchd, not "runit"'],
])("%j is refused", async (argv, sentence) => {
  expect(await instance.run("service", ...argv)).toEqual({
    stdout: "",
    stderr: `mullion: ${sentence}\n`,
    status: 1,
  });
});
