import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { prepareInstance, root, startDaemon, type TestDaemon } from "../fixtures/daemon.ts";
import { type SshServer, startSshServer } from "../fixtures/ssh-server.ts";
import { waitFor } from "../fixtures/wait-for.ts";
import { need } from "../setup/need.ts";
import { loggedIn, pageRequest, pageSocket, postLogin } from "./browser-client.ts";
import { request } from "./request.ts";

const mullion = join(root, "bin/mullion");

describe.runIf(need("ssh", "sshd", "ssh-keygen"))("mullion web --ssh, over a real sshd", () => {
  let there: TestDaemon;
  let here: TestDaemon;
  let server: SshServer;
  beforeAll(async () => {
    there = await startDaemon();
    here = prepareInstance();
    const { MULLION_DIR, TMUX_TMPDIR } = there.env as Record<string, string>;
    server = await startSshServer(join(there.dir, "ssh"), {
      MULLION_DIR: MULLION_DIR!,
      TMUX_TMPDIR: TMUX_TMPDIR!,
    });
  });
  afterAll(async () => {
    await server.stop();
    await there.stop();
    await here.stop();
  });

  /** Runs the verb until the test has finished, and resolves to the link that it prints. */
  async function tunnel(): Promise<{ port: number; code: string; verb: ChildProcess }> {
    const argv = ["web", "--json", "--program", mullion, "--ssh", server.address, "--", ...server.options];
    const verb = spawn(mullion, argv, { env: here.env, stdio: ["ignore", "pipe", "inherit"] });
    onTestFinished(() => void verb.kill());
    let printed = "";
    verb.stdout!.on("data", (chunk) => {
      printed += chunk;
    });
    await waitFor(() => printed.includes("\n"), "the link");
    const { port, hash } = new URL((JSON.parse(printed) as { url: string }).url);
    return { port: Number(port), code: hash.replace("#login=", ""), verb };
  }

  test("logs a browser of this machine in to the daemon of the other one", async () => {
    await there.tmux("new-session", "-d", "-s", "there", "cat");
    const { port, code, verb } = await tunnel();
    const page = loggedIn(port, await postLogin(port, { code }));
    expect(page.cookie).toContain(`mullion-${port}=`);
    const { text } = await pageRequest(page, "/api/terminals");
    const [terminal] = JSON.parse(text) as { id: string; meta: { session: string } }[];
    expect(terminal?.meta.session).toBe("there");
    const socket = pageSocket(page, `/api/panes/${terminal!.id}/live`);
    await new Promise((resolve, reject) => socket.once("message", resolve).once("error", reject));
    const closed = new Promise((resolve) => socket.once("close", resolve));
    const ended = new Promise((resolve) => verb.once("close", resolve));
    verb.kill("SIGINT");
    await Promise.all([closed, ended]);
  });

  test("other users of this machine, who can reach the tunnel, need a credential", async () => {
    const { port } = await tunnel();
    const ask = async (path: string, headers: Record<string, string> = {}) =>
      (await request({ port, path, headers: { host: `localhost:${port}`, ...headers } })).status;
    expect(await ask("/")).toBe(200);
    expect(await ask("/api/terminals")).toBe(401);
    expect(await ask("/api/terminals", { host: `evil.example:${port}` })).toBe(403);
    expect(await ask("/api/terminals", { origin: "http://evil.example" })).toBe(403);
  });

  test("reports what failed there", async () => {
    const argv = ["web", "--ssh", server.address, "--program", "/nowhere/mullion", "--", ...server.options];
    const { status, stderr } = await here.run(...argv);
    expect(status).toBe(1);
    expect(stderr).toContain(`mullion web on ${server.address} failed:`);
    expect((await here.run("web", "--", "-v")).stderr).toBe("mullion: options for ssh go with --ssh\n");
  });
});
