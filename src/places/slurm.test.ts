import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { slurm } from "./slurm.ts";

let directory: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), "sbatch-"));
  const sbatch = join(directory, "sbatch");
  writeFileSync(sbatch, "#!/bin/sh\necho 7\n");
  chmodSync(sbatch, 0o755);
});
afterAll(() => rmSync(directory, { recursive: true }));

function submit(...options: string[]): Promise<string> {
  const environment = new Map([["PATH", `${directory}:${process.env.PATH}`]]);
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
