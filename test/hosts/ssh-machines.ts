import { execFileSync } from "node:child_process";
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { userInfo } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect } from "vitest";
import { processHasEnded } from "../../src/processes/process-mark.ts";
import { prepareInstance, root, type TestDaemon } from "../fixtures/daemon.ts";
import { outputOf } from "../fixtures/output-of.ts";
import { runProgram } from "../fixtures/run-program.ts";
import { type SshServer, startSshServer } from "../fixtures/ssh-server.ts";
import { waitFor } from "../fixtures/wait-for.ts";
import { leftBehind } from "../setup/left-behind.ts";

/** `near`, where a person is, and a host of it for each name, behind an sshd of its own and, for root, with a user of its own. */
export interface SshMachines {
  readonly near: TestDaemon;
  readonly users: readonly SshUser[];
  /** `mullion argv…` on the near machine, which must succeed; what it prints, without the last line break. */
  call(...argv: string[]): Promise<string>;
  /** Kills the daemon of a host with SIGKILL, and waits until it is gone. */
  killDaemon(name: string): Promise<void>;
  /** Kills the ssh that carries the link to a host. */
  killSsh(name: string): Promise<void>;
}

interface SshUser {
  readonly host: string;
  readonly name: string;
  /** Undefined: the user who runs the tests. */
  readonly uid: number | undefined;
}

const program = join(root, "bin/mullion");

export function sshMachines(names: readonly string[]): SshMachines {
  const near = prepareInstance();
  // Other users must be able to reach their homes below it.
  const dir = mkdtempSync("/tmp/mlh-");
  chmodSync(dir, 0o755);
  const users: SshUser[] = [];
  const servers: SshServer[] = [];
  const call = async (...argv: string[]) => (await outputOf(near.run(...argv))).replace(/\n$/, "");
  const variables = (name: string) => ({
    MULLION_DIR: join(dir, name, "m"),
    TMUX_TMPDIR: join(dir, name, "t"),
    SHELL: "/bin/sh",
  });
  beforeAll(async () => {
    await near.start();
    for (const name of names) {
      const place = join(dir, name);
      const user = addUser(name, join(place, "home"));
      users.push(user);
      for (const path of [place, join(place, "home"), join(place, "m"), join(place, "t")])
        makeFor(user, path);
      chmodSync(place, 0o755);
      const server = await startSshServer(place, variables(name), user.name);
      servers.push(server);
      await call("host", "add", name, server.address, "--program", program, "--", ...server.options);
    }
  });
  afterAll(async () => {
    try {
      await near.stop();
      for (const server of servers) await server.stop();
      for (const { host, uid } of users) {
        const env = { PATH: process.env.PATH, ...variables(host) };
        await runProgram(program, ["down", "--force"], { env, cwd: "/", uid });
      }
    } finally {
      const left = await leftBehind(dir);
      for (const { pid } of left) process.kill(pid, "SIGKILL");
      for (const { name, uid } of users) if (uid !== undefined) execFileSync("userdel", [name]);
      rmSync(dir, { recursive: true, force: true });
      expect(left).toEqual([]);
    }
  });
  return {
    near,
    users,
    call,
    async killDaemon(name) {
      const pid = Number.parseInt(readFileSync(join(dir, name, "m/daemon.lock"), "utf8"), 10);
      process.kill(pid, "SIGKILL");
      await waitFor(() => processHasEnded(pid), "the killed daemon to be gone");
    },
    async killSsh(name) {
      const { pid } = JSON.parse(await call("host", "show", name, "--json")) as { pid: number };
      process.kill(pid, "SIGKILL");
    },
  };
}

/** A user without a password, who can log in with a key. Only root can add one; otherwise it is the user who runs the tests. */
function addUser(host: string, home: string): SshUser {
  const { uid, username } = userInfo();
  if (uid !== 0) {
    console.warn("only root can add users: the hosts have homes of their own, and one user");
    return { host, name: username, uid: undefined };
  }
  const name = `mlh-${process.pid}-${host}`;
  // A star is a password that matches nothing; sshd rejects users whose account is locked.
  const options = ["--no-create-home", "--home-dir", home, "--shell", "/bin/sh", "--password", "*"];
  execFileSync("useradd", [...options, name]);
  return { host, name, uid: Number(execFileSync("id", ["-u", name], { encoding: "utf8" })) };
}

function makeFor({ uid }: SshUser, path: string): void {
  mkdirSync(path, { mode: 0o700 });
  if (uid !== undefined) chownSync(path, uid, uid);
}
