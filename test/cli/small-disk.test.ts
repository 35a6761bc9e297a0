import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { daemonForAll } from "../fixtures/daemon-for-all.ts";
import { outputOf } from "../fixtures/output-of.ts";
import { mountSmallDisk } from "../fixtures/small-disk.ts";

const daemon = daemonForAll();

test("a recording that only partly fits on the disk is reported", async ({ skip }) => {
  const disk = join(daemon.dir, "small");
  mkdirSync(disk);
  mountSmallDisk(disk, skip);
  const script = "head -c 30000 /dev/zero | tr '\\0' x; echo; echo printed; exec cat";
  const pane = (await outputOf(daemon.run("run", "--", "sh", "-c", script))).trim();
  await outputOf(daemon.run("wait", pane, "-u", "match:printed"));
  const file = join(disk, "session.cast");
  expect(await daemon.run("record", pane, "-o", file)).toMatchObject({
    status: 1,
    stdout: "",
    stderr: `mullion: cannot write ${file}: no space left on device\n`,
  });
});
