import {
  listedProcesses,
  processFile,
  processLink,
  psLines,
  statFields,
  TICKS_PER_SECOND,
} from "./platform.ts";

/** One process, as far as the system reports it. */
export interface ProcessRow {
  readonly pid: number;
  readonly parent: number;
  /** Id of the session's leader; 0 if the system does not report it. */
  readonly session: number;
  readonly memoryBytes: number;
  /** Of all its threads, since the process started. */
  readonly cpuMs: number;
}

const KIB = 1024;

/** Every process, from /proc, or from ps on systems without /proc. */
export async function processTable(): Promise<ProcessRow[]> {
  const listed = listedProcesses();
  if (listed) return listed.flatMap((pid) => rowOf(pid) ?? []);
  return (await psLines()).flatMap((line) => parsePsLine(line) ?? []);
}

/** A process, all its descendants, and the orphaned processes of its session. */
export function familyOf(pid: number, table: readonly ProcessRow[]): ProcessRow[] {
  const family = new Set([pid]);
  for (let size = 0; size !== family.size; ) {
    size = family.size;
    for (const row of table)
      if (family.has(row.parent) || (row.session !== 0 && row.session === pid)) family.add(row.pid);
  }
  return table.filter((row) => family.has(row.pid));
}

/** A process's command line, words terminated by NUL; undefined if unavailable. */
export function commandLineOf(pid: number): string | undefined {
  return processFile(pid, "cmdline");
}

export function argumentsOf(pid: number): string[] {
  return (commandLineOf(pid) ?? "").split("\0").slice(0, -1);
}

/** Target of the process's standard output: the path of a terminal, `pipe:[…]` …; undefined if unavailable. */
export function outputOf(pid: number): string | undefined {
  return processLink(pid, "fd/1");
}

function rowOf(pid: number): ProcessRow | undefined {
  const fields = statFields(pid);
  if (!fields || fields[0] === "Z" || fields[0] === "X") return undefined;
  const [parent, session, user, system] = [1, 3, 11, 12].map((index) => Number(fields[index]));
  return {
    pid,
    parent: parent!,
    session: session!,
    memoryBytes: residentBytes(pid),
    cpuMs: ((user! + system!) * 1_000) / TICKS_PER_SECOND,
  };
}

function residentBytes(pid: number): number {
  const status = processFile(pid, "status") ?? "";
  return Number(/^VmRSS:\s*(\d+) kB/m.exec(status)?.[1] ?? 0) * KIB;
}

/** `1234 1 2048 1-02:03:04.50`: the days, hours and fractions may be absent. */
export function parsePsLine(line: string): ProcessRow | undefined {
  const [, pid, parent, kib, days = "0", rest] =
    /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(?:(\d+)-)?([\d:.]+)\s*$/.exec(line) ?? [];
  if (rest === undefined) return undefined;
  const seconds = rest.split(":").reduce((sum, part) => sum * 60 + Number(part), 0);
  return {
    pid: Number(pid),
    parent: Number(parent),
    session: 0,
    memoryBytes: Number(kib) * KIB,
    cpuMs: (Number(days) * 86_400 + seconds) * 1_000,
  };
}
