import { expect } from "vitest";
import type { TestDaemon } from "../fixtures/daemon.ts";
import { outputOf } from "../fixtures/output-of.ts";

/** Panes as the verbs start them and wait for them; each call must succeed. */
export function verbsOf(daemon: TestDaemon) {
  /** `mullion run argv…`; the new pane. */
  async function run(...argv: Parameters<TestDaemon["run"]>): Promise<string> {
    const stdout = await outputOf(daemon.run("run", ...argv));
    expect(stdout).toMatch(/^%\d+\n$/);
    return stdout.trim();
  }
  return {
    run,
    sh: (script: string, ...argv: string[]) => run(...argv, "--", "sh", "-c", script),
    /** Waits for a line that matches. */
    async until(pane: string, line: string): Promise<void> {
      await outputOf(daemon.run("wait", pane, "--until", `match:${line}`, "-t", "10"));
    },
  };
}
