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
      const sandbox = ["--dev-bind", "/", "/", "--unshare-pid", "--proc", "/proc", "--die-with-parent"];
      container = spawn("bwrap", [...sandbox, program, "serve", "--end-panes"], {
        env: inside.env,
        stdio: "ignore",
      });
      const pid = await waitFor(() => daemonIn(container.pid), "the daemon in the container");
      await waitFor(
        async () => (await inside.run("version", "--daemon")).status === 0,
        "the daemon to answer",
      );
      const enter = `nsenter -t ${pid} -p env MULLION_DIR=${inside.env.MULLION_DIR} TMUX_TMPDIR=${inside.env.TMUX_TMPDIR}`;
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
      await call(near, "wait", `agent-1/${pane}`, "--until", "match:process [0-9]{1,3}$", "-t", "20");
      await stop(container);
      await start();
      await waitFor(
        async () => (await near.run("capture", `agent-1/${pane}`)).stdout.includes("its last words"),
        "the pane in the next container",
      );
      expect(await call(near, "ls", "--host", "agent-1")).toContain("agent");
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
