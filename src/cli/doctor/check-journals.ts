import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { attempt } from "../../core/attempt.ts";
import { panesOf } from "../describe-tree.ts";
import { bad, type Check, type Finding, good, note } from "./finding.ts";

/** Checks how much disk space journals and records use, and that each journal belongs to a pane. */
export const checkJournals: Check = {
  name: "journals",
  run({ places, tree }) {
    const megabytes = (bytesBelow(places.stateDir) / 1024 / 1024).toFixed(1);
    const journals = namesIn(join(places.stateDir, "journals")).length;
    const size = [good(`${megabytes} MB in ${places.stateDir}`), ...damaged(places.stateDir)];
    if (tree === undefined) return size;
    const panes = new Set(panesOf(tree).map(({ server, id }) => `${server} ${id}`)).size;
    if (journals <= panes) return size;
    return [
      ...size,
      bad(
        `${journals - panes} journals belong to no pane`,
        `mullion down, then rm -r ${join(places.stateDir, "journals")}`,
      ),
    ];
  },
};

/** Reports record lines that a daemon could not read and moved aside. */
function damaged(stateDir: string): Finding[] {
  const path = join(stateDir, "records/records.damaged");
  if (!existsSync(path)) return [];
  return [note(`damaged records were set aside in ${path}`, `look at them, then rm ${path}`)];
}

function bytesBelow(directory: string): number {
  return filesBelow(directory).reduce(
    (sum, path) => sum + (statSync(path, { throwIfNoEntry: false })?.size ?? 0),
    0,
  );
}

function namesIn(directory: string): string[] {
  return attempt(() => readdirSync(directory)) ?? [];
}

function filesBelow(directory: string): string[] {
  // The directory is missing if no journal was ever written.
  const entries = attempt(() => readdirSync(directory, { recursive: true, withFileTypes: true })) ?? [];
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}
