import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { connect } from "../../src/client/index.ts";
import { root, startDaemon, type TestDaemon } from "../fixtures/daemon.ts";
import { runProgram } from "../fixtures/run-program.ts";
import { type SshServer, startSshServer } from "../fixtures/ssh-server.ts";
import { waitFor } from "../fixtures/wait-for.ts";
import { need, programPath } from "../setup/need.ts";

const bridge = join(root, "bin/mullion-pane-backend");

describe.runIf(need("ssh", "sshd", "ssh-keygen"))("over a real sshd", () => {
  let daemon: TestDaemon;
  let server: SshServer;
  beforeAll(async () => {
    daemon = await startDaemon();
    const { MULLION_DIR, TMUX_TMPDIR } = daemon.env as Record<string, string>;
    server = await startSshServer(join(daemon.dir, "ssh"), {
      MULLION_DIR: MULLION_DIR!,
      TMUX_TMPDIR: TMUX_TMPDIR!,
    });
  });
  afterAll(async () => {
    await server.stop();
    await daemon.stop();
  });

  const overSsh = (program: string) => ({
    command: [
      ...[join(root, "bin/mullion"), "connect", "--program", program],
      ...[server.address, ...server.options],
    ],
    // Not the daemon's own directories: it is found there, not here.
    env: { PATH: process.env.PATH!, HOME: join(daemon.dir, "home") },
  });

  test("a command there has a home without the user's start files", async () => {
    const ssh = [...server.options, server.address, "echo $HOME; ls -A ~"];
    const { stdout } = await runProgram(programPath("ssh"), ssh, { env: daemon.env, cwd: daemon.dir });
    expect(stdout).toBe(`${join(daemon.dir, "ssh/home")}\n`);
  });

  test("agents run there, and go on between connections", async () => {
    const first = await connect({ ...overSsh(bridge), sessionHint: "remote" });
    const { context_id } = await first.call("spawn_agent", { command: ["sh", "-c", "read x; exit 6"] });
    first.close();
    const second = await connect({ ...overSsh(bridge), sessionHint: "remote" });
    expect((await second.call("list")).contexts).toEqual([context_id]);
    const next = second.events({ methods: ["context_exited"] }).next();
    await second.call("write", { context_id, data: Buffer.from("\n").toString("base64") });
    expect((await next).value).toMatchObject({ params: { context_id, exit_code: 6 } });
    second.close();
  });

  test("what is wrong there is said here", async () => {
    const missing = connect(overSsh("/nonexistent/it's not there"));
    await expect(missing).rejects.toMatchObject({
      code: "connection-lost",
      cause: { message: expect.stringContaining("it's not there") },
    });
    const outcome = await daemon.run("connect", "-oProxyCommand=x");
    expect(outcome.status).toBe(1);
    expect((await daemon.run("connect", "--", "ssh://-oProxyCommand=x")).stderr).toContain("not an address");
  });

  test("a forwarded socket is as good as the socket", async () => {
    const local = join(daemon.dir, "forwarded.sock");
    const forward = `${local}:${join(daemon.dir, "m/daemon.sock")}`;
    const ssh = spawn(
      programPath("ssh"),
      ["-N", "-T", "-L", forward, ...server.options, "--", server.address],
      { stdio: "inherit" },
    );
    try {
      await waitFor(() => existsSync(local), "the forwarded socket");
      const client = await connect({ socket: local, env: {} });
      expect((await client.call("list")).contexts).toEqual([]);
      client.close();
    } finally {
      await end(ssh);
    }
  });
});

async function end(child: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => child.on("close", resolve));
  child.kill();
  await ended;
}
