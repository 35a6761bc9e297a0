import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { newestInput } from "../../native/programs.mjs";
import { root } from "../fixtures/daemon.ts";

/**
 * Whether the programs of the package are built from the sources as they are: `npm run prebuilt` does it. Without them these
 * tests are skipped; under CI=true that is an error.
 */
export function needPrebuilt(platform = `${process.platform}-${process.arch}`): boolean {
  const program = join(root, `prebuilt/${platform}/bin/mullion`);
  const current = existsSync(program) && statSync(program).mtimeMs > newestInput();
  if (!current && process.env.CI === "true") throw new Error("this test needs npm run prebuilt");
  return current;
}
