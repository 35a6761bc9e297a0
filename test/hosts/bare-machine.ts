import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll } from "vitest";
import { findProgram } from "../../scripts/test-tools.mjs";
import { prepareInstance, type TestDaemon } from "../fixtures/daemon.ts";
import { type SshServer, startSshServer } from "../fixtures/ssh-server.ts";

/** Two machines: `near`, where a person is, and one behind a real sshd that has Node and a few programs, but no Mullion. */
export interface BareMachine {
  readonly near: TestDaemon;
  readonly far: TestDaemon;
  readonly home: string;
  /** Words that add it as the host `bare`. */
  adding(): string[];
  /** Puts a script in the place of a program there, or with undefined the program itself. */
  replaceProgram(name: string, script: string | undefined): void;
  removeProgram(name: string): void;
  /** The packages that are installed there. */
  packages(): string[];
  /** What else is in the directory of the packages. */
  leftovers(): string[];
}

const PROGRAMS = ["sh", "cat", "env", "find", "ln", "mkdir", "mv", "node", "readlink", "rm", "sha256sum"];

export function bareMachine(): BareMachine {
  const [near, far] = [prepareInstance(), prepareInstance()];
  const [home, programs] = [join(far.dir, "ssh/home"), join(far.dir, "programs")];
  const place = join(home, ".local/share/mullion");
  let server: SshServer | undefined;
  const entries = () => (existsSync(place) ? readdirSync(place) : []);
  const machine: BareMachine = {
    near,
    far,
    home,
    adding: () => ["host", "add", "bare", server!.address, "--", ...server!.options],
    replaceProgram(name, script) {
      machine.removeProgram(name);
      const path = join(programs, name);
      if (script === undefined) symlinkSync(findProgram(name)!, path);
      else {
        writeFileSync(path, `#!/bin/sh\n${script}\n`);
        chmodSync(path, 0o755);
      }
    },
    removeProgram: (name) => rmSync(join(programs, name), { force: true }),
    packages: () => entries().filter((name) => /^\d/.test(name)),
    leftovers: () => entries().filter((name) => !/^\d/.test(name) && name !== "bin"),
  };
  beforeAll(async () => {
    mkdirSync(programs);
    for (const name of [...PROGRAMS, "tar", "uname"]) machine.replaceProgram(name, undefined);
    await near.start();
    const { MULLION_DIR, TMUX_TMPDIR } = far.env as Record<string, string>;
    server = await startSshServer(join(far.dir, "ssh"), {
      ...{ MULLION_DIR: MULLION_DIR!, TMUX_TMPDIR: TMUX_TMPDIR!, SHELL: "/bin/sh", PATH: programs },
    });
  });
  afterAll(async () => {
    await near.stop();
    await server?.stop();
    await far.stop();
  });
  return machine;
}
