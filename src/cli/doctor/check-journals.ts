import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { type Check, good } from "./finding.ts";

/** What journals and records take on disk. */
export const checkJournals: Check = {
  name: "journals",
  run({ places }) {
    const bytes = bytesBelow(places.stateDir);
    return [good(`${(bytes / 1024 / 1024).toFixed(1)} MB in ${places.stateDir}`)];
  },
};

function bytesBelow(directory: string): number {
  return filesBelow(directory).reduce(
    (sum, path) => sum + (statSync(path, { throwIfNoEntry: false })?.size ?? 0),
    0,
  );
}

function filesBelow(directory: string): string[] {
  try {
    const entries = readdirSync(directory, { recursive: true, withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  } catch {
    return []; // Nothing was ever written.
  }
}
