import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { daemonForAll } from "../fixtures/daemon-for-all.ts";
import { outputOf } from "../fixtures/output-of.ts";

const daemon = daemonForAll();
const disk = () => join(daemon.dir, "small");

/** Only root on Linux can mount a disk of this size: less than one write of the verb. */
function mountSmallDisk(): boolean {
  if (process.platform !== "linux") return false;
  mkdirSync(disk(), { recursive: true });
  return spawnSync("mount", ["-t", "tmpfs", "-o", "size=16k", "tmpfs", disk()]).status === 0;
}

afterAll(() => {
  spawnSync("umount", [disk()]);
  rmSync(disk(), { recursive: true, force: true });
});

test("a recording that only partly fits on the disk is reported", async ({ skip }) => {
  if (!mountSmallDisk()) skip("only root on Linux can mount a disk of this size");
  const script = "head -c 30000 /dev/zero | tr '\\0' x; echo; echo printed; exec cat";
  const pane = (await outputOf(daemon.run("run", "--", "sh", "-c", script))).trim();
  await outputOf(daemon.run("wait", pane, "-u", "match:printed"));
  const file = join(disk(), "session.cast");
  expect(await daemon.run("record", pane, "-o", file)).toMatchObject({
    status: 1,
    stdout: "",
    stderr: `mullion: cannot write ${file}: no space left on device\n`,
  });
});
