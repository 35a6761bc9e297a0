import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { openTerminal } from "../attach/outer-terminal.ts";
import { outputOf } from "../fixtures/output-of.ts";
import { runProgram } from "../fixtures/run-program.ts";
import { waitFor } from "../fixtures/wait-for.ts";
import { processesOf } from "../setup/left-behind.ts";
import { canRunSlurm, slurmForAll, withSlurm } from "./slurm.ts";

interface ShownPlace {
  readonly name: string;
  readonly job: string;
  readonly state: string;
  readonly node: string;
  readonly panes?: number;
  readonly ends?: number;
  readonly ahead?: number;
  readonly requeued?: string;
  readonly restarts: number;
  readonly ended?: { readonly how: string; readonly detail: string };
}

describe.runIf(canRunSlurm)(withSlurm("jobs of a real Slurm"), () => {
  const slurm = slurmForAll();
  const { near } = slurm;
  const call = async (...argv: string[]) => (await outputOf(near.run(...argv))).replace(/\n$/, "");
  const places = async () =>
    (JSON.parse(await call("place", "ls", "--json")) as { places: ShownPlace[] }).places;
  const placeNamed = async (name: string) => (await places()).find((place) => place.name === name);
  const inState = (name: string, state: string) =>
    waitFor(async () => {
      const place = await placeNamed(name);
      return place?.state === state ? place : undefined;
    }, `${name} to be ${state}`);
  /** Places a job with a program, and resolves to its pane and its name. */
  const place = async (options: string, ...program: string[]) => {
    const outcome = await near.run("run", "--on", `slurm:-t 10 -o /dev/null ${options}`, "--", ...program);
    expect(outcome).toMatchObject({ status: 0 });
    const pane = outcome.stdout.trim();
    return { pane, name: pane.split("/")[0]!, job: pane.slice("slurm-".length).split("/")[0]!, outcome };
  };

  test("a program runs in a job: in the caller's directory, with the job's environment, and is used as on any host", async () => {
    const { pane, name, job, outcome } = await place(
      "-w node1",
      "sh",
      "-c",
      'echo "$SLURM_JOB_ID $PWD"; exec cat',
    );
    expect(pane).toBe(`slurm-${job}/%0`);
    expect(outcome.stderr).toMatch(
      new RegExp(`^(${name} is queued.*\n)?${name} runs on node1, (9|10) min left\n$`),
    );
    expect(await call("wait", pane, "--until", `match:${job} ${near.env.HOME}`, "-t", "10")).toContain(job);
    await call("send", pane, "--enter", "typed");
    await waitFor(
      async () => (await call("capture", pane)).includes("typed\ntyped"),
      "the echo and cat's answer",
    );
    expect(await call("ls", "--all-hosts")).toContain(`${name}/`);
    expect(await placeNamed(name)).toMatchObject({ state: "running", node: "node1", panes: 1 });
    expect(await call("place", "ls")).toMatch(new RegExp(`${name} +running +node1 +1 pane +9 min left`));
    expect(await call("place", "show", name)).toContain("submitted");
    const outer = await openTerminal(near, `mullion attach ${name}/; echo left $?; exec cat`);
    await outer.see("typed");
    outer.type("from a terminal\r");
    await outer.see(/from a terminal[\s\S]*from a terminal/);
    outer.type("\x02d");
    await outer.see("left 0");
    const second = await call("run", "--on", name, "--", "sh", "-c", "exit 7");
    expect(await call("wait", second)).toBe("7");
    await call("place", "rm", name);
    expect((await inState(name, "ended")).ended).toMatchObject({ how: "cancelled" });
  });

  test("a job has the Mullion of this machine, and is no host to upgrade", async () => {
    const { name } = await place("-w node1", "cat");
    expect(await near.run("host", "upgrade", "--all")).toMatchObject({ status: 0, stderr: "" });
    const { status, stderr } = await near.run("host", "upgrade", name);
    expect([status, stderr]).toEqual([
      1,
      `mullion: ${name} is a placed job, which runs the Mullion of its node\n`,
    ]);
    await call("place", "rm", name);
  });

  test("jobs spread over nodes, and two on one node share nothing", async () => {
    const jobs = await Promise.all([
      place("-w node1", "cat"),
      place("-w node1", "cat"),
      place("-w node2", "cat"),
    ]);
    expect(jobs.map(({ pane }) => pane.split("/")[1])).toEqual(["%0", "%0", "%0"]);
    const shown = await Promise.all(jobs.map(({ name }) => placeNamed(name)));
    expect(shown.map((each) => [each?.node, each?.panes])).toEqual([
      ["node1", 1],
      ["node1", 1],
      ["node2", 1],
    ]);
    await call("send", jobs[0]!.pane, "--enter", "only here");
    await call("wait", jobs[0]!.pane, "--until", "match:only here", "-t", "10");
    expect(await call("capture", jobs[1]!.pane)).not.toContain("only here");
    await call("place", "rm", ...jobs.map(({ name }) => name));
  });

  test("a job that waits says how many are ahead, and an interrupted caller leaves none behind", async () => {
    const full = await place("-p all -w node3 -c 2", "cat");
    const ahead = slurm.cluster.tool(
      "sbatch",
      "--parsable",
      "-p",
      "all",
      "-w",
      "node3",
      "-c2",
      "-t5",
      "-o/dev/null",
      "--wrap=:",
    );
    const waiting = runProgram(
      "timeout",
      [
        "-s",
        "INT",
        "3",
        join(import.meta.dirname, "../../bin/mullion"),
        "run",
        "--on",
        "slurm:-p all -w node3 -c 2 -t 5 -o /dev/null",
        "--",
        "cat",
      ],
      { env: near.env, cwd: near.env.HOME! },
    );
    const queued = await waitFor(
      async () => (await places()).find(({ ahead }) => ahead !== undefined),
      "a job to wait",
    );
    expect(queued.ahead).toBe(1);
    const late = await near.run("capture", `${queued.name}/%0`);
    expect(late).toMatchObject({
      status: 1,
      stderr: expect.stringContaining(`${queued.name} is queued, 1 ahead`),
    });
    const { stderr } = await waiting;
    expect(stderr).toContain(`${queued.name} is queued, 1 ahead`);
    expect((await inState(queued.name, "ended")).ended?.how).toBe("cancelled");
    slurm.cluster.tool("scancel", ahead, full.job);
  });

  test("mullion down cancels a job whose call still waits, and says which jobs go on", async () => {
    const full = await place("-p all -w node3 -c 2", "cat");
    const waiting = near.run("run", "--on", "slurm:-p all -w node3 -c 2 -t 5 -o /dev/null", "--", "cat");
    const queued = await waitFor(
      async () => (await places()).find(({ state }) => state === "queued"),
      "a job to wait",
    );
    const down = await near.run("down", "--force", "--json");
    expect(JSON.parse(down.stdout)).toMatchObject({ daemon: true, jobs: 1 });
    const { status, stderr } = await waiting;
    expect([status, stderr]).toEqual([
      1,
      expect.stringContaining(`(mullion down); ${queued.name} is cancelled\n`),
    ]);
    expect(slurm.cluster.tool("squeue", "--noheader", "--format=%i")).toBe(full.job);
    expect((await placeNamed(full.name))?.state).toBe("running");
    expect(await call("down", "--force")).toContain(
      "Placed jobs go on: 1 (mullion place ls, mullion place rm).",
    );
    await call("place", "rm", full.name);
  });

  test("a cancelled job ends its programs cleanly, and a call that waits learns what happened", async () => {
    const file = join(near.dir, "last-words");
    const { pane, name, job } = await place(
      "",
      "sh",
      "-c",
      `trap 'echo saved >${file}; exit' HUP; echo ready; while :; do sleep 1; done`,
    );
    await call("wait", pane, "--until", "match:ready", "-t", "10");
    const waiting = near.run("wait", pane, "-t", "25");
    slurm.cluster.tool("scancel", job);
    const { status, stderr } = await waiting;
    expect(status).not.toBe(0);
    expect(stderr).toMatch(/was cancelled|ended/);
    await waitFor(() => readable(file) === "saved\n", "the program's last words");
    expect((await inState(name, "ended")).ended?.how).toBe("cancelled");
    const later = await near.run("capture", pane);
    expect(later).toMatchObject({ status: 1, stderr: expect.stringContaining(`${name} was cancelled on `) });
    expect(await call("place", "rm", name)).toBe(`${name} is forgotten.`);
    expect(await placeNamed(name)).toBeUndefined();
  });

  test("Slurm's signal before the time limit warns the owners of all panes", async () => {
    const { pane, name, job } = await place("", "cat");
    slurm.cluster.tool("scancel", "--batch", "--signal=USR2", job);
    const warned = () => near.run("explain", pane);
    await waitFor(async () => (await warned()).stdout.includes("reaches its time limit"), "the warning");
    expect(await call("ls", "--host", name)).toContain(`Slurm job ${job} reaches its time limit`);
    const { agents } = JSON.parse(await call("agents", "--host", name, "--all", "--json")) as {
      agents: { agent: { state: string } }[];
    };
    expect(agents[0]?.agent.state).toBe("waiting");
    await call("place", "cancel", name);
  });

  test("a wrong option is Slurm's own sentence, and a job that cannot run its daemon says why", async () => {
    const refused = await near.run("run", "--on", "slurm:-p nowhere", "--", "cat");
    expect(refused).toMatchObject({
      status: 1,
      stderr: expect.stringContaining("invalid partition specified"),
    });
    const many = await near.run("run", "--on", "slurm:--array=1-3", "--", "cat");
    expect(many).toMatchObject({ status: 1, stderr: expect.stringContaining("leave out --array") });
    const output = join(near.dir, "job-output");
    const failed = await near.run(
      "run",
      "--on",
      `slurm:-t 5 -o ${output} --export=PATH=/nowhere`,
      "--",
      "cat",
    );
    expect(failed.status).toBe(1);
    expect(failed.stderr).toMatch(/slurm-\d+ failed( on node\d)?: .*not found/);
  });

  test("jobs of a node that fails end, or wait again, with the reason", async () => {
    const fixed = await place("-w node2 --no-requeue", "cat");
    const again = await place("-w node2 --requeue", "cat");
    slurm.cluster.tool("scontrol", "update", "NodeName=node2", "State=DOWN", "Reason=test");
    expect((await inState(fixed.name, "ended")).ended?.how).toBe("node-failure");
    expect(await inState(again.name, "queued")).toMatchObject({
      restarts: 1,
      requeued: "its node node2 failed",
    });
    expect((await near.run("capture", again.pane)).stderr).toContain(
      "it was requeued before (its node node2 failed)",
    );
    await call("place", "rm", again.name);
    slurm.cluster.tool("scontrol", "update", "NodeName=node2", "State=RESUME");
  });

  test("a job whose script is killed leaves no process on its node, and the next job removes its directory", async () => {
    const { name, job } = await place("", "cat");
    const script = processesOf(near.dir).find(({ command }) => command.includes(`job${job}/slurm_script`));
    process.kill(script?.pid ?? 0, "SIGKILL");
    const left = () => processesOf(directoryOf(job));
    await waitFor(
      () => left().length === 0,
      () => `nothing to be left: ${left().map(({ command }) => command)}`,
    );
    expect((await inState(name, "ended")).ended?.how).toBe("failed");
    expect(existsSync(directoryOf(job))).toBe(true);
    const [living, next] = [await place("-w node1", "cat"), await place("-w node1", "cat")];
    expect([job, living.job, next.job].map((each) => existsSync(directoryOf(each)))).toEqual([
      false,
      true,
      true,
    ]);
    await call("place", "rm", living.name, next.name);
    await waitFor(
      () => !existsSync(directoryOf(living.job)) && !existsSync(directoryOf(next.job)),
      "cancelled jobs to remove their directories",
    );
  });

  test("preempted jobs end, or wait again, with the reason", async () => {
    const weak = await place("-p lowest -c 2 --no-requeue", "cat");
    const strong = await place("-p high -c 2", "cat");
    expect((await inState(weak.name, "ended")).ended?.how).toBe("preempted");
    await call("place", "rm", strong.name);
    await inState(strong.name, "ended");
    const back = await place("-p low -c 2 --requeue", "cat");
    const stronger = await place("-p high -c 2", "cat");
    expect(await inState(back.name, "queued")).toMatchObject({ requeued: "another job preempted it" });
    await call("place", "rm", back.name, stronger.name);
    await inState(stronger.name, "ended");
    const silent = await place("-w node1 --requeue", "cat");
    slurm.cluster.tool("scontrol", "requeue", silent.job);
    expect(await inState(silent.name, "queued")).toMatchObject({ requeued: "scontrol requeued it" });
    const kept = await place(`-w node1 -o ${join(near.dir, "kept")} --requeue`, "cat");
    slurm.cluster.tool("scontrol", "requeue", kept.job);
    expect(await inState(kept.name, "queued")).toMatchObject({ requeued: "scontrol requeued it" });
    await call("place", "rm", silent.name, kept.name);
  });

  test("a job survives the death of the daemon here, before it runs and after", async () => {
    const full = await place("-p all -w node3 -c 2", "cat");
    const waiting = near.run("run", "--on", "slurm:-p all -w node3 -c 2 -t 5 -o /dev/null", "--", "cat");
    const queued = await waitFor(
      async () => (await places()).find(({ ahead }) => ahead !== undefined),
      "a job to wait",
    );
    await near.kill9();
    slurm.cluster.tool("scancel", full.job);
    expect((await waiting).stdout.trim()).toBe(`${queued.name}/%0`);
    await near.kill9();
    await call("send", `${queued.name}/%0`, "--enter", "still here");
    await call("wait", `${queued.name}/%0`, "--until", "match:still here", "-t", "10");
    expect((await places()).filter(({ state }) => state !== "ended").map(({ name }) => name)).toEqual([
      queued.name,
    ]);
    await call("place", "rm", queued.name);
  });
});

function directoryOf(job: string): string {
  return `/tmp/mullion-${process.getuid?.()}-slurm-${job}`;
}

function readable(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}
