import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { outputOf } from "../fixtures/output-of.ts";
import { waitFor } from "../fixtures/wait-for.ts";
import { processesOf } from "../setup/left-behind.ts";
import { canRunSlurm, slurmForAll, withSlurm } from "./slurm.ts";

interface Place {
  readonly name: string;
  readonly state: string;
  readonly panes?: number;
  readonly requeued?: string;
  readonly ended?: { readonly how: string };
}

const JOBS = Number(process.env.PLACED_JOBS ?? 200);

describe.runIf(canRunSlurm)(withSlurm("a Slurm that takes its time"), () => {
  const slurm = slurmForAll({ cpus: JOBS });
  const { near } = slurm;
  const call = (...argv: string[]) => outputOf(near.run(...argv, { timeoutMs: 120_000 }));
  const places = async () => (JSON.parse(await call("place", "ls", "--json")) as { places: Place[] }).places;
  const inState = (name: string, state: string, limitMs: number) =>
    waitFor(
      async () => {
        const place = (await places()).find((each) => each.name === name);
        return place?.state === state ? place : undefined;
      },
      `${name} to be ${state}`,
      limitMs,
    );
  const place = async (options: string, ...program: string[]) => {
    const argv = ["run", "--on", `slurm:-o /dev/null ${options}`, "--", ...program];
    const outcome = await near.run(...argv, { timeoutMs: 600_000 });
    expect(outcome).toMatchObject({ status: 0 });
    return outcome.stdout.trim();
  };
  const nameOf = (pane: string) => pane.slice(0, pane.indexOf("/"));

  test("at its time limit a job has warned its owners and ended its programs, before Slurm kills it", async () => {
    const file = join(near.dir, "last-words");
    const program = `trap 'date +%s >${file}; exit' HUP; echo ready; while :; do sleep 1; done`;
    const pane = await place("-t 2 --signal=B:USR2@80", "sh", "-c", program);
    const { ends } = (await places()).find(({ name }) => name === nameOf(pane)) as Place & { ends: number };
    await waitFor(
      async () => (await near.run("explain", pane)).stdout.includes("reaches its time limit"),
      "the warning",
      120_000,
    );
    const warned = Date.now();
    await waitFor(
      () => existsSync(file) && readFileSync(file, "utf8") !== "",
      "the end of the program",
      120_000,
    );
    const early = ends - Number(readFileSync(file, "utf8")) * 1000;
    console.log(
      `warned ${Math.round((ends - warned) / 1000)} s and ended ${early / 1000} s before the limit`,
    );
    expect(early).toBeGreaterThan(5_000);
    expect((await inState(nameOf(pane), "ended", 120_000)).ended?.how).toBe("time-limit");
  });

  test("a node whose daemon is killed is a node failure", async () => {
    const pane = await place("-t 10 -w node3 -p all --no-requeue", "cat");
    slurm.cluster.killNode("node3");
    expect((await inState(nameOf(pane), "ended", 300_000)).ended?.how).toBe("node-failure");
    expect((await near.run("capture", pane)).stderr).toContain("ended because its node failed on node3");
    slurm.cluster.startNode("node3");
    const script = `job${nameOf(pane).slice("slurm-".length)}/slurm_script`;
    const isRunning = () => processesOf(near.dir).some(({ command }) => command.includes(script));
    await waitFor(() => !isRunning(), "the node to end the job that it had", 60_000);
  });

  test(`${JOBS} jobs with their panes are in one ls`, async () => {
    const began = Date.now();
    const panes: string[] = [];
    const waiting = Array.from({ length: JOBS }, (_, index) => index);
    const placeSome = async () => {
      for (let index = waiting.pop(); index !== undefined; index = waiting.pop())
        panes.push(await place("-t 60 -c 1", "sh", "-c", `echo job ${index}; exec cat`));
    };
    await Promise.all(Array.from({ length: 8 }, placeSome));
    console.log(`${JOBS} jobs placed in ${((Date.now() - began) / 1000).toFixed(1)} s, eight at a time`);
    expect(new Set(panes).size).toBe(JOBS);
    const times: number[] = [];
    /** One `ls` of everything: how many jobs it shows with their own panes. */
    const look = async () => {
      const start = performance.now();
      const tree = JSON.parse(await call("ls", "--all-hosts", "--json")) as { hosts: { data?: object }[] };
      times.push(Math.round(performance.now() - start));
      const answered = tree.hosts.filter(({ data }) => data !== undefined);
      return new Set([...JSON.stringify(answered).matchAll(/job (\d+)/g)].map(([, index]) => index)).size;
    };
    await waitFor(async () => (await look()) === JOBS, "one ls with the panes of all jobs", 300_000);
    const first = times.length;
    for (let round = 0; round < 5; round++) console.log(`ls: ${await look()} jobs`);
    console.log(
      `all in ls number ${first}; ls --all-hosts --json: ${times.join(", ")} ms; ${memoryOf(near.pid())} MB in the daemon here`,
    );
    const start = performance.now();
    const shown = (await places()).filter(({ state }) => state === "running");
    console.log(`place ls: ${Math.round(performance.now() - start)} ms`);
    expect(shown.map((each) => each.panes)).toEqual(Array(JOBS).fill(1));
    const ending = Date.now();
    await call("place", "rm", ...shown.map(({ name }) => name));
    await waitFor(() => slurm.cluster.tool("squeue", "-h") === "", "the jobs to be gone", 300_000);
    console.log(`all ended ${((Date.now() - ending) / 1000).toFixed(1)} s after place rm`);
  });
});

function memoryOf(pid: number | undefined): number {
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Math.round(Number(kilobytes) / 1024);
}
