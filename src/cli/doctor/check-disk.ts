import { mkdtempSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { attempt } from "../../core/attempt.ts";
import { nearestExisting } from "../state-directory.ts";
import { bad, type Check, good, note } from "./finding.ts";

/** With less free space, a busy pane may fill the disk between two checks. */
const LITTLE_BYTES = 256 * 1024 * 1024;

export const checkDisk: Check = {
  name: "disk",
  run({ places }) {
    const fault = writeFault(places.stateDir);
    if (fault !== undefined) {
      return [
        bad(
          `${places.stateDir} cannot be written: ${fault}`,
          "make it writable, or set XDG_STATE_HOME or HOME to where you may write",
        ),
      ];
    }
    const free = freeBytes(places.stateDir);
    if (free === undefined) return [note(`${places.stateDir} cannot be looked at`)];
    const megabytes = `${Math.floor(free / 1024 / 1024)} MB free for journals in ${places.stateDir}`;
    return [
      free < LITTLE_BYTES
        ? bad(`only ${megabytes}`, "make room: a full disk turns journals off")
        : good(megabytes),
    ];
  },
};

/** Free bytes on the file system that the path is or will be on. */
function freeBytes(path: string): number | undefined {
  const found = attempt(() => statfsSync(nearestExisting(path)));
  return found && found.bavail * found.bsize;
}

/** Tries to write a file in the directory, or in the nearest existing parent. */
export function writeFault(directory: string): string | undefined {
  try {
    const probe = mkdtempSync(join(nearestExisting(directory), ".mullion-doctor-"));
    try {
      writeFileSync(join(probe, "probe"), "written\n", { mode: 0o600 });
    } finally {
      rmSync(probe, { recursive: true, force: true });
    }
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}
