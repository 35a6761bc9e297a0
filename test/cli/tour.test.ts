import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, test } from "vitest";
import { prepareInstance, root, type TestDaemon } from "../fixtures/daemon.ts";
import { runTour } from "../fixtures/tour.ts";

let instance: TestDaemon;
beforeEach(() => {
  instance = prepareInstance();
});
afterEach(() => instance.stop());

test("the tour of the README does what it says, each command at once", () => {
  // As npm links it: a `mullion` and no `tmux`, which stays the user's own.
  const bin = join(instance.dir, "bin");
  mkdirSync(bin);
  symlinkSync(join(root, "npm-bin/mullion"), join(bin, "mullion"));
  runTour({ cwd: instance.dir, env: { ...instance.env, PATH: `${bin}:${instance.env.PATH}` } });
});
