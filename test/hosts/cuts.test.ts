import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { waitFor } from "../fixtures/wait-for.ts";
import { need } from "../setup/need.ts";
import { twoMachines } from "./two-machines.ts";

const CUTS = 100;
const LINES = 50_000;

describe.runIf(need("ssh", "sshd", "ssh-keygen"))("a link that is cut again and again", () => {
  const { near, far, call } = twoMachines();

  /** Kills the process that carries the link, as soon as there is another one than `before`. */
  async function cutNext(before: number | undefined): Promise<number> {
    let carrier: number | undefined;
    await waitFor(async () => {
      const shown = JSON.parse(await call("host", "show", "there", "--json")) as {
        pid?: number;
        state: { kind: string };
      };
      carrier = shown.state.kind === "connected" ? shown.pid : undefined;
      return carrier !== undefined && carrier !== before;
    }, "the link to be back");
    process.kill(carrier!, "SIGKILL");
    return carrier!;
  }

  test(`loses and doubles nothing in ${CUTS} cuts, neither typed nor printed`, {
    timeout: 300_000,
  }, async () => {
    const typed = join(far.dir, "typed");
    const typing = await call("run", "--on", "there", "--", "sh", "-c", `stty -echo; exec tee ${typed}`);
    await waitFor(() => existsSync(typed), "stty to end, and tee to start");
    const printing = await call("run", "--on", "there", "--keep", "--", "seq", "1", `${LINES}`);
    await call("wait", printing);
    // Follows the pane from before the first cut until after the last one.
    const followed = near.run("logs", "-f", typing, { timeoutMs: 300_000 });
    const expected = Array.from({ length: LINES }, (_, index) => index + 1).join("\n");
    let isOver = false;
    let [sent, read] = [0, 0];
    // A call may say on standard error what it waits for.
    const patient = { timeoutMs: 120_000 };
    const sending = (async () => {
      for (; !isOver; sent++) {
        const words = ["send", "--wait", "--enter", typing, `line ${sent}`];
        expect(await near.run(...words, patient)).toMatchObject({ status: 0 });
      }
    })();
    const reading = (async () => {
      for (; !isOver; read++) {
        const { status, stdout } = await near.run("logs", "--wait", printing, patient);
        expect(status).toBe(0);
        expect(stdout.split("\n").slice(0, LINES).join("\n") === expected).toBe(true);
      }
    })();
    let carrier: number | undefined;
    for (let cut = 0; cut < CUTS; cut++) carrier = await cutNext(carrier);
    isOver = true;
    await Promise.all([sending, reading]);
    const lines = Array.from({ length: sent }, (_, index) => `line ${index}`);
    await waitFor(
      () => readFileSync(typed, "utf8").endsWith(`line ${sent - 1}\n`),
      "the last line to be typed",
    );
    expect(readFileSync(typed, "utf8")).toBe(lines.map((line) => `${line}\n`).join(""));
    await near.run("kill", "--wait", typing, patient);
    const { stdout } = await followed;
    expect(stdout.trimEnd().split("\n")).toEqual(lines);
    expect(sent).toBeGreaterThan(10);
    expect(read).toBeGreaterThan(3);
  });
});
