import { chmodSync, copyFileSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { prepareInstance, root, type TestDaemon } from "../fixtures/daemon.ts";
import { runProgram } from "../fixtures/run-program.ts";
import { need, programPath } from "../setup/need.ts";
import { needPrebuilt } from "./prebuilt.ts";

/**
 * The Linux programs of the other architecture, under emulation: client, launcher and holder carry a whole session. Node and
 * the addon that it loads are this machine's.
 */
const here = process.arch;
const other = here === "arm64" ? "x64" : "arm64";
const emulator = other === "x64" ? "qemu-x86_64" : "qemu-aarch64";

let directory: string;
let instance: TestDaemon;

/** A package whose programs are emulated. The daemon finds each below the name that it expects. */
function makePackage(): void {
  const at = (...parts: string[]) => join(directory, "package", ...parts);
  const mine = `prebuilt/linux-${here}`;
  for (const part of [`${mine}/bin`, "dist"]) mkdirSync(at(part), { recursive: true });
  // Copies: a module is where its real file is.
  for (const part of [
    "dist/bundle",
    "dist/daemon",
    "dist/package",
    "dist/processes",
    "shell",
    "package.json",
  ])
    cpSync(join(root, part), at(part), { recursive: true });
  copyFileSync(join(root, mine, "peer-uid.node"), at(mine, "peer-uid.node"));
  mkdirSync(at(`prebuilt/linux-${other}/bin`), { recursive: true });
  copyFileSync(join(root, `prebuilt/linux-${other}/bin/mullion`), at(`prebuilt/linux-${other}/bin/mullion`));
  for (const name of ["mullion-holder", "bin/mullion", "bin/tmux"]) {
    const program = join(root, `prebuilt/linux-${other}`, name);
    writeFileSync(at(mine, name), `#!/bin/sh\nexec ${programPath(emulator)} ${program} "$@"\n`);
    chmodSync(at(mine, name), 0o755);
  }
}

const run = (name: string, ...argv: string[]) =>
  runProgram(join(directory, `package/prebuilt/linux-${here}/bin`, name), argv, {
    cwd: instance.dir,
    env: { ...instance.env, MULLION_DAEMON_MAIN: join(directory, "package/dist/daemon/main.js") },
  });

describe.runIf(process.platform === "linux" && need(emulator) && needPrebuilt(`linux-${other}`))(
  "programs for the other processor",
  { timeout: 60_000 },
  () => {
    beforeAll(() => {
      directory = mkdtempSync(join(process.env.MULLION_TEST_RUN!, "q"));
      instance = prepareInstance();
      makePackage();
    });
    afterAll(async () => {
      await instance.stop();
      rmSync(directory, { recursive: true, force: true });
    });

    test("find their package when they are started by a relative path", async () => {
      const another = prepareInstance();
      const start = await runProgram(emulator, [`prebuilt/linux-${other}/bin/mullion`, "up"], {
        cwd: join(directory, "package"),
        env: another.env,
      });
      await another.stop();
      expect(start).toMatchObject({ status: 0, stderr: "" });
    });

    test("carry a session over a killed daemon", async () => {
      expect(
        await run("mullion", "run", "--name", "far", "--", "sh", "-c", "echo begun; exec cat"),
      ).toMatchObject({
        status: 0,
        stderr: "",
      });
      expect((await run("mullion", "wait", "far", "--until", "match:begun")).status).toBe(0);
      await instance.kill9();
      expect((await run("mullion", "send", "far", "--enter", "after a kill")).status).toBe(0);
      expect((await run("mullion", "wait", "far", "--until", "match:after a kill")).status).toBe(0);
      const listed = await run(
        "tmux",
        "-L",
        "mullion",
        "list-panes",
        "-a",
        "-F",
        "#{session_name} #{pane_dead}",
      );
      expect(listed).toMatchObject({ stdout: "far 0\n", status: 0 });
      expect((await run("mullion", "kill", "far")).status).toBe(0);
    });
  },
);
