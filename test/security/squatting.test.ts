import { spawn } from "node:child_process";
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer, type Server } from "node:net";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { connect } from "../../src/client/connect.ts";
import { markOf } from "../../src/processes/process-mark.ts";
import { prepareInstance, root } from "../fixtures/daemon.ts";
import { runProgram } from "../fixtures/run-program.ts";
import { canActAsOthers, uidOf } from "./users.ts";

/**
 * Another user can take names below /tmp first: the daemon does not connect to, trust or follow what it finds there.
 */
describe.runIf(canActAsOthers())("a runtime directory that another user made first", () => {
  let directory: string;
  let server: Server;
  let connections: number;
  beforeEach(async () => {
    directory = mkdtempSync("/tmp/msq-");
    connections = 0;
    server = createServer((socket) => {
      connections += 1;
      socket.destroy();
    });
    await new Promise<void>((resolve) => server.listen(join(directory, "daemon.sock"), resolve));
    chmodSync(join(directory, "daemon.sock"), 0o666);
    chmodSync(directory, 0o700);
    chownSync(directory, uidOf("unlisted"), 0);
  });
  afterEach(async () => {
    await new Promise((resolve) => server.close(resolve));
    rmSync(directory, { recursive: true });
  });
  const env = () => ({ PATH: process.env.PATH, HOME: directory, MULLION_DIR: directory });

  test("is not connected to by the library", async () => {
    await expect(connect({ env: env(), reconnectTimeoutMs: 0 })).rejects.toThrow("belongs to another user");
    expect(connections).toBe(0);
  });

  test.each(["version", "doctor", "down --force", "upgrade", "ls", "complete pane"])(
    "is not connected to by mullion %s",
    async (line) => {
      const file = join(root, "bin/mullion");
      const { stdout, stderr } = await runProgram(file, line.split(" "), { env: env(), cwd: "/" });
      if (!/^(version|complete)/.test(line)) expect(stdout + stderr).toMatch(/belongs to (another )?user/);
      expect(connections).toBe(0);
    },
  );

  test("does not make mullion down end the process that its lock names", async () => {
    const victim = spawn("sleep", ["1000"]);
    try {
      writeFileSync(join(directory, "daemon.lock"), `${markOf(victim.pid!)}\n`);
      const { status } = await runProgram(join(root, "bin/mullion"), ["down", "--force"], {
        env: env(),
        cwd: "/",
      });
      expect(status).toBe(1);
      expect(victim.exitCode ?? victim.signalCode).toBeNull();
    } finally {
      victim.kill("SIGKILL");
    }
  });
});

test("files behind a link in the place of tmux's directory stay when a daemon starts", async () => {
  const daemon = prepareInstance();
  try {
    await daemon.tmux("-L", "notes", "new-session", "-d", "-s", "one", "cat");
    await daemon.kill9();
    const directory = join(daemon.dir, "t", `tmux-${process.getuid!()}`);
    const elsewhere = join(daemon.dir, "elsewhere");
    mkdirSync(elsewhere);
    writeFileSync(join(elsewhere, "notes"), "precious");
    renameSync(directory, `${directory}.former`);
    symlinkSync(elsewhere, directory);
    await daemon.start();
    expect(lstatSync(join(elsewhere, "notes")).isFile()).toBe(true);
    expect((await daemon.run("ls")).stdout).toContain("one");
  } finally {
    await daemon.stop();
  }
});

test("nothing that a daemon makes is open to others, whatever the umask", async () => {
  const daemon = prepareInstance();
  try {
    const up = `umask 000; exec '${root}bin/mullion' up`;
    await runProgram("/bin/sh", ["-c", up], { env: daemon.env, cwd: "/" });
    await daemon.tmux("new-session", "-d", "-s", "one", "echo printed; exec cat");
    await daemon.tmux("pipe-pane", "-t", "one", "exec cat > /dev/null");
    await daemon.run("token");
    await daemon.tmux("-L", "other", "new-session", "-d", "cat");
    const made = [join(daemon.dir, "m"), join(daemon.dir, "t"), join(daemon.dir, "state")].filter(existsSync);
    const open = made.flatMap((directory) =>
      readdirSync(directory, { recursive: true, encoding: "utf8" })
        .map((name) => join(directory, name))
        // A file that is written aside and renamed may be gone by now.
        .filter((path) => ((lstatSync(path, { throwIfNoEntry: false })?.mode ?? 0) & 0o077) !== 0),
    );
    expect(open).toEqual([]);
  } finally {
    await daemon.stop();
  }
});
