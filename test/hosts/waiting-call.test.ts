import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { openTerminal } from "../attach/outer-terminal.ts";
import { root } from "../fixtures/daemon.ts";
import { daemonForAll } from "../fixtures/daemon-for-all.ts";
import { outputOf } from "../fixtures/output-of.ts";
import { runProgram } from "../fixtures/run-program.ts";
import { waitFor } from "../fixtures/wait-for.ts";

describe("a call that waits for its host", () => {
  // The last one is stopped first: a link would start the daemon of its host again.
  const [far, near] = [daemonForAll(), daemonForAll()];
  const [gate, attempts] = ["gate", "attempts"].map((name) => join(near.dir, name)) as [string, string];
  const attempted = () => (existsSync(attempts) ? readFileSync(attempts, "utf8").length : 0);
  const call = async (...argv: string[]) => (await outputOf(near.run(...argv))).trimEnd();

  /** A host that is shut, with a session. */
  beforeAll(async () => {
    await outputOf(far.run("run", "-n", "work", "--", "cat"));
    writeFileSync(gate, "");
    const { MULLION_DIR, TMUX_TMPDIR, HOME } = far.env;
    const variables = `MULLION_DIR=${MULLION_DIR} TMUX_TMPDIR=${TMUX_TMPDIR} HOME=${HOME}`;
    const line = `printf x >>${attempts}; [ -e ${gate} ] && exit 9; exec env ${variables} ${join(root, "bin/mullion")} connect`;
    await call("host", "add", "there", "--command", `sh -c '${line}'`);
  });

  test("does not keep the doctor from trying the host now", async () => {
    const waiting = near.run("capture", "--wait", "there/work");
    // The pauses between two attempts have grown to more than a second.
    await waitFor(() => attempted() >= 6, "six attempts");
    rmSync(gate);
    expect(await call("host", "doctor", "there", "--no-set-up")).toContain("there answers");
    expect((await waiting).status).toBe(0);
  });

  test("shows on a terminal what the host waits for, and takes that away", async () => {
    rmSync(gate, { force: true });
    await call("host", "doctor", "there", "--no-set-up");
    const pane = await call("run", "--on", "there", "--", "cat");
    const id = pane.replace("there/", "");
    const terminal = await openTerminal(near, `mullion wait ${pane} -u match:never; echo status $?; cat`);
    await terminal.see(`waiting for match:never in ${id}`);
    await outputOf(far.run("kill", id));
    await terminal.see("status 3");
    expect(terminal.text.trim().split(/ *\n/)).toEqual([`mullion: pane ${id} has ended`, "status 3"]);
  });

  test("prints the host's message whole, after the reason that a killed daemon gave for the wait", async () => {
    const [out, err] = ["out", "err"].map((name) => join(near.dir, name)) as [string, string];
    const reads = (path: string, text: string) =>
      waitFor(() => existsSync(path) && readFileSync(path, "utf8").includes(text), text);
    rmSync(gate, { force: true });
    await call("host", "doctor", "there", "--no-set-up");
    const pane = await call("run", "--on", "there", "--", "sh", "-c", "echo begun; exec cat");
    const id = pane.replace("there/", "");
    const line = `exec ${join(root, "bin/mullion")} logs -f ${pane} >${out} 2>${err}`;
    const following = runProgram("/bin/sh", ["-c", line], { cwd: near.dir, env: near.env });
    await reads(out, "begun");
    writeFileSync(gate, "");
    process.kill(JSON.parse(await call("host", "show", "there", "--json")).pid, "SIGKILL");
    await reads(err, "mullion: waiting: host there is unreachable");
    await near.kill9();
    await outputOf(far.run("kill", id));
    rmSync(gate);
    expect(await following).toMatchObject({ status: 3 });
    expect(readFileSync(err, "utf8")).toMatch(new RegExp(`^mullion: .*${id} has ended.*\n$`, "m"));
  });
});
