import { join } from "node:path";
import type { House } from "../house.ts";
import { kinds } from "./kinds.ts";
import type { DamagedLine } from "./record-lines.ts";
import { DAMAGED_FILE, RECORDS_FILE } from "./store.ts";
import type { Misfit } from "./tables.ts";

type Reporting = Pick<House, "paths" | "log" | "notices">;

/** A line that was cut off when its daemon died was never answered, so it goes to the log only. */
export function reportDamage(damaged: readonly DamagedLine[], { paths, log, notices }: Reporting): void {
  const aside = join(paths.records, DAMAGED_FILE);
  for (const { line, bytes, isCutOff } of damaged) {
    const what = isCutOff ? "is cut off" : "is damaged";
    log.write(`line ${line} of the records ${what} and set aside in ${aside} (${bytes.length} bytes)`);
  }
  const lines = damaged.filter(({ isCutOff }) => !isCutOff).length;
  if (lines === 0) return;
  notices.add(
    `${lines} ${lines === 1 ? "line of the records was" : "lines of the records were"} damaged and set aside in ${aside}; everything else was read, and what runs was adopted`,
  );
}

/** The log names every record; users see one notice for each kind, because all records of a kind may be affected. */
export function reportMisfits(misfits: readonly Misfit[], { paths, log, notices }: Reporting): void {
  const file = join(paths.records, RECORDS_FILE);
  const aside = join(paths.records, DAMAGED_FILE);
  for (const { key, reason } of misfits)
    log.write(`record ${key} in ${file}: ${reason}; set aside in ${aside}`);
  for (const kind of new Set(misfits.map((misfit) => misfit.kind))) {
    const [first, ...others] = misfits.filter((misfit) => misfit.kind === kind);
    const more = others.length === 0 ? "" : ` (and ${others.length} more of its kind)`;
    notices.add(
      `record ${first?.key}${more} in ${file} cannot be used: ${first?.reason}; it is set aside in ${aside}, and ${kinds[kind].lost}`,
    );
  }
}
