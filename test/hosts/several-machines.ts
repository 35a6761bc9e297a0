import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, onTestFinished } from "vitest";
import { prepareInstance, root, type TestDaemon } from "../fixtures/daemon.ts";
import { outputOf } from "../fixtures/output-of.ts";

/** Private instances: `near`, where a person is, and a host of it for each name, reached by a command. */
export interface SeveralMachines {
  readonly near: TestDaemon;
  readonly hosts: readonly TestDaemon[];
  /** `mullion argv…` on the near machine, which must succeed; what it prints, without the last line break. */
  call(...argv: string[]): Promise<string>;
  /** Cuts the link to a host, which cannot be reached from then on, at most until the test ends. */
  shut(name: string): Promise<void>;
  /** The host can be reached again. */
  open(name: string): void;
  /** Adds the machine of a host under another name. */
  addAgain(name: string, as: string): Promise<void>;
}

export function severalMachines(names: readonly string[]): SeveralMachines {
  const near = prepareInstance();
  const hosts = names.map(() => prepareInstance());
  const call = async (...argv: string[]) => (await outputOf(near.run(...argv))).replace(/\n$/, "");
  const gateOf = (name: string) => join(near.dir, `gate-${name}`);
  const add = async (name: string, index: number) => {
    const { MULLION_DIR, TMUX_TMPDIR, HOME } = hosts[index]!.env;
    const variables = `MULLION_DIR=${MULLION_DIR} TMUX_TMPDIR=${TMUX_TMPDIR} HOME=${HOME}`;
    const line = `[ -e ${gateOf(name)} ] && exit 9; exec env ${variables} ${join(root, "bin/mullion")} connect`;
    await call("host", "add", name, "--command", `sh -c '${line}'`);
  };
  beforeAll(async () => {
    await Promise.all([near, ...hosts].map((machine) => machine.start()));
    for (const [index, name] of names.entries()) await add(name, index);
  });
  afterAll(async () => {
    for (const machine of [near, ...hosts]) await machine.stop();
  });
  return {
    near,
    hosts,
    call,
    async shut(name) {
      writeFileSync(gateOf(name), "");
      onTestFinished(() => rmSync(gateOf(name), { force: true }));
      const { pid } = JSON.parse(await call("host", "show", name, "--json")) as { pid?: number };
      if (pid !== undefined) process.kill(pid, "SIGKILL");
    },
    open: (name) => rmSync(gateOf(name)),
    addAgain: (name, as) => add(as, names.indexOf(name)),
  };
}
