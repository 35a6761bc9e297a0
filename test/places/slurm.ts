import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { randomBytes, randomInt } from "node:crypto";
import { closeSync, mkdirSync, mkdtempSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll } from "vitest";
import { prepareInstance, type TestDaemon } from "../fixtures/daemon.ts";
import { freePort } from "../fixtures/free-port.ts";
import { waitFor } from "../fixtures/wait-for.ts";
import { need, programPath } from "../setup/need.ts";

/** A private Slurm: its own munged, controller and nodes, on ports of the loopback network. */
interface SlurmCluster {
  /** What its programs need to find it. */
  readonly env: { readonly SLURM_CONF: string };
  /** Runs one of Slurm's own programs; what it prints, trimmed. */
  tool(file: string, ...argv: string[]): string;
  /** Kills the daemon of a node with SIGKILL. */
  killNode(node: string): void;
  /** Starts a killed node again: it ends the jobs that the controller has given up. */
  startNode(node: string): void;
  stop(): Promise<void>;
}

interface ClusterOptions {
  /** Processors of node1 and node2; node3, which has priorities, has 2. */
  readonly cpus?: number;
  /** Seconds that a request of a program waits for its job. */
  readonly waitS?: number;
}

/** slurmd starts jobs of users, which only root can. */
export const canRunSlurm =
  need("munged", "slurmctld", "slurmd", "sbatch") && process.platform === "linux" && process.getuid?.() === 0;

/** The name of a group of tests, with the reason if they are skipped. */
export function withSlurm(name: string): string {
  return canRunSlurm ? name : `${name} (skipped: it needs Slurm, munge and root)`;
}

/** A cluster, and a daemon that places jobs there, for all tests of a describe. */
export function slurmForAll(options: ClusterOptions = {}): {
  readonly near: TestDaemon;
  readonly cluster: SlurmCluster;
} {
  const near = prepareInstance();
  let cluster: SlurmCluster | undefined;
  beforeAll(async () => {
    cluster = await startSlurm(options);
    Object.assign(near.env, cluster.env, options.waitS && { MULLION_PLACE_WAIT_S: String(options.waitS) });
    await near.start();
  });
  afterAll(async () => {
    try {
      await near.stop();
    } finally {
      await cluster?.stop();
    }
  });
  return {
    near,
    get cluster() {
      if (!cluster) throw new Error("the cluster has not started");
      return cluster;
    },
  };
}

const NODES = ["node1", "node2", "node3"] as const;

async function startSlurm(options: ClusterOptions): Promise<SlurmCluster> {
  const dir = mkdtempSync(join(process.env.MULLION_TEST_RUN!, "s"));
  const at = (name: string) => join(dir, name);
  mkdirSync(at("state"));
  writeFileSync(at("munge.key"), randomBytes(1024), { mode: 0o400 });
  writeFileSync(at("slurm.conf"), await configuration(at, options), { mode: 0o644 });
  const env = { SLURM_CONF: at("slurm.conf") };
  const start = (file: Parameters<typeof programPath>[0], log: string, ...argv: string[]): ChildProcess => {
    const output = openSync(at(log), "a");
    const child = spawn(programPath(file), argv, {
      env: { PATH: process.env.PATH, ...env },
      stdio: ["ignore", output, output],
    });
    closeSync(output);
    return child;
  };
  const munge = ["-S", at("munge.sock"), `--key-file=${at("munge.key")}`, `--pid-file=${at("munged.pid")}`];
  const files = [`--seed-file=${at("seed")}`, `--log-file=${at("munged.log")}`];
  const munged = start("munged", "out.log", "-F", "--force", ...munge, ...files);
  const controller = start("slurmctld", "out.log", "-D", "-c", "-f", env.SLURM_CONF);
  const startNode = (node: string) => start("slurmd", "out.log", "-D", "-N", node, "-f", env.SLURM_CONF);
  const nodes = new Map(NODES.map((node) => [node as string, startNode(node)]));
  const tool = (file: string, ...argv: string[]) =>
    execFileSync(file, argv, { encoding: "utf8", env: { PATH: process.env.PATH, ...env } }).trim();
  const complaint = () => `Slurm to be ready: ${readFileSync(at("out.log"), "utf8").slice(-2000)}`;
  await waitFor(
    () => attemptTool(() => tool("sinfo", "-h", "-N", "-p", "all", "-t", "idle").split("\n").length === 3),
    complaint,
  );
  return {
    env,
    tool,
    killNode: (node) => void nodes.get(node)?.kill("SIGKILL"),
    startNode: (node) => void nodes.set(node, startNode(node)),
    async stop() {
      attemptTool(() => tool("scancel", "--user=root"));
      await waitFor(() => attemptTool(() => tool("squeue", "-h") === ""), "the jobs to be gone", 40_000);
      for (const child of [...nodes.values(), controller, munged]) await ended(child);
    },
  };
}

