import { spawn, spawnSync } from "node:child_process";
import { appendFileSync, cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { decodeLines, encodeLine } from "../../src/daemon/records/record-lines.ts";
import { processExists } from "../../src/processes/process-mark.ts";
import { prepareInstance, root, type TestDaemon } from "../fixtures/daemon.ts";
import { waitFor } from "../fixtures/wait-for.ts";

let instance: TestDaemon;
beforeEach(() => {
  instance = prepareInstance();
});
afterEach(() => instance.stop());

const version = (): string => JSON.parse(readFileSync(join(root, "package.json"), "utf8")).version;

async function startPane(): Promise<{ pane: string; pid: number }> {
  const { stdout } = await instance.run(
    "run",
    "--json",
    "--",
    "sh",
    "-c",
    "echo ready; read x; echo got $x; read x; exit 6",
  );
  const { pane, pid } = JSON.parse(stdout);
  await instance.run("wait", pane, "--until", "match:ready", "-t", "10");
  return { pane, pid };
}

/** The whole package once more, as a later version. */
function laterVersion(name: string): string {
  const copy = join(instance.dir, "later");
  mkdirSync(copy);
  for (const part of ["bin", "dist", "native/build", "shell"])
    cpSync(join(root, part), join(copy, part), { recursive: true, preserveTimestamps: true });
  symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));
  const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  writeFileSync(join(copy, "package.json"), JSON.stringify({ ...manifest, version: name }));
  return copy;
}

/** Stands for the main file of a daemon. */
function otherMain(script: string): Record<string, string> {
  const path = join(instance.dir, "other.mjs");
  writeFileSync(path, script);
  return { MULLION_DAEMON_MAIN: path };
}

const told = `
import { writeSync } from "node:fs";
const fail = (sentence) => {
  if (process.env.MULLION_READY_FD) writeSync(3, "error: " + sentence + "\\n");
  console.error("mullion: " + sentence);
  process.exit(1);
};
`;

test.runIf(process.platform === "linux")(
  "a copy of the program that joins another's daemon says so, and upgrade switches",
  async () => {
    await instance.run("up");
    const copy = laterVersion(version());
    const call = (...argv: string[]) => {
      const { env } = instance;
      const { stdout, stderr } = spawnSync(join(copy, "bin/mullion"), argv, { env, encoding: "utf8" });
      return { stdout, stderr };
    };
    const here = root.replace(/\/$/, "");
    const note = `the running daemon is from ${here}: mullion upgrade switches to this one, and panes stay`;
    expect(call("up").stderr).toBe(`mullion: ${note}\n`);
    expect(call("open").stderr).toBe(`mullion: ${note}\n`);
    expect(call("version").stdout).toContain(
      `The running daemon is ${version()} from ${here}: mullion upgrade`,
    );
    expect(call("doctor").stdout).toContain(
      `daemon: the running daemon is from ${here}, this program from ${copy}`,
    );
    expect(call("upgrade").stdout).toContain("took over");
    expect(call("up")).toMatchObject({ stderr: "" });
    expect(call("version").stdout).toBe(`mullion ${version()}\n`);
    expect((await instance.run("up")).stderr).toContain(`the running daemon is from ${copy}`);
  },
);

