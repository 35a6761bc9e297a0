import { EventEmitter, once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { AgentJobs } from "./agent-jobs.ts";
import type { Engine, JobReport } from "./engine.ts";
import { PlacedJobs } from "./placed-jobs.ts";
import { PlacedJobsFile } from "./placed-jobs-file.ts";

const directory = mkdtempSync(join(tmpdir(), "agent-jobs-"));
afterAll(() => rmSync(directory, { recursive: true }));

const QUEUED: JobReport = { state: { kind: "queued", ahead: 0, reason: "Priority" }, restarts: 0 };

/** An engine with an endless queue, which answers a look when the test wants it. */
function slowEngine() {
  let submitted = 0;
  const signs = new EventEmitter();
  const answered = once(signs, "answer");
  const engine: Engine = {
    name: "test",
    title: "Test",
    submit: async () => String(++submitted),
    look: async (jobs) => {
      signs.emit("look");
      await answered;
      return new Map(jobs.map((job) => [job, QUEUED]));
    },
    whyRestarted: async () => undefined,
    outputOf: async () => "",
    cancel: async () => {},
    link: (job) => ({ command: ["link", job], hides: "" }),
  };
  return { engine, looking: once(signs, "look"), answer: () => signs.emit("answer") };
}

test("a second agent does not get the job that the engine has just accepted for the first", async () => {
  const { engine, looking, answer } = slowEngine();
  const jobs = new PlacedJobs({
    ...{ file: new PlacedJobsFile(join(directory, "places.json")), engines: [engine] },
    ...{ environment: new Map(), now: () => Date.now(), complaintsOf: () => undefined },
    ...{ onRunning() {}, onLost() {} },
  });
  let requests = 0;
  const agentJobs = new AgentJobs({
    ...{ jobs, waitMs: 100, newRequest: () => String(++requests) },
    link: () => expect.fail("no job runs"),
  });
  const claim = () =>
    agentJobs.claim({
      ...{ engine, team: "team", options: [], environment: new Map(), cwd: "/", program: "mullion" },
      gone: new AbortController().signal,
    });
  const sentence = (name: string) => ({
    kind: "late",
    sentence: expect.stringContaining(`${name} is queued`),
  });
  const first = claim();
  await looking;
  const second = claim();
  answer();
  expect(await Promise.all([first, second])).toEqual([sentence("test-1"), sentence("test-2")]);
  // Both are left for the next requests, in their order.
  expect(await Promise.all([claim(), claim()])).toEqual([sentence("test-1"), sentence("test-2")]);
  jobs.stop();
});
