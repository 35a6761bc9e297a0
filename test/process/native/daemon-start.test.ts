import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { CLOSED_INSPECTOR, changesNode } from "../../../src/processes/closed-inspector.ts";
import { waitFor } from "../../fixtures/wait-for.ts";
import { clientProgram, Run, tmuxProgram } from "./clients.ts";
import { hasEnded, killQuietly } from "./holders.ts";

const fakeMain = fileURLToPath(new URL("./fake-daemon-main.mjs", import.meta.url));
let base: string;
let directory: string;
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), "ms-"));
  directory = join(base, "m");
});
afterEach(async () => {
  for (const pid of starts()) {
    killQuietly(pid);
    await waitFor(() => hasEnded(pid), "the daemon's end");
  }
  rmSync(base, { recursive: true, force: true });
});

const call = (
  behaviour: string,
  options: { program?: string; argv?: string[]; env?: NodeJS.ProcessEnv } = {},
) =>
  new Run([options.program ?? clientProgram, ...(options.argv ?? ["ls"])], {
    env: { MULLION_DIR: directory, MULLION_DAEMON_MAIN: fakeMain, FAKE_DAEMON: behaviour, ...options.env },
  });

function starts(): number[] {
  try {
    return [...readFileSync(join(directory, "starts"), "utf8").matchAll(/\d+(?=\n)/g)].map(Number);
  } catch {
    return [];
  }
}

describe("a client that finds no daemon", () => {
  it("starts one, waits until it is ready, and is answered", async () => {
    const client = await call("ready").done;
    expect(client).toMatchObject({ status: 0, stderr: "" });
    expect([Number(client.stdout)]).toEqual(starts());
    expect(statSync(directory).mode & 0o777).toBe(0o700);
    expect(readFileSync(join(directory, "daemon.log"), "utf8")).toBe("this goes to the log\n");
    expect(statSync(join(directory, "daemon.log")).mode & 0o777).toBe(0o600);
    expect((await call("ready", { program: tmuxProgram }).done).stdout.equals(client.stdout)).toBe(true);
  });

  it("gives it a clean start: its own session and directory, no descriptors, no variables of Node's", async () => {
    const client = call("ready", {
      env: {
        NODE_EXTRA_CA_CERTS: "/nosuch.pem",
        NODE_OPTIONS: "--inspect=0 --no-warnings",
        // Of a program that was started by child_process.fork: descriptor 3 is another one here.
        NODE_CHANNEL_FD: "3",
        LD_PRELOAD: "",
        DYLD_INSERT_LIBRARIES: "/nosuch=1.dylib",
        UV_THREADPOOL_SIZE: "1",
        OPENSSL_CONF: "/nosuch.cnf",
        KEPT: "1",
      },
    });
    await client.done;
    const facts = JSON.parse(readFileSync(join(directory, "facts.json"), "utf8"));
    expect(facts.cwd).toBe("/");
    expect(facts.env).toMatchObject({
      KEPT: "1",
      MULLION_READY_FD: "3",
      MULLION_SAVED_NOFILE: expect.stringMatching(/^\d+$/),
      MULLION_SAVED_NODE_EXTRA_CA_CERTS: "/nosuch.pem",
      MULLION_SAVED_NODE_OPTIONS: "--inspect=0 --no-warnings",
      MULLION_SAVED_NODE_CHANNEL_FD: "3",
      MULLION_SAVED_LD_PRELOAD: "",
      MULLION_SAVED_DYLD_INSERT_LIBRARIES: "/nosuch=1.dylib",
      MULLION_SAVED_UV_THREADPOOL_SIZE: "1",
      MULLION_SAVED_OPENSSL_CONF: "/nosuch.cnf",
    });
    expect(Object.keys(facts.env).filter(changesNode)).toEqual([]);
    expect(facts.execArgv).toEqual([CLOSED_INSPECTOR]);
    const log = join(directory, "daemon.log");
    expect(facts.fds).toMatchObject({ 0: "/dev/null", 1: log, 2: log, 3: expect.stringMatching(/^pipe:/) });
    expect(Object.values(facts.fds).join()).not.toMatch(/start\.lock/);
    const [pid] = starts();
    const session = readFileSync(`/proc/${pid}/stat`, "latin1").split(") ")[1]!.split(" ")[3];
    const own = readFileSync("/proc/self/stat", "latin1").split(") ")[1]!.split(" ")[3];
    expect(session).not.toBe(own);
  });

  it("leaves the caller's descriptors behind, so that nobody waits for the daemon's end", async () => {
    const env = { MULLION_DIR: directory, MULLION_DAEMON_MAIN: fakeMain, CLIENT: clientProgram };
    const result = await new Run(["bash", "-c", 'answer=$("$CLIENT" ls 7>&1); echo "got $answer"'], { env })
      .done;
    expect(result.stdout.toString()).toBe(`got ${starts()[0]}\n`);
  });

  it("starts one among many that race", async () => {
    const clients = await Promise.all(Array.from({ length: 16 }, () => call("ready").done));
    expect(new Set(clients.map((client) => client.stdout.toString()))).toEqual(new Set([`${starts()[0]}\n`]));
    expect(starts()).toHaveLength(1);
  });

  it("starts one in the place of one that died and left its socket", async () => {
    await call("ready").done;
    const [pid] = starts();
    killQuietly(pid!);
    await waitFor(() => hasEnded(pid!), "the daemon's end");
    expect(statSync(join(directory, "daemon.sock")).isSocket()).toBe(true);
    const second = await call("ready").done;
    expect(second.status).toBe(0);
    expect(starts()).toHaveLength(2);
  });

  it("does not open the way to a second one when it is killed while it waits", async () => {
    const impatient = call("waits");
    await waitFor(() => starts().length === 1, "the start");
    impatient.process.kill("SIGKILL");
    await impatient.done;
    const next = call("waits");
    writeFileSync(join(directory, "go"), "");
    expect((await next.done).stdout.toString()).toBe(`${starts()[0]}\n`);
    expect(starts()).toHaveLength(1);
  });

  it("says what the daemon said, or that it said nothing, and where the log is", async () => {
    const log = join(directory, "daemon.log");
    expect(await call("error").done).toMatchObject({
      status: 1,
      stderr: `mullion: the state directory cannot be written (see ${log})\n`,
    });
    expect(await call("dies").done).toMatchObject({
      status: 1,
      stderr: `mullion: the daemon ended before it was ready (see ${log})\n`,
    });
    expect(starts()).toHaveLength(1 + 6);
  });

  it("starts another when one is killed while it starts", async () => {
    const client = await call("dies at first").done;
    expect(client).toMatchObject({ status: 0, stderr: "" });
    expect(starts()).toHaveLength(4);
    expect(Number(client.stdout)).toBe(starts().at(-1));
  });

  it("says that it waits for a start that another program holds up, and fails in the end", async () => {
    const lock = join(directory, "start.lock");
    mkdirSync(directory, { mode: 0o700 });
    writeFileSync(lock, "");
    const owner = new Run(["flock", lock, "sh", "-c", "echo held; exec cat"]);
    await waitFor(() => owner.stdout.includes("held"), "the lock to be held");
    const patient = call("ready");
    const refused = await call("ready", { env: { MULLION_WAIT_LIMIT_MS: "2500" } }).done;
    expect(refused.status).toBe(1);
    const [waiting, failure, ...rest] = refused.stderr.split("\n");
    expect(waiting).toBe(`mullion: waiting for ${lock}, which is held by another program`);
    expect(failure).toBe(
      `mullion: ${lock} has been held for 2 s by another program: end that process (fuser ${lock} finds it) and try again`,
    );
    expect(rest).toEqual([""]);
    owner.process.stdin!.end();
    await owner.done;
    expect(await patient.done).toMatchObject({ status: 0, stderr: `${waiting}\n` });
    expect(Number(patient.stdout)).toBe(starts()[0]);
  });

  it("gives up on a daemon that is never ready, and ends it", async () => {
    const log = join(directory, "daemon.log");
    const impatient = { env: { MULLION_WAIT_LIMIT_MS: "2500" } };
    expect(await call("hangs", impatient).done).toMatchObject({
      status: 1,
      stderr: `mullion: the daemon was not ready after 2 seconds (see ${log})\n`,
    });
    await waitFor(() => hasEnded(starts()[0]!), "the daemon's end");
  });
});

