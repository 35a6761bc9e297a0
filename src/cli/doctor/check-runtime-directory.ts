import { lstatSync } from "node:fs";
import { ownUserId } from "../../processes/platform.ts";
import { whyTooLong } from "../places.ts";
import { writeFault } from "./check-disk.ts";
import { bad, type Check, type Finding, good, note } from "./finding.ts";

export const checkRuntimeDirectory: Check = {
  name: "runtime directory",
  run({ places }) {
    const tooLong = whyTooLong(places.runtimeDir);
    if (tooLong !== undefined) return [bad(tooLong, "choose a shorter MULLION_DIR")];
    const finding = inspectDirectory(places.runtimeDir, ownUserId());
    const fault = finding.state === "bad" ? undefined : writeFault(places.runtimeDir);
    if (fault === undefined) return [finding];
    return [
      bad(
        `${places.runtimeDir} cannot be written: ${fault}`,
        "make it writable, or set MULLION_DIR to where you may write",
      ),
    ];
  },
};

/** Sockets are safe only in a directory that no other user can enter or replace. */
export function inspectDirectory(path: string, uid: number): Finding {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (stat === undefined) return note(`${path} does not exist yet: the first call makes it`);
  if (stat.isSymbolicLink()) return bad(`${path} is a symbolic link`, `rm ${path}`);
  if (!stat.isDirectory()) return bad(`${path} is not a directory`, `rm ${path}`);
  if (stat.uid !== uid) {
    return bad(
      `${path} belongs to user ${stat.uid}`,
      "remove it as that user or as root, or set MULLION_DIR",
    );
  }
  if ((stat.mode & 0o077) !== 0) return bad(`${path} is open to other users`, `chmod 700 ${path}`);
  return good(path);
}
