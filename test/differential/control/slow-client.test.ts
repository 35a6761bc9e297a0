import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { root } from "../../fixtures/daemon.ts";
import { daemonForAll } from "../../fixtures/daemon-for-all.ts";
import { runProgram } from "../../fixtures/run-program.ts";
import { waitFor } from "../../fixtures/wait-for.ts";
import { need } from "../../setup/need.ts";
import { ControlProcess } from "./control-process.ts";
import { ourSide, realSide, type Side } from "./sides.ts";

const MEGABYTE = 1024 * 1024;
/** More than any buffer on the way, and than what may wait for a client. */
const FLOOD = `head -c 40000000 /dev/zero | tr "\\0" x; echo; stty -echo; echo flooded; exec cat`;

function start({ program, env, dir, configuration }: Side, server: string, words: readonly string[]) {
  const argv = ["-L", server, "-f", configuration, "-C", ...words];
  return new ControlProcess({ program, argv, env, cwd: dir });
}

describe.runIf(need("tmux"))("a control client that does not read", () => {
  let sides: { real: Side; ours: Side };
  beforeAll(() => {
    sides = { real: realSide(), ours: ourSide() };
  });
  afterAll(() => Promise.all([sides.real.stop(), sides.ours.stop()]));

  const call = (side: Side, server: string, ...words: string[]) =>
    runProgram(side.program, ["-L", server, ...words], { env: side.env, cwd: side.dir });

  const shows = (side: Side, server: string, text: string) =>
    waitFor(
      async () => (await call(side, server, "capture-pane", "-p", "-t", "one:")).stdout.includes(text),
      `${text} on the screen`,
      20_000,
    );

  it.each(["real", "ours"] as const)("is notified of a pause, and continues: %s", async (name) => {
    const side = sides[name];
    const client = start(side, "p", ["new-session", "-f", "pause-after", "-s", "one", "cat"]);
    await client.see(/^%session-changed/);
    client.stopReading();
    await call(side, "p", "respawn-pane", "-k", "-t", "one:", FLOOD);
    await shows(side, "p", "xxxx");
    client.readOn();
    await client.see(/^%pause %0$/);
    await shows(side, "p", "flooded");
    // Without an age, output that waits a millisecond pauses the pane again: the client continues it as often.
    do {
      await client.ask("refresh-client -A '%0:continue'", 1);
      await client.see(/^%continue %0$/);
      await client.ask("send-keys heard Enter", 1);
      await client.see(/^%extended-output %0 \d+ : heard|^%pause %0$/);
    } while (client.lastSeen.startsWith("%pause"));
    await call(side, "p", "kill-server");
    await client.ended();
  });

  it("delays no pane, costs little memory, and is disconnected", async () => {
    const side = sides.ours;
    const client = start(side, "q", ["new-session", "-s", "one", "cat"]);
    await client.see(/^%session-changed/);
    client.stopReading();
    const before = residentBytes(side);
    await call(side, "q", "respawn-pane", "-k", "-t", "one:", FLOOD);
    await shows(side, "q", "flooded");
    expect(residentBytes(side) - before).toBeLessThan(200 * MEGABYTE);
    client.readOn();
    await client.ended();
    expect(client.lines.at(-1)).toBe("%exit too far behind");
    await call(side, "q", "kill-server");
  });
});

function residentBytes({ dir }: Side): number {
  const [pid] = readFileSync(`${dir}/m/daemon.lock`, "utf8").split(/\s/);
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))!;
  return Number(kilobytes) * 1024;
}

describe("a control client whose daemon dies", () => {
  const daemon = daemonForAll();

  it("says so, as tmux does, and leaves the panes to the next one", async () => {
    const env = Object.fromEntries(
      Object.entries(daemon.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
    );
    const argv = ["-f", "/dev/null", "-C", "new-session", "-s", "one", "cat"];
    const client = new ControlProcess({ program: `${root}/bin/tmux`, argv, env, cwd: daemon.dir });
    await client.ask("new-window -d cat", 1);
    await daemon.kill9();
    await client.ended();
    expect(client.transcript.slice(-2)).toEqual(["%exit server exited unexpectedly", "status 1"]);
    const { stdout } = await daemon.tmux("list-panes", "-a", "-F", "#{pane_id} #{session_attached}");
    expect(stdout).toBe("%0 0\n%1 0\n");
    await daemon.tmux("kill-server");
  });
});
