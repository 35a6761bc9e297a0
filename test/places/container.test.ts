import { type ChildProcess, spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { prepareInstance, root, type TestDaemon } from "../fixtures/daemon.ts";
import { outputOf } from "../fixtures/output-of.ts";
import { waitFor } from "../fixtures/wait-for.ts";
import { need } from "../setup/need.ts";

const program = join(root, "bin/mullion");
const canRun = need("bwrap") && process.platform === "linux" && process.getuid?.() === 0;

/** A container as docker makes one, for what matters here: processes of its own that end with its first one. */
describe.runIf(canRun)(
  `a container for an agent${canRun ? "" : " (skipped: it needs bubblewrap and root)"}`,
  () => {
    const [near, inside] = [prepareInstance(), prepareInstance()];
    let container: ChildProcess;
    const start = async (): Promise<void> => {
      const view = ["--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc", "--tmpfs", "/tmp"];
      const apart = ["--unshare-pid", "--unshare-net", "--unshare-ipc", "--unshare-uts", "--die-with-parent"];
      // The checkout itself may be below /tmp.
      const sandbox = [...view, "--ro-bind", root, root, "--bind", inside.dir, inside.dir, ...apart];
      container = spawn("bwrap", [...sandbox, program, "serve", "--end-panes"], {
        env: inside.env,
        stdio: "ignore",
      });
      const pid = await waitFor(() => daemonIn(container.pid), "the daemon in the container");
      await waitFor(
        async () => (await inside.run("version", "--daemon")).status === 0,
        "the daemon to answer",
      );
      const enter = `nsenter -t ${pid} -m -n -p env MULLION_DIR=${inside.env.MULLION_DIR} TMUX_TMPDIR=${inside.env.TMUX_TMPDIR} HOME=${inside.env.HOME}`;
      await call(
        near,
        "host",
        "add",
        "--force",
        "--no-set-up",
        "agent-1",
        "--command",
        `${enter} ${program} connect`,
      );
    };
    const call = async (daemon: TestDaemon, ...argv: string[]) =>
      (await outputOf(daemon.run(...argv))).trim();

    beforeAll(async () => {
      await near.start();
      await start();
    });
    afterAll(async () => {
      await near.stop();
      await stop(container);
      await inside.stop();
    });

    test("an agent runs in it, and is there again after the container was stopped and started", async () => {
      const program = `trap 'echo "its last words"; exit' HUP; echo "process $$"; while :; do sleep 1; done`;
      const pane = await call(near, "run", "--on", "agent-1", "-n", "agent", "--", "sh", "-c", program);
      await call(near, "wait", pane, "--until", "match:process [0-9]{1,3}$", "-t", "20");
      await stop(container);
      await start();
      await waitFor(
        async () => (await near.run("capture", pane)).stdout.includes("its last words"),
        "the pane in the next container",
      );
      expect(await call(near, "ls", "--host", "agent-1")).toContain("agent");
    });

    test("an agent has no network and a /tmp of its own, and outlives the program that carries the link", async () => {
      const look = `echo files $(ls -d ${near.dir} ${inside.dir} | wc -l) of $(tail -n +3 /proc/net/dev | cut -d: -f1); exec cat`;
      const pane = await call(near, "run", "--on", "agent-1", "-n", "alone", "--", "sh", "-c", look);
      await call(near, "wait", pane, "--until", "match:files", "-t", "20");
      const shown = JSON.parse(await call(near, "host", "show", "agent-1", "--json")) as { pid: number };
      process.kill(shown.pid, "SIGKILL");
      await call(near, "send", pane, "--enter", "still here");
      await call(near, "wait", pane, "--until", "match:still here", "-t", "20");
      expect(await call(near, "capture", pane)).toMatch(/^files 1 of lo$/m);
    });

    test("a killed container takes its daemon with it, and calls say that it cannot be reached", async () => {
      const daemon = daemonIn(container.pid)!;
      container.kill("SIGKILL");
      await waitFor(
        () => readable(`/proc/${daemon}/cmdline`) === "",
        "the daemon in the container to be gone",
      );
      const { status, stderr } = await near.run("capture", "agent-1/alone");
      expect(stderr).toMatch(
        /host agent-1 is unreachable since [\d:]+ \(.+\): mullion host doctor agent-1 says/,
      );
      expect(status).toBe(1);
      expect(await call(near, "ls", "--all-hosts")).toContain("host agent-1 is unreachable since");
    });
  },
);

/** The one process below bwrap's own that serves. */
function daemonIn(parent: number | undefined): number | undefined {
  const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  const parentOf = (pid: string) => Number(/^PPid:\s*(\d+)/m.exec(readable(`/proc/${pid}/status`))?.[1]);
  const below = pids.filter((pid) => parentOf(pid) === parent);
  const served = [...below, ...pids.filter((pid) => below.includes(String(parentOf(pid))))];
  return served.map(Number).find((pid) => readable(`/proc/${pid}/cmdline`).startsWith("tmux: server"));
}

function readable(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return ""; // The process has ended.
  }
}

/** As `docker stop`: SIGTERM for the daemon, with which the rest ends. */
async function stop(container: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => container.on("close", resolve));
  const pid = daemonIn(container.pid);
  if (pid === undefined) return;
  process.kill(pid, "SIGTERM");
  await ended;
}
