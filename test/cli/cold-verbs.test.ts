import { chmodSync, existsSync, linkSync, mkdirSync, readFileSync, renameSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { processExists } from "../../src/processes/process-mark.ts";
import { prepareInstance, root, type TestDaemon } from "../fixtures/daemon.ts";
import { waitFor } from "../fixtures/wait-for.ts";

let instance: TestDaemon;
beforeEach(() => {
  instance = prepareInstance();
});
afterEach(() => instance.stop());

const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

describe("version", () => {
  test("works without a daemon, and starts none", async () => {
    expect(await instance.run("version")).toEqual({ stdout: `mullion ${version}\n`, stderr: "", status: 0 });
    expect(JSON.parse((await instance.run("--version", "--json")).stdout)).toMatchObject({
      version,
      daemon: null,
    });
    expect(instance.pid()).toBeUndefined();
    await instance.run("up");
    expect(JSON.parse((await instance.run("version", "--json")).stdout)).toMatchObject({
      version,
      daemon: version,
    });
  });
});

describe("help", () => {
  test("lists the verbs", async () => {
    const { stdout, status } = await instance.run("help");
    expect(stdout).toMatch(/^ {2}run {2,}run a program/m);
    expect(stdout).not.toContain("shutdown");
    expect(status).toBe(0);
    expect((await instance.run("help", "nosuch")).stderr).toBe(
      'mullion: there is no verb "nosuch": mullion help lists the verbs\n',
    );
  });
});

const DOWN = `'${join(root, "bin/mullion")}' down`;

describe("down", () => {
  test("says so where nothing runs", async () => {
    expect(await instance.run("down")).toEqual({ stdout: "Nothing runs.\n", stderr: "", status: 0 });
    expect(instance.pid()).toBeUndefined();
  });

  test("ends a daemon without panes at once", async () => {
    await instance.run("up");
    expect(await instance.run("down")).toEqual({
      stdout: "Ended 0 panes and the daemon.\n",
      stderr: "",
      status: 0,
    });
    expect(instance.pid()).toBeUndefined();
  });

  test("needs --force while panes are alive", async () => {
    const { stdout } = await instance.run("run", "--json", "--", "cat");
    const { pid } = JSON.parse(stdout);
    expect(await instance.run("down")).toMatchObject({
      stderr: "mullion: 1 pane is alive: mullion down --force ends them\n",
      status: 1,
    });
    expect(processExists(pid)).toBe(true);
    expect(await instance.run("down", "--force")).toEqual({
      stdout: "Ended 1 pane and the daemon.\n",
      stderr: "",
      status: 0,
    });
    expect(processExists(pid)).toBe(false);
  });

  test.each(["C-c", "C-d", "Enter"])("ends nothing if its question is left with %s", async (key) => {
    const { stdout: asked } = await instance.run(
      "run",
      "--keep",
      "--",
      "sh",
      "-c",
      `${DOWN}; echo status $?`,
    );
    const pane = asked.trim();
    await instance.run("wait", pane, "--until", "match:End them", "-t", "10");
    await instance.run("send", pane, "--key", key);
    expect((await instance.run("wait", pane, "-t", "10")).stdout).toBe("0\n");
    const { stdout } = await instance.run("logs", pane);
    expect(stdout).toMatch(/^1 pane is alive\. End them\? \[y\/N\] \n+status 1\n$/);
  });

  test("ends nothing, and says so by its status, if its question goes elsewhere and its input ends", async () => {
    const asked = join(instance.dir, "asked");
    const script = `${DOWN} 2>'${asked}'; echo status $?`;
    const pane = (await instance.run("run", "--keep", "--", "sh", "-c", script)).stdout.trim();
    await waitFor(
      () => existsSync(asked) && readFileSync(asked, "utf8").includes("End them"),
      "its question",
    );
    await instance.run("send", pane, "--key", "C-d");
    expect((await instance.run("wait", pane, "-t", "10")).stdout).toBe("0\n");
    expect((await instance.run("logs", pane)).stdout).toBe("status 1\n");
  });

  test("ends the panes of a daemon that was killed", async () => {
    await instance.run("run", "--", "cat");
    await instance.kill9();
    expect((await instance.run("down", "--force")).stdout).toBe("Ended 1 pane and the daemon.\n");
    expect((await instance.run("ls")).stdout).toBe("No sessions.\n");
  });

  test("ends what does not answer, by force only", async () => {
    const { stdout } = await instance.run("run", "--json", "--", "cat");
    const { pid } = JSON.parse(stdout);
    process.kill(instance.pid()!, "SIGSTOP");
    const { status } = await instance.run("down", "--force", { timeoutMs: 60_000 });
    expect(status).toBe(0);
    expect(processExists(pid)).toBe(false);
    expect((await instance.run("ls")).stdout).toBe("No sessions.\n");
  }, 90_000);
});

describe("doctor", () => {
  const findings = async () => JSON.parse((await instance.run("doctor", "--json")).stdout).findings;

  test("is content with a fresh instance, and starts nothing", async () => {
    const { stdout, status } = await instance.run("doctor");
    expect(stdout).toMatch(/^ok {4}installation: Mullion /m);
    expect(stdout).toMatch(/^note {2}daemon: no daemon runs/m);
    expect(stdout).not.toMatch(/^BAD/m);
    expect(status).toBe(0);
    expect(instance.pid()).toBeUndefined();
  });

  test("is content with a running one", async () => {
    await instance.run("run", "--", "cat");
    const { stdout, status } = await instance.run("doctor");
    expect(stdout).toMatch(/^ok {4}daemon: runs as process \d+, panes: 1, servers: 1$/m);
    expect(stdout).toMatch(/^ok {4}holders: 1 holder$/m);
    expect(status).toBe(0);
  });

  test("names a journal that belongs to no pane", async () => {
    await instance.run("run", "--", "cat");
    mkdirSync(join(instance.env.MULLION_DIR!, "state/journals/0123456789ab-7"), { recursive: true });
    mkdirSync(join(instance.env.MULLION_DIR!, "state/journals/0123456789ab-8"));
    expect(await findings()).toContainEqual(expect.objectContaining({ check: "journals", state: "bad" }));
  });

  test("names a directory that others can enter", async () => {
    mkdirSync(instance.env.MULLION_DIR!);
    chmodSync(instance.env.MULLION_DIR!, 0o755);
    expect(await findings()).toContainEqual(
      expect.objectContaining({
        check: "runtime directory",
        state: "bad",
        fix: `chmod 700 ${instance.env.MULLION_DIR}`,
      }),
    );
    expect((await instance.run("doctor")).status).toBe(1);
    chmodSync(instance.env.MULLION_DIR!, 0o700);
  });

  test.each([
    ["of the daemon", 110],
    ["of holders alone", 90],
  ])("names a directory that is too long for the sockets %s, as every call does", async (_, length) => {
    const env = { MULLION_DIR: join(instance.dir, "d").padEnd(length, "x") };
    const fault = `${env.MULLION_DIR} is too long a path for sockets`;
    expect((await instance.run("doctor", { env })).stdout).toContain(`BAD   runtime directory: ${fault}\n`);
    expect(await instance.run("run", "--", "cat", { env })).toMatchObject({
      stderr: expect.stringContaining(`${fault}: choose a shorter MULLION_DIR`),
      status: 1,
    });
  });

  test("names another program's server on our socket", async () => {
    const directory = join(instance.env.TMUX_TMPDIR!, `tmux-${process.getuid!()}`);
    mkdirSync(directory, { mode: 0o700 });
    const stranger = createServer((socket) => socket.destroy()).listen(join(directory, "mullion"));
    const found = await findings();
    await new Promise((resolve) => stranger.close(resolve));
    expect(found).toContainEqual(expect.objectContaining({ check: "tmux sockets", state: "bad" }));
  });

  test("names sockets on which no process listens, unless they are many", async () => {
    const directory = join(instance.env.TMUX_TMPDIR!, `tmux-${process.getuid!()}`);
    mkdirSync(directory, { mode: 0o700 });
    const leave = async (name: string) => {
      const listener = createServer().listen(join(directory, name));
      await new Promise((resolve) => listener.once("listening", resolve));
      await abandon(listener, join(directory, name));
      return join(directory, name);
    };
    const reported = async () =>
      (await findings()).find(({ check }: { check: string }) => check === "tmux sockets");
    const five = await Promise.all([..."abcde"].map(leave));
    expect(await reported()).toMatchObject({ state: "note", fix: `rm ${five.join(" ")}` });
    await Promise.all([..."fgh"].map(leave));
    expect((await reported()).text).toBe(`no process listens on 8 sockets: ${five.join(" ")} and 3 more`);
  });

  test("shows whose tmux is first on PATH", async () => {
    expect((await findings()).find(({ check }: { check: string }) => check === "PATH").text).not.toContain(
      "is ours",
    );
    const { stdout } = await instance.run("doctor", { env: { PATH: `${root}bin:${instance.env.PATH}` } });
    expect(stdout).toMatch(/^ok {4}PATH: tmux is ours/m);
  });

  test("names a socket whose holder is gone", async () => {
    mkdirSync(join(instance.env.MULLION_DIR!, "h"), { recursive: true, mode: 0o700 });
    const path = join(instance.env.MULLION_DIR!, "h/dead");
    const listener = createServer().listen(path);
    await new Promise((resolve) => listener.once("listening", resolve));
    await abandon(listener, path);
    expect(await findings()).toContainEqual(
      expect.objectContaining({ check: "holders", state: "bad", fix: `rm ${path}` }),
    );
  });
});

/** Leaves the socket's file behind, as a process that is killed does. */
async function abandon(listener: ReturnType<typeof createServer>, path: string): Promise<void> {
  linkSync(path, `${path}.kept`);
  await new Promise((resolve) => listener.close(resolve));
  renameSync(`${path}.kept`, path);
}
