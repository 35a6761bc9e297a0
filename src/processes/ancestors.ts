import { statFields } from "./platform.ts";

const MAX_ANCESTORS = 64;

/** The ancestors of a process up to this one, nearest first. Undefined if it is none of them, or without /proc. */
export function ancestorsUpTo(pid: number, top: number): number[] | undefined {
  const found: number[] = [];
  for (let each = pid; each !== top; ) {
    each = Number(statFields(each)?.[1] ?? 0);
    if (each <= 1 || found.length === MAX_ANCESTORS) return undefined;
    found.push(each);
  }
  return found;
}
