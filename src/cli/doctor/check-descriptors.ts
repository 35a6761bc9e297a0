import { readdirSync, readFileSync } from "node:fs";
import { bad, type Check, type Finding, good, note } from "./finding.ts";

/** Above this share of the limit, a few more panes would reach it. */
const MUCH = 0.8;

/** Compares the daemon's open files with its limit: each pane takes two. */
export const checkDescriptors: Check = {
  name: "open files",
  run: ({ tree }) => (tree === undefined ? [] : [explain(tree.daemon.pid)]),
};

function explain(pid: number): Finding {
  try {
    const limits = readFileSync(`/proc/${pid}/limits`, "latin1");
    const limit = Number(/^Max open files\s+(\d+)/m.exec(limits)?.[1]);
    const open = readdirSync(`/proc/${pid}/fd`).length;
    const text = `the daemon has ${open} of ${limit} open`;
    return open < MUCH * limit
      ? good(text)
      : bad(text, "raise the limit and let a new daemon take over: ulimit -n 65536; mullion upgrade");
  } catch {
    return note("this system does not tell how many files the daemon has open");
  }
}