describe("the package", () => {
  /** A package of its own: the real client, and a line of JavaScript for each main. */
  function makePackage(): string {
    const root = join(base, "package");
    for (const part of ["bin", "dist/cli", "dist/daemon"]) mkdirSync(join(root, part), { recursive: true });
    copyFileSync(clientProgram, join(root, "bin/mullion"));
    copyFileSync(clientProgram, join(root, "bin/tmux"));
    writeFileSync(join(root, "package.json"), '{ "type": "module" }');
    writeFileSync(
      join(root, "dist/cli/main.js"),
      "console.log(JSON.stringify(process.argv.slice(2))); process.exitCode = 9;",
    );
    copyFileSync(fakeMain, join(root, "dist/daemon/main.js"));
    return root;
  }

  it("is found from the program's real place, also through symbolic links", async () => {
    const root = makePackage();
    mkdirSync(join(base, "path"));
    symlinkSync(join(root, "bin/tmux"), join(base, "hop"));
    symlinkSync("../hop", join(base, "path/tmux"));
    const env = { MULLION_DIR: directory, PATH: `${join(base, "path")}:${process.env.PATH}` };
    const result = await new Run(["sh", "-c", "tmux list-panes"], { env }).done;
    expect(result).toMatchObject({ status: 0, stderr: "" });
    expect(result.stdout.toString()).toBe(`${starts()[0]}\n`);
  });

  it("answers the verbs that must work without a daemon by itself", async () => {
    const program = join(makePackage(), "bin/mullion");
    const verbs = "doctor down upgrade service help --help -h version --version -V completion".split(" ");
    for (const verb of verbs) {
      const result = await new Run([program, verb, "--flag"], { env: { MULLION_DIR: directory } }).done;
      expect(result.status).toBe(9);
      expect(JSON.parse(result.stdout.toString())).toEqual([verb, "--flag"]);
    }
    expect(starts()).toEqual([]);
  });
});