function attemptTool<T>(run: () => T): T | undefined {
  try {
    return run();
  } catch {
    return undefined; // The controller does not answer yet.
  }
}

function ended(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve();
    child.on("close", () => resolve());
    child.kill("SIGTERM");
  });
}

async function configuration(at: (name: string) => string, { cpus = 16 }: ClusterOptions): Promise<string> {
  const ports = await Promise.all(["controller", ...NODES].map(freePort));
  const nodes = NODES.map(
    (node, index) =>
      `NodeName=${node} NodeHostname=localhost NodeAddr=127.0.0.1 Port=${ports[index + 1]} CPUs=${node === "node3" ? 2 : cpus}`,
  );
  return [
    "ClusterName=test",
    "SlurmctldHost=localhost(127.0.0.1)",
    `SlurmctldPort=${ports[0]}`,
    "SlurmUser=root",
    "SlurmdUser=root",
    "AuthType=auth/munge",
    "CredType=cred/munge",
    `AuthInfo=socket=${at("munge.sock")}`,
    // Ids name directories in /tmp of the node, which other clusters of this machine use too.
    `FirstJobId=${randomInt(1, 60_000) * 1000}`,
    "MpiDefault=none",
    "ProctrackType=proctrack/linuxproc",
    "TaskPlugin=task/none",
    "SwitchType=switch/none",
    "JobAcctGatherType=jobacct_gather/none",
    "AccountingStorageType=accounting_storage/none",
    "JobCompType=jobcomp/none",
    `SlurmctldPidFile=${at("slurmctld.pid")}`,
    `SlurmdPidFile=${at("slurmd-%n.pid")}`,
    `SlurmdSpoolDir=${at("spool-%n")}`,
    `StateSaveLocation=${at("state")}`,
    `SlurmctldLogFile=${at("slurmctld.log")}`,
    `SlurmdLogFile=${at("slurmd-%n.log")}`,
    "SchedulerType=sched/backfill",
    "SchedulerParameters=sched_interval=1,bf_interval=1,batch_sched_delay=0,sched_min_interval=0",
    "SelectType=select/cons_tres",
    "SelectTypeParameters=CR_CPU",
    "PreemptType=preempt/partition_prio",
    "PreemptMode=REQUEUE",
    "ReturnToService=1",
    "SlurmdParameters=config_overrides",
    "KillWait=15",
    "SlurmdTimeout=10",
    "MinJobAge=300",
    ...nodes,
    "PartitionName=main Nodes=node1,node2 Default=YES PriorityTier=1",
    "PartitionName=all Nodes=ALL PriorityTier=1",
    "PartitionName=low Nodes=node3 PriorityTier=1 PreemptMode=REQUEUE",
    "PartitionName=lowest Nodes=node3 PriorityTier=1 PreemptMode=CANCEL",
    "PartitionName=high Nodes=node3 PriorityTier=10 PreemptMode=OFF",
    "",
  ].join("\n");
}
