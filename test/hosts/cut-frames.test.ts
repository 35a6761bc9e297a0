import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { root } from "../fixtures/daemon.ts";
import { FRESH_SEED } from "../fixtures/property.ts";
import { waitFor } from "../fixtures/wait-for.ts";
import { expectEveryByteOnce, patient } from "./every-byte-once.ts";
import { twoMachines } from "./two-machines.ts";

const CUTS = 100;
const LINES = 2_000;

interface PlannedCut {
  readonly direction: "to-host" | "from-host";
  /** Complete frames before the one that is cut. */
  readonly frames: number;
  /** Where in the frame, from 0 to less than 1. */
  readonly place: number;
}

interface MadeCut {
  readonly direction: PlannedCut["direction"];
  readonly type: number | "mark";
  /** Bytes of the frame, and how many of them were passed on. */
  readonly size: number;
  readonly offset: number;
}

const plannedCut: fc.Arbitrary<PlannedCut> = fc.record({
  direction: fc.constantFrom("to-host", "from-host"),
  frames: fc.nat({ max: 8 }),
  place: fc.nat({ max: 999 }).map((thousandths) => thousandths / 1000),
});

describe("a link that is cut inside a frame", () => {
  const { near, far, call } = twoMachines({ ssh: false });

  /** Carriers read the plan when they start. */
  function plan(cuts: readonly PlannedCut[]): void {
    rmSync(join(near.dir, "cuts"), { force: true });
    writeFileSync(join(near.dir, "plan.json"), JSON.stringify(cuts));
  }

  function madeCuts(): MadeCut[] {
    const path = join(near.dir, "cuts");
    // The last line may not be complete yet.
    const lines = existsSync(path) ? readFileSync(path, "utf8").split("\n").slice(0, -1) : [];
    return lines.map((line) => JSON.parse(line) as MadeCut);
  }

  beforeAll(async () => {
    const { MULLION_DIR, TMUX_TMPDIR } = far.env;
    const carrier = `${process.execPath} ${join(root, "test/hosts/cutting-carrier.mjs")} ${near.dir}`;
    const words = `env MULLION_DIR=${MULLION_DIR} TMUX_TMPDIR=${TMUX_TMPDIR} ${carrier} ${join(root, "bin/mullion")} connect`;
    plan([]);
    await call("host", "add", "there", "--command", words);
  });

  test(`loses and doubles no byte in ${CUTS} cuts, neither typed nor printed`, {
    retry: 0,
    timeout: 120_000,
  }, async () => {
    console.log(`cuts inside frames: seed ${FRESH_SEED} (PROPERTY_SEED=… repeats it)`);
    const printing = await call("run", "--on", "there", "--keep", "--", "seq", "1", `${LINES}`);
    await call("wait", printing);
    const expected = Array.from({ length: LINES }, (_, index) => `${index + 1}\n`).join("");
    let read = 0;
    await expectEveryByteOnce(near, "there", async () => {
      plan(fc.sample(plannedCut, { numRuns: CUTS, seed: FRESH_SEED }));
      const { pid } = JSON.parse(await call("host", "show", "there", "--json")) as { pid: number };
      process.kill(pid, "SIGKILL"); // The next carriers follow the plan.
      for (; madeCuts().length < CUTS; read++) {
        const { status, stdout } = await near.run("logs", "--wait", printing, patient);
        expect(status).toBe(0);
        expect(stdout.startsWith(expected)).toBe(true);
      }
    });
    const cuts = madeCuts();
    for (const { offset, size } of cuts) expect(offset > 0 && offset < size).toBe(true);
    expect(new Set(cuts.map(({ direction }) => direction)).size).toBe(2);
    expect(read).toBeGreaterThan(3);
  });

  test.each([
    ["the mark", 0],
    ["the first frame", 1],
  ])("comes back when %s of a host's next daemon is cut", async (_, frames) => {
    const pane = await call("run", "--on", "there", "--", "cat");
    const words = ["wait", "--wait", pane, "--until", "match:typed after", "-t", "20"];
    const waiting = near.run(...words, patient);
    plan([{ direction: "from-host", frames, place: 0.5 }]);
    await far.kill9();
    await waitFor(() => madeCuts().length === 1, "the cut");
    expect(await near.run("send", "--wait", "--enter", pane, "typed after", patient)).toMatchObject({
      status: 0,
    });
    expect(await waiting).toMatchObject({ status: 0 });
    await call("kill", pane);
  });
});
