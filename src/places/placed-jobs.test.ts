import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import type { Engine, JobOrder, JobReport } from "./engine.ts";
import { describeJob, PlacedJobs } from "./placed-jobs.ts";
import { PlacedJobsFile } from "./placed-jobs-file.ts";

const directory = mkdtempSync(join(tmpdir(), "places-"));
const path = join(directory, "places.json");
afterEach(() => {
  for (const each of [path, `${path}.new`]) rmSync(each, { recursive: true, force: true });
});

const ENDED: JobReport = { state: { kind: "ended", how: "failed" }, restarts: 0 };

/** An engine whose queue is a map, so that every state can be had at once. */
function engineOf(queue: Map<string, JobReport>): Engine {
  return {
    name: "test",
    title: "Test",
    submit: async () => {
      const job = String(queue.size + 1);
      queue.set(job, { state: { kind: "queued", ahead: 3, reason: "Priority" }, restarts: 0 });
      return job;
    },
    look: async (jobs) => new Map([...queue].filter(([job]) => jobs.includes(job))),
    whyRestarted: async ({ node }) => `its node ${node} failed`,
    outputOf: async () => "first\nthe reason\x1b[2J\n",
    cancel: async () => {},
    link: (job) => ({ command: ["link", job], hides: "" }),
  };
}

function setUp(queue = new Map<string, JobReport>()) {
  const engine = engineOf(queue);
  const lost: string[] = [];
  let now = 1_000_000 - Date.now();
  let started = 0;
  const jobs = new PlacedJobs({
    file: new PlacedJobsFile(path),
    engines: [engine],
    environment: new Map(),
    onRunning: () => started++,
    complaintsOf: () => undefined,
    onLost: (name) => lost.push(name),
    now: () => now + Date.now(),
  });
  const place = (request: string) =>
    jobs.place({
      engine,
      request,
      options: ["-p", "x"],
      environment: new Map(),
      cwd: "/",
      program: "mullion",
    });
  const look = async (job: string, report: JobReport) => {
    queue.set(job, report);
    now += 10_000;
    await jobs.refresh();
  };
  /** Runs when the engine has accepted the next job. */
  const onSubmit = (then: () => void) => {
    const { submit } = engine;
    Object.assign(engine, {
      submit: (order: JobOrder) =>
        submit(order).then((job) => {
          then();
          return job;
        }),
    });
  };
  const later = (ms: number) => (now += ms);
  return { jobs, lost, place, look, queue, later, onSubmit, started: () => started };
}

test("a job is queued, runs as a host, is requeued, and ends, each with its sentence", async () => {
  const { jobs, lost, place, look } = setUp();
  expect(await place("r1")).toBe("test-1");
  expect(describeJob(jobs.named("test-1"))).toBe("test-1 is queued, 3 ahead (Priority)");
  expect(jobs.hosts()).toEqual([]);
  await look("1", { state: { kind: "running", node: "n1", endsAt: undefined }, restarts: 0 });
  expect(jobs.hosts()).toEqual([{ name: "test-1", command: ["link", "1"], hides: "" }]);
  await look("1", { state: { kind: "queued", ahead: 0, reason: "BeginTime" }, restarts: 1 });
  expect(lost).toEqual(["test-1"]);
  expect(describeJob(jobs.named("test-1"))).toBe(
    "test-1 is queued, 0 ahead (BeginTime); it was requeued before (its node n1 failed), and its panes then are gone",
  );
  await look("1", ENDED);
  expect(describeJob(jobs.named("test-1"))).toContain("test-1 failed: first; the reason\\u001b[2J");
  expect(jobs.living).toBe(0);
  jobs.stop();
});

test("a job whose programs end slowly after its link was cut is known to have ended some seconds after its end", async () => {
  vi.useFakeTimers();
  try {
    const queue = new Map<string, JobReport>();
    const { jobs, place, look, lost } = setUp(queue);
    await place("a");
    await look("1", { state: { kind: "running", node: "n1", endsAt: undefined }, restarts: 0 });
    void jobs.onLinkLost("test-1");
    await vi.advanceTimersByTimeAsync(16_000);
    queue.set("1", ENDED);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(lost).toEqual(["test-1"]);
    jobs.stop();
  } finally {
    vi.useRealTimers();
  }
});

test("a repeated request finds its job, and the next daemon knows all jobs", async () => {
  const first = setUp();
  await first.place("r1");
  expect(await first.place("r1")).toBe("test-1");
  first.jobs.stop();
  const { jobs, place, later } = setUp(first.queue);
  expect(await place("r1")).toBe("test-1");
  expect(await place("r2")).toBe("test-2");
  expect(jobs.all().map(({ name }) => name)).toEqual(["test-1", "test-2"]);
  first.queue.clear();
  later(10_000);
  await jobs.refresh();
  expect(describeJob(jobs.named("test-1"))).toBe("test-1 is not known there any more");
  later(25 * 3_600_000);
  await place("r3");
  expect(jobs.all().map(({ name }) => name)).toEqual(["test-1"]);
  jobs.stop();
});

test("until its first look, a new daemon takes a job for what the last one knew", async () => {
  const { jobs, place, look, queue } = setUp();
  await place("r1");
  await look("1", { state: { kind: "running", node: "n1", endsAt: undefined }, restarts: 0 });
  jobs.stop();
  const next = setUp(queue).jobs;
  expect(next.hosts().map(({ name }) => name)).toEqual(["test-1"]);
  next.stop();
});

/** As on a full disk: the file cannot be written until the result is called. */
function withoutRoom(): () => void {
  mkdirSync(`${path}.new`);
  return () => rmSync(`${path}.new`, { recursive: true });
}

test("a job that cannot be recorded is not submitted, and the same request places it later", async () => {
  const { jobs, place, queue } = setUp();
  const makeRoom = withoutRoom();
  for (const _attempt of [1, 2])
    await expect(place("r1")).rejects.toThrow(/^no job is submitted, because it cannot be recorded: EISDIR/);
  expect(queue.size).toBe(0);
  makeRoom();
  expect(await place("r1")).toBe("test-1");
  jobs.stop();
});

test("a disk that fills up later costs no job, and the records follow when there is room", async () => {
  const { jobs, place, look, queue, started, onSubmit } = setUp();
  let makeRoom = () => {};
  onSubmit(() => (makeRoom = withoutRoom()));
  expect(await place("r1")).toBe("test-1");
  const running: JobReport = { state: { kind: "running", node: "n1", endsAt: undefined }, restarts: 0 };
  await look("1", running);
  expect(started()).toBe(1);
  expect(new PlacedJobsFile(path).read()).toMatchObject([{ job: "", node: "" }]);
  makeRoom();
  await look("1", running);
  jobs.stop();
  expect(new PlacedJobsFile(path).read()).toMatchObject([{ job: "1", node: "n1" }]);
  expect(queue.size).toBe(1);
});

test("a request whose submission was cut off is not submitted twice", async () => {
  const { jobs, place } = setUp();
  await place("r1");
  jobs.stop();
  writeFileSync(path, readFileSync(path, "utf8").replace('"job": "1"', '"job": ""'));
  const next = setUp();
  await expect(next.place("r1")).rejects.toThrow("the daemon died while it submitted the job");
  next.jobs.stop();
});

test.each(["", "no json", "{}", '[1, {"engine": 3}]'])("a damaged file %j holds no jobs", (text) => {
  writeFileSync(path, text);
  expect(new PlacedJobsFile(path).read()).toEqual([]);
});
