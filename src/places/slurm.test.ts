import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { slurm } from "./slurm.ts";

let directory: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), "sbatch-"));
  const sbatch = join(directory, "sbatch");
  writeFileSync(sbatch, "#!/bin/sh\necho 7$SBATCH_ACCOUNT$SBATCH_WAIT$SBATCH_ARRAY_INX\n");
  chmodSync(sbatch, 0o755);
});
afterAll(() => rmSync(directory, { recursive: true }));

function submit(...options: string[]): Promise<string> {
  return submitWith({}, ...options);
}

function submitWith(variables: Record<string, string>, ...options: string[]): Promise<string> {
  const environment = new Map(Object.entries({ PATH: `${directory}:${process.env.PATH}`, ...variables }));
  return slurm.submit({ options, environment, cwd: "/", program: "mullion" });
}

test.each(["--array=1-3", "--arr=1-3", "--ar=1-3", "-a1-3", "-a", "-Qa1-3"])(
  "%s is rejected",
  async (word) => {
    await expect(submit("-n1", word)).rejects.toThrow("a call places one job: leave out --array");
  },
);

test.each(["--wait", "-W", "-QW", "-Wv"])(
  "%s is rejected, because sbatch would not answer in time",
  async (word) => {
    await expect(submit(word)).rejects.toThrow("leave out --wait");
  },
);

test.each(["--account=a", "--wait-all-nodes=1", "-JW", "-pa", "--wckey=W", "-Aa", "-v"])(
  "%s is passed to sbatch",
  async (word) => {
    expect(await submit(word)).toBe("7");
  },
);

test("variables that stand for rejected options do not reach sbatch", async () => {
  const variables = { SBATCH_ACCOUNT: "7", SBATCH_WAIT: "1", SBATCH_ARRAY_INX: "1-3" };
  expect(await submitWith(variables)).toBe("77");
});
