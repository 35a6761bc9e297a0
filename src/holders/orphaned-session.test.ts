import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, test } from "vitest";
import { endOrphans, type OrphanedSession } from "./orphaned-session.ts";

/** The sessions that are asked for their processes; none has any. */
async function asked(orphans: OrphanedSession): Promise<number[]> {
  const sessions: number[] = [];
  const left = await endOrphans(orphans, async (session, signal) => {
    sessions.push(session);
    expect(signal).toBe(0); // The grace period has not passed.
    return 0;
  });
  expect(left).toBe(0);
  return sessions;
}

/** A process id that no process has. */
async function endedPid(): Promise<number> {
  const child = spawn("true");
  await once(child, "exit");
  return child.pid ?? 0;
}

const startedMs = () => Date.now() - process.uptime() * 1_000;

test.runIf(process.platform === "linux")("a session whose leader has ended is still the pane's", async () => {
  const session = await endedPid();
  expect(await asked({ session, startedMs: Date.now(), witnessed: false })).toEqual([session]);
});

test.runIf(process.platform === "linux")(
  "a leader that started with the holder is the pane's, and one that started 10 s away is another",
  async () => {
    const leader = (ms: number) => ({
      session: process.pid,
      startedMs: startedMs() + ms,
      witnessed: false,
    });
    expect(await asked(leader(0))).toEqual([process.pid]);
    expect(await asked(leader(9_000))).toEqual([process.pid]);
    expect(await asked(leader(11_000))).toEqual([]);
    expect(await asked(leader(-11_000))).toEqual([]);
  },
);

test("a session that existed a moment ago is the pane's, whenever its leader started", async () => {
  expect(await asked({ session: process.pid, startedMs: 0, witnessed: true })).toEqual([process.pid]);
});

test("no session is asked for that a pane cannot have", async () => {
  for (const session of [0, 1]) expect(await asked({ session, startedMs: 0, witnessed: true })).toEqual([]);
});

test("a session is asked again until it has ended", async () => {
  const counts = [2, 1, undefined, 0];
  const orphans = { session: process.pid, startedMs: 0, witnessed: true };
  expect(await endOrphans(orphans, async () => counts.shift())).toBe(0);
  expect(counts).toEqual([]);
});
