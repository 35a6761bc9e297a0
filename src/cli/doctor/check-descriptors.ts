import { openFilesLimit, processEntries } from "../../processes/platform.ts";
import { bad, type Check, type Finding, good, note } from "./finding.ts";

/** Above this share of the limit, a few more panes would reach it. */
const MUCH = 0.8;

/** Compares the daemon's open files with its limit: each pane takes two. */
export const checkDescriptors: Check = {
  name: "open files",
  run: ({ tree }) => (tree === undefined ? [] : [explain(tree.daemon.pid)]),
};

function explain(pid: number): Finding {
  const limit = openFilesLimit(pid);
  const open = processEntries(pid, "fd")?.length;
  if (limit === undefined || open === undefined)
    return note("this system does not tell how many files the daemon has open");
  const text = `the daemon has ${open} of ${limit} open`;
  return open < MUCH * limit
    ? good(text)
    : bad(text, "raise the limit and let a new daemon take over: ulimit -n 65536; mullion upgrade");
}
