import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openTerminal } from "../attach/outer-terminal.ts";
import { prepareInstance, root } from "../fixtures/daemon.ts";
import { outputOf } from "../fixtures/output-of.ts";
import { waitFor } from "../fixtures/wait-for.ts";
import { need } from "../setup/need.ts";

const program = join(root, "bin/mullion");
const canRun = need("podman", "runc") && process.platform === "linux" && process.getuid?.() === 0;
const skipped = canRun ? "" : " (skipped: it needs podman, runc and root)";

/** The recipe of docs/hosts.md. The image has only directories; programs come from this machine. */
describe.runIf(canRun)(`a container of podman for an agent${skipped}`, { timeout: 60_000 }, () => {
  const near = prepareInstance();
  const call = async (...argv: string[]) => (await outputOf(near.run(...argv))).trim();
  const at = (name: string) => join(near.dir, name);
  const podman = (...argv: string[]) =>
    execFileSync(at("podman"), argv, { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] }).trim();

  beforeAll(async () => {
    const places = ["--root", at("store"), "--runroot", at("run"), "--tmpdir", at("engine")];
    const engine = ["podman", ...places, "--storage-driver=vfs", "--events-backend=none", "--runtime=runc"];
    writeFileSync(at("podman"), `#!/bin/sh\nexec ${engine.join(" ")} "$@"\n`, { mode: 0o755 });
    podman("import", "--quiet", imageIn(at("image")), "localhost/agent");
    const files = ["-v", "agent-1:/state", "-v", "/usr:/usr:ro", "-v", `${root}:${root}:ro`];
    const apart = ["--init", "--network=none", "--env=MULLION_DIR=/state/mullion", ...limits()];
    const words = [...apart, ...files, "localhost/agent", program, "serve", "--end-panes"];
    podman("run", "-d", "--name=agent-1", ...words);
    await call("host", "add", "agent-1", "--command", `${at("podman")} exec -i agent-1 ${program} connect`);
  });
  afterAll(async () => {
    podman("rm", "--force", "--time=0", "--volumes", "agent-1");
    await near.stop();
  });

  test("an agent runs there with the container's own home and no network, and is used as on any host", async () => {
    const look = 'echo "process $$ in $HOME"; tail -n +3 /proc/net/dev | cut -d: -f1; exec cat';
    const pane = await call("run", "--on", "agent-1", "-n", "agent", "--", "sh", "-c", look);
    await call("wait", pane, "--until", "match:lo$", "-t", "20");
    expect(await call("capture", pane)).toMatch(/^process \d{1,3} in \/root\n +lo$/);
    const outer = await openTerminal(near, "mullion attach agent-1/agent; echo left $?; exec cat");
    await outer.see("in /root");
    outer.type("from a terminal\r");
    await outer.see(/from a terminal[\s\S]*from a terminal/);
    outer.type("\x02d");
    await outer.see("left 0");
    expect(await call("record", pane)).toContain("from a terminal");
    expect(await call("ls", "--all-hosts")).toContain("agent-1/");
    await call("kill", pane);
    await waitFor(async () => (await call("ls", "--host", "agent-1")) === "No sessions.", "the end");
  });

  test("a stopped container ends its agent cleanly, and the next start has it again", async () => {
    const words = `trap 'echo "its last words"; exit' HUP; echo ready; while :; do sleep 1; done`;
    const pane = await call("run", "--on", "agent-1", "-n", "agent", "--", "sh", "-c", words);
    await call("wait", pane, "--until", "match:ready", "-t", "20");
    const waiting = near.run("wait", pane, "-t", "20");
    podman("stop", "--time=20", "agent-1");
    expect((await near.run("capture", pane)).stderr).toMatch(/host agent-1 is unreachable since .*container/);
    podman("start", "agent-1");
    await waitFor(
      async () => (await near.run("capture", pane)).stdout.includes("its last words"),
      "the pane in the next container",
    );
    await waiting;
    await call("restore", pane);
    await call("wait", pane, "--until", "match:ready", "-t", "20");
    await call("kill", pane);
  });
});

/** A root directory as an archive: `/usr` of this machine is mounted into it. */
function imageIn(dir: string): string {
  for (const name of ["etc", "proc", "sys", "dev", "tmp", "usr", "state", "root"])
    mkdirSync(join(dir, name), { recursive: true });
  for (const name of ["bin", "sbin", "lib", "lib64"]) symlinkSync(`usr/${name}`, join(dir, name));
  writeFileSync(join(dir, "etc/passwd"), "root:x:0:0:root:/root:/bin/sh\n");
  execFileSync("tar", ["-C", dir, "-cf", `${dir}.tar`, "."]);
  return `${dir}.tar`;
}

/** Lower than what podman asks for, which a machine may forbid. */
function limits(): string[] {
  const text = readFileSync("/proc/self/limits", "utf8");
  const own = (name: string) => Number(new RegExp(`^${name} +\\S+ +(\\d+)`, "m").exec(text)?.[1] ?? MOST);
  const [files, processes] = [own("Max open files"), own("Max processes")].map((most) =>
    Math.min(most, MOST),
  );
  return [`--ulimit=nofile=${files}:${files}`, `--ulimit=nproc=${processes}:${processes}`];
}

const MOST = 10_000;
