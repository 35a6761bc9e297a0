import { spawnSync } from "node:child_process";
import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { slurm } from "./slurm.ts";
import { jobDirectory, jobScript } from "./slurm-script.ts";

/** Without rights on this machine. */
const USER = 65_534;
const JOB = String(process.pid);
const place = jobDirectory(JOB, String(USER));
const program = `${place}-it's a \\program`;

/** What stands for the daemon of a job: listens, and then runs what the link to the job runs. */
const LISTEN_AND_CONNECT = `
  const [directory, { spawnSync }] = [process.env.MULLION_DIR, require("node:child_process")];
  require("node:net").createServer().listen(directory + "/daemon.sock", () => {
    process.exit(spawnSync(directory + "/connect", { stdio: "inherit", timeout: 5_000 }).status);
  });
`;

/** Runs the script of a job as Slurm does; its `mullion` prints what it finds in its directory, and ends. */
function runJob() {
  const env = { PATH: process.env.PATH, SLURM_JOB_ID: JOB };
  return spawnSync("sh", [], {
    ...{ env, cwd: "/", uid: USER, gid: USER, encoding: "utf8", timeout: 20_000 },
    input: jobScript(program),
  });
}

const own = jobDirectory(JOB, "0");

/** Runs on the node what the link to a job runs there. */
function runLink() {
  const [, ...words] = slurm.link(JOB).command;
  const [file = "", ...argv] = words.slice(words.findIndex((word) => !word.startsWith("-")));
  return spawnSync(file, argv, { cwd: "/", encoding: "utf8", timeout: 20_000 });
}

describe.runIf(process.platform === "linux" && process.getuid!() === 0)("the script of a job", () => {
  beforeEach(() => {
    writeFileSync(program, '#!/bin/sh\nls "$MULLION_DIR"\n');
    chmodSync(program, 0o755);
  });
  afterEach(() => {
    for (const path of [program, place, own]) rmSync(path, { recursive: true, force: true });
  });

  test("makes a directory of the job's own, and removes it", () => {
    expect(runJob()).toMatchObject({ status: 0, stdout: "connect\nprogram\nscript\n", stderr: "" });
    expect(existsSync(place)).toBe(false);
  });

  test("writes a script that reaches its daemon, whatever the path of the program", () => {
    writeFileSync(
      program,
      `#!/bin/sh\n[ "$1" = connect ] && echo reached || exec node -e '${LISTEN_AND_CONNECT}'\n`,
    );
    expect(runJob()).toMatchObject({ status: 0, stdout: "reached\n", stderr: "" });
  });

  test("does not use a directory that another user has put in its place", () => {
    mkdirSync(place);
    chmodSync(place, 0o777);
    const { status, stdout, stderr } = runJob();
    expect([status, stdout]).toEqual([1, ""]);
    expect(stderr).toContain(place);
    expect(readdirSync(place)).toEqual([]);
  });

  test("is reached by what it has written, not by what another user has put in its place", () => {
    mkdirSync(own);
    writeFileSync(join(own, "connect"), "#!/bin/sh\necho reached\n");
    chmodSync(join(own, "connect"), 0o755);
    expect(runLink()).toMatchObject({ status: 0, stdout: "reached\n" });
    chownSync(own, USER, USER);
    expect(runLink()).toMatchObject({ status: 1, stdout: "" });
  });
});
