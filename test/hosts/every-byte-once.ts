import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import type { TestDaemon } from "../fixtures/daemon.ts";
import { outputOf } from "../fixtures/output-of.ts";
import { waitFor } from "../fixtures/wait-for.ts";

/** Time for a call that waits until its host is back. */
export const patient = { timeoutMs: 60_000 };

/**
 * Types lines into a pane of a host, which prints them, until `disturb` resolves. Expects that every byte was typed once and
 * printed once. `disturb` begins when lines are flowing.
 */
export async function expectEveryByteOnce(
  near: TestDaemon,
  host: string,
  disturb: () => Promise<void>,
): Promise<void> {
  const typed = join(near.dir, `typed-on-${host}`);
  const script = `stty -echo; exec tee ${typed}`;
  const pane = (await outputOf(near.run("run", "--on", host, "--", "sh", "-c", script))).trimEnd();
  await waitFor(() => existsSync(typed), "stty to end, and tee to start");
  const followed = near.run("logs", "-f", "--wait", pane, { timeoutMs: 120_000 });
  let [sent, isOver] = ["", false];
  const send = async () => {
    for (let round = 0; !isOver; round++) {
      const lines = Array.from({ length: 1 + ((round * 37) % 400) }, (_, line) => `${round}.${line} typed\n`);
      sent += lines.join("");
      const call = near.run("send", "--wait", pane, "-", { ...patient, input: lines.join("") });
      const { status, stderr } = await call;
      // A call that waits for its host says so.
      expect(status, stderr).toBe(0);
    }
  };
  const isTyped = () => existsSync(typed) && readFileSync(typed, "utf8").length >= sent.length;
  const disturbed = waitFor(() => sent.length > 5_000, "lines to be typed")
    .then(disturb)
    .finally(() => {
      isOver = true;
    });
  await Promise.all([send(), disturbed]);
  await waitFor(isTyped, "the last line to be typed");
  expect(readFileSync(typed, "utf8") === sent).toBe(true);
  await near.run("kill", "--wait", pane, patient);
  expect((await followed).stdout.trimEnd() === sent.trimEnd()).toBe(true);
}
