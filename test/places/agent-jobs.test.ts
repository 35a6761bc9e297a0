import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { type AnyEvent, type Client, connect } from "../../src/client/index.ts";
import { MullionSubstrate } from "../../src/library/mullion-substrate.ts";
import { outputOf } from "../fixtures/output-of.ts";
import { waitFor } from "../fixtures/wait-for.ts";
import { untilExit } from "../hosts/until-exit.ts";
import { callTool, openMcp, resultOf } from "../mcp/mcp-client.ts";
import { canRunSlurm, slurmForAll, withSlurm } from "./slurm.ts";

const QUICK = "-t 10 -o /dev/null";
/** Only one such job runs at a time. */
const ALONE = `slurm:${QUICK} -p all -w node3 -c 2`;

describe.runIf(canRunSlurm)(withSlurm("agents in jobs of a real Slurm"), { timeout: 90_000 }, () => {
  const slurm = slurmForAll({ waitS: 8 });
  const { near } = slurm;
  const socket = join(near.dir, "m/daemon.sock");
  const open: Client[] = [];
  afterEach(() => {
    for (const client of open.splice(0)) client.close();
    slurm.cluster.tool("scancel", "--user=root");
  });

  async function team(sessionHint: string): Promise<Client> {
    const events = ["context_exited", "mullion.context_spawned", "mullion.agent_state_changed"] as const;
    const client = await connect({ socket, env: near.env, sessionHint, reach: "all", hosts: true, events });
    open.push(client);
    return client;
  }

  const spawn = (client: Client, place: string, command = ["cat"]) =>
    client
      .call("spawn_agent", { command, metadata: { name: "agent", place } })
      .then((done) => done.context_id);
  const jobOf = (id: string) => /^slurm-(\d+)\/ctx_\d+$/.exec(id)?.[1] ?? "";
  const queue = () => slurm.cluster.tool("squeue", "-h", "-o", "%i").split("\n").filter(Boolean);

  test("run in a job each, belong to the team, and end with their job", async () => {
    const file = join(near.dir, "hint");
    await outputOf(
      near.run("run", "--", "sh", "-c", `echo $CLAUDE_PANE_BACKEND_SESSION_ID >${file}; exec cat`),
    );
    const hint = await waitFor(
      () => (existsSync(file) ? readFileSync(file, "utf8").trim() : ""),
      "the leader",
    );
    const client = await team(hint);
    const events = client.events();
    const [leader = ""] = (await client.call("list")).contexts;
    const look = [
      "sh",
      "-c",
      'echo "job $SLURM_JOB_ID"; echo "$PWD"; echo "${MULLION_PLACE-no place}"; exec cat',
    ];
    const ids = await Promise.all([0, 1].map(() => spawn(client, `slurm:${QUICK} -w node1`, look)));
    expect(new Set(ids.map(jobOf)).size).toBe(2);
    expect((await client.call("list")).contexts.sort()).toEqual([leader, ...ids].sort());
    for (const context_id of ids) {
      await client.call("mullion.wait", { context_id, until: { kind: "text", text: "place" } });
      const { text } = await client.call("capture", { context_id });
      expect(text.trimEnd().split("\n")).toEqual([`job ${jobOf(context_id)}`, near.env.HOME, "no place"]);
    }
    const [first = "", second = ""] = ids;
    slurm.cluster.tool("scancel", jobOf(first));
    const read = await untilExit(events, first);
    expect(read.at(-1)).toMatchObject({ params: { context_id: first, exit_code: 129, signal: "SIGHUP" } });
    expect(spawned(read)).toEqual(expect.arrayContaining(ids.map((id) => [id, `slurm-${jobOf(id)}`])));
    expect((await client.call("list")).contexts).toEqual([leader, second]);
    await expect(client.call("capture", { context_id: first })).rejects.toMatchObject({
      message: expect.stringContaining(`slurm-${jobOf(first)} was cancelled`),
    });
  });

  test("whose job is queued are an error in time that names the job, and the next request gets the same job", async () => {
    const client = await team("patient");
    const full = await spawn(client, ALONE);
    const began = Date.now();
    const late = await spawn(client, ALONE).catch((error: Error) => error);
    expect(Date.now() - began).toBeLessThan(20_000);
    expect(late).toMatchObject({ code: "host-unreachable" });
    const sentence =
      /^slurm-(\d+) is queued, 0 ahead \(.+\): ask for the same place again .* mullion place rm slurm-\1$/;
    const [, job = ""] = sentence.exec((late as Error).message) ?? [];
    expect(job, String(late)).not.toBe("");
    expect(queue()).toEqual(expect.arrayContaining([job, jobOf(full)]));
    const stranger = spawn(await team("stranger"), ALONE).catch((error: Error) => error);
    await near.kill9();
    slurm.cluster.tool("scancel", jobOf(full));
    const again = await team("patient");
    expect(jobOf(await placed(() => spawn(again, ALONE)))).toBe(job);
    await stranger;
    expect(queue().filter((each) => each === job)).toHaveLength(1);
  });

  test("of a caller that disconnects leave no job, and a wrong option is Slurm's own sentence", async () => {
    const client = await team("hasty");
    const before = queue();
    await expect(spawn(client, "slurm:-p nowhere")).rejects.toThrow("invalid partition specified");
    await expect(spawn(client, "slurm:--array=1-3")).rejects.toThrow("leave out --array");
    const full = await spawn(client, ALONE);
    const hasty = await team("hasty");
    const waiting = spawn(hasty, ALONE).catch(() => {});
    const added = () => queue().filter((job) => !before.includes(job) && job !== jobOf(full));
    await waitFor(() => added().length === 1, "the job of the caller");
    hasty.close();
    await waiting;
    await waitFor(() => added().length === 0, "the job to be cancelled");
    const missing = await spawn(client, `slurm:${QUICK}`, ["/nonexistent"]).catch((error: Error) => error);
    expect(missing).toMatchObject({ code: "no-such-program" });
    const [kept] = added();
    expect(jobOf(await spawn(client, `slurm:${QUICK}`))).toBe(kept);
  });

  test("whose request still waits when everything ends leave no job, and their caller learns why", async () => {
    const client = await team("ended");
    const full = await spawn(client, ALONE);
    const waiting = spawn(client, ALONE).catch((error: Error) => error);
    const job = await waitFor(() => queue().find((each) => each !== jobOf(full)), "the job that waits");
    const down = await near.run("down", "--force", "--json");
    expect(JSON.parse(down.stdout)).toMatchObject({ daemon: true, jobs: 1 });
    expect(await waiting).toMatchObject({
      code: "start-failed",
      message: `the daemon was ended, and its panes with it (mullion down); slurm-${job} is cancelled`,
    });
    expect(queue()).toEqual([jobOf(full)]);
    await near.start();
  });

  test("are started by MCP and by the Substrate too, which see jobs that begin later", async () => {
    const wide = await openMcp(near, "stdio", { allHosts: true });
    const tools = await openMcp(near, "stdio", { hint: "tools" });
    const { id } = await resultOf(tools, "spawn", { command: ["cat"], place: `slurm:${QUICK}` });
    expect(jobOf(id)).not.toBe("");
    const entry = expect.objectContaining({ id, host: `slurm-${jobOf(id)}` });
    expect((await resultOf(wide, "list")).panes).toContainEqual(entry);
    expect(await callTool(tools, "spawn", { command: ["cat"], place: "slurm:-p nowhere" })).toMatchObject({
      isError: true,
    });
    const substrate = await MullionSubstrate.open({ socket, env: near.env });
    const session = await substrate.spawnSession("far", ["cat"], { place: `slurm:${QUICK}` });
    expect(session.name).toBe(`${session.host}/far`);
    await substrate.sendCommand(session.name, "typed");
    await substrate.waitFor(session.name, { text: "typed" }, { timeoutMs: 20_000 });
    expect(await outputOf(near.run("ls", "--all-hosts"))).toContain(`${session.host}/`);
    await Promise.all([wide.close(), tools.close(), substrate.close()]);
  });

  /** A program that repeats its request while its job waits. */
  async function placed(start: () => Promise<string>): Promise<string> {
    for (;;) {
      const done = await start().catch((error: Error & { code?: string }) => error);
      if (typeof done === "string") return done;
      if (done.code !== "host-unreachable") throw done;
    }
  }
});

function spawned(events: readonly AnyEvent[]): unknown[] {
  return events.flatMap(({ method, params }) =>
    method === "mullion.context_spawned" ? [[params.context_id, params.metadata.place]] : [],
  );
}