describe("upgrade", () => {
  test("counts panes alone, not the commands of pipe-pane beside them", async () => {
    const { pane, pid } = await startPane();
    const piped = join(instance.dir, "piped");
    await instance.tmux("-L", "mullion", "pipe-pane", "-t", pane, `cat > ${piped}`);
    const { status, stderr, stdout } = await instance.run("upgrade", "--json");
    expect(stderr).toBe("");
    expect(JSON.parse(stdout)).toMatchObject({ panes: 1, missing: [] });
    expect(status).toBe(0);
    await instance.run("send", pane, "--enter", "on");
    await waitFor(() => readFileSync(piped, "utf8").includes("got on"), "the command to go on");
    expect(processExists(pid)).toBe(true);
  });

  test("a later version takes over, with every pane and every call", async () => {
    const { pane, pid } = await startPane();
    const before = instance.pid();
    const waiting = instance.run("wait", pane);
    const later = laterVersion("9.9.9");
    const run = (...argv: string[]) =>
      spawnSync(join(later, "bin/mullion"), argv, { env: instance.env, encoding: "utf8", timeout: 30_000 });

    const upgraded = run("upgrade", "--json");
    expect(upgraded).toMatchObject({ status: 0, stderr: "" });
    expect(JSON.parse(upgraded.stdout)).toEqual({
      from: version(),
      to: "9.9.9",
      pid: instance.pid(),
      panes: 1,
      missing: [],
    });
    expect(instance.pid()).not.toBe(before);

    await instance.run("send", pane, "--enter", "hello");
    await instance.run("wait", pane, "--until", "match:got hello", "-t", "10");
    expect(() => process.kill(pid, 0)).not.toThrow();
    await instance.run("send", pane, "--enter");
    expect(await waiting).toEqual({ stdout: "6\n", stderr: "", status: 0 });

    expect((await instance.run("doctor")).stdout).toContain("mullion upgrade: the new one takes over");
    expect((await instance.run("upgrade")).stdout).toMatch(
      new RegExp(`^Mullion ${version()} took over from 9.9.9: daemon \\d+, 0 panes alive.\n$`),
    );
  });

  test("where nothing runs it starts", async () => {
    expect((await instance.run("upgrade")).stdout).toMatch(
      /^No daemon ran; Mullion .* started: daemon \d+, 0 panes alive\.\n$/,
    );
  });

  test("a new daemon that cannot even load leaves the old one as it was", async () => {
    const { pid } = await startPane();
    const before = instance.pid();
    const env = otherMain("this is no program");
    const { stdout, stderr, status } = await instance.run("upgrade", { env });
    expect({ stdout, status }).toEqual({ stdout: "", status: 1 });
    expect(stderr).toContain("mullion: the new daemon cannot take over: ");
    expect(stderr).toContain(
      `the one that runs (${version()}, process ${before}) goes on, and nothing has changed`,
    );
    expect(instance.pid()).toBe(before);
    expect(() => process.kill(pid, 0)).not.toThrow();
  });

  test("records that it cannot read are found out before anything is done", async () => {
    await startPane();
    const before = instance.pid();
    const records = join(instance.env.MULLION_DIR!, "state/records/records.jsonl");
    appendFileSync(
      records,
      encodeLine([
        ["server/0123456789ab", { socketPath: "/bad" }],
        ["0123456789ab/server", { version: 99 }],
      ]),
    );
    const { stderr, status } = await instance.run("upgrade");
    expect(status).toBe(1);
    expect(stderr).toContain("record 0123456789ab/server cannot be used: ");
    expect(instance.pid()).toBe(before);
  });

  test("records of which some were lost are mended as at any start, and every pane stays", async () => {
    const { pane, pid } = await startPane();
    const records = join(instance.env.MULLION_DIR!, "state/records/records.jsonl");
    const { entries } = decodeLines(readFileSync(records));
    const lost = [...new Set(entries.map(([key]) => key).filter((key) => /^[^/]+\/window\//.test(key)))];
    expect(lost).toHaveLength(1);
    appendFileSync(records, encodeLine(lost.map((key) => [key])));
    const { stderr, status } = await instance.run("upgrade");
    expect({ stderr, status }).toEqual({ stderr: "", status: 0 });
    expect(processExists(pid)).toBe(true);
    expect((await instance.run("capture", pane)).stdout).toBe("ready\n");
  });

  test("one that fails when the old one is gone gives way to it again", async () => {
    const { pane, pid } = await startPane();
    const before = instance.pid();
    const env = otherMain(`${told}
      const whom = process.env.MULLION_TAKE_OVER;
      if (whom === "nobody") process.exit(0);
      process.kill(Number(whom), "SIGKILL");
      fail("it broke");`);
    const { stderr, status } = await instance.run("upgrade", { env });
    expect(status).toBe(1);
    expect(stderr).toContain("mullion: the new daemon did not start: it broke");
    expect(stderr).toContain(`mullion: ${version()} runs again (process ${instance.pid()}), with every pane`);
    expect(instance.pid()).not.toBe(before);
    expect((await instance.run("capture", pane)).stdout).toBe("ready\n");
    expect(() => process.kill(pid, 0)).not.toThrow();
  });
});

describe("serve", () => {
  function serve() {
    const child = spawn(join(root, "bin/mullion"), ["serve"], { env: instance.env, stdio: "ignore" });
    const exited = new Promise<number | null>((resolve) => child.on("exit", resolve));
    return { child, exited };
  }

  test("takes over a daemon that runs, and ends alone: as systemd with KillMode=process does it", async () => {
    const { pane, pid } = await startPane();
    const first = serve();
    await waitFor(() => instance.pid() === first.child.pid, "the service to take over");
    expect((await instance.run("capture", pane)).stdout).toBe("ready\n");

    first.child.kill("SIGTERM");
    expect(await first.exited).toBe(0);
    expect(() => process.kill(pid, 0)).not.toThrow();

    const second = serve();
    await waitFor(() => instance.pid() === second.child.pid, "the service to run again");
    await instance.run("send", pane, "--enter", "again");
    expect((await instance.run("wait", pane, "--until", "match:got again", "-t", "10")).status).toBe(0);
  });

  test("takes no arguments", async () => {
    expect((await instance.run("serve", "--help")).stdout).toContain("Usage: mullion serve");
    expect((await instance.run("serve", "now")).status).toBe(1);
  });
});
