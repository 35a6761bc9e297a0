import { join } from "node:path";
import { afterAll, beforeAll } from "vitest";
import { prepareInstance, root, type TestDaemon } from "../fixtures/daemon.ts";
import { outputOf } from "../fixtures/output-of.ts";
import { type SshServer, startSshServer } from "../fixtures/ssh-server.ts";

/** Two private instances: `near`, where a person is, and `far`, its host `there` behind a real sshd. */
export interface TwoMachines {
  readonly near: TestDaemon;
  readonly far: TestDaemon;
  readonly server: SshServer;
  /** `mullion argv…` on the near machine, which must succeed; what it prints, without the last line break. */
  call(...argv: string[]): Promise<string>;
  /** Kills the process that carries the link with SIGKILL. */
  cut(): Promise<void>;
}

const program = join(root, "bin/mullion");

export function twoMachines({ ssh = true } = {}): TwoMachines {
  const [near, far] = [prepareInstance(), prepareInstance()];
  let server: SshServer | undefined;
  const call = async (...argv: string[]) => (await outputOf(near.run(...argv))).replace(/\n$/, "");
  beforeAll(async () => {
    await Promise.all([near.start(), far.start()]);
    if (!ssh) return;
    const { MULLION_DIR, TMUX_TMPDIR, SHELL } = far.env as Record<string, string>;
    server = await startSshServer(join(far.dir, "ssh"), {
      MULLION_DIR: MULLION_DIR!,
      TMUX_TMPDIR: TMUX_TMPDIR!,
      SHELL: SHELL!,
    });
    await call("host", "add", "there", server.address, "--program", program, "--", ...server.options);
  });
  afterAll(async () => {
    await near.stop();
    await server?.stop();
    await far.stop();
  });
  return {
    near,
    far,
    get server() {
      return server!;
    },
    call,
    async cut() {
      const { pid } = JSON.parse(await call("host", "show", "there", "--json")) as { pid?: number };
      if (pid === undefined) return;
      process.kill(pid, "SIGKILL");
    },
  };
}
