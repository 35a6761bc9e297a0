import { expect, test } from "vitest";
import { countAhead, parseAccounting, parseJobs } from "./slurm-jobs.ts";

/**
 * Lines in the form of squeue. States, times and reasons of jobs 1 to 10 and 12 are those of a real Slurm 22.05; jobs 11, 13
 * and 14 (TIMEOUT, COMPLETING, OUT_OF_MEMORY) are written by hand.
 */
const PRINTED = `1|RUNNING|0|1794829373|main|4294901759|node1|None|
2|PENDING|1|1794829508|low|4294901758||BeginTime|
3|PENDING|0|Unknown|low|4294901757||Nodes required for job are DOWN, DRAINED or reserved for jobs in higher priority partitions|
8|PREEMPTED|0|1794829311|lowest|4294901752|node3|None|
10|NODE_FAIL|0|1794829315|main|4294901750|node2|NodeDown|
11|TIMEOUT|0|1794829315|main|4294901749|node2|TimeLimit|
12|CANCELLED|0|1794829316|main|4294901748|node[1-2]|None|
13|COMPLETING|0|4294967295|main|4294901747|node1|None|
14|OUT_OF_MEMORY|0|1794829316|main|4294901746|node1|OutOfMemory|
`;

test("each state that squeue prints is what it is", () => {
  expect(parseJobs(PRINTED).map(({ job, state, restarts }) => [job, restarts, state])).toEqual([
    ["1", 0, { kind: "running", node: "node1", endsAt: 1_794_829_373_000 }],
    ["2", 1, { kind: "queued", ahead: undefined, reason: "BeginTime" }],
    [
      "3",
      0,
      { kind: "queued", ahead: undefined, reason: expect.stringMatching(/^Nodes required .* partitions$/) },
    ],
    ["8", 0, { kind: "ended", how: "preempted" }],
    ["10", 0, { kind: "ended", how: "node-failure" }],
    ["11", 0, { kind: "ended", how: "time-limit" }],
    ["12", 0, { kind: "ended", how: "cancelled" }],
    ["13", 0, { kind: "running", node: "node1", endsAt: undefined }],
    ["14", 0, { kind: "ended", how: "out-of-memory" }],
  ]);
});

test("a reason may hold anything, and lines of another form are left out", () => {
  const strange =
    "7|PENDING|0|N/A|main|1||a|b \x1b]0;title\x07|\nslurm_load_jobs error\n9_[1-3]|PENDING|0|N/A|main|1||x|\n";
  expect(parseJobs(strange).map(({ job, state }) => [job, state])).toEqual([
    ["7", { kind: "queued", ahead: undefined, reason: "a|b \\u001b]0;title\\u0007" }],
  ]);
});

test("jobs of the same partition with a higher priority are ahead, and older ones with the same", () => {
  const waiting = parseJobs(
    [
      "4|PENDING|0|N/A|main|9||x|",
      "5|PENDING|0|N/A|main|5||x|",
      "6|PENDING|0|N/A|main|5||x|",
      "7|PENDING|0|N/A|gpu|9||x|",
    ].join("\n"),
  );
  expect(waiting.map((job) => countAhead(job, waiting))).toEqual([0, 1, 2, 0]);
});

test("accounting knows how jobs ended that squeue has forgotten", () => {
  const reports = parseAccounting("12|CANCELLED by 0\n13|COMPLETED\n13.batch|COMPLETED\n14|RUNNING\n");
  expect([...reports]).toEqual([
    ["12", { state: { kind: "ended", how: "cancelled" }, restarts: 0 }],
    ["13", { state: { kind: "ended", how: "finished" }, restarts: 0 }],
  ]);
});
