import { mkdtempSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { TestDaemon } from "../fixtures/daemon.ts";
import { outputOf } from "../fixtures/output-of.ts";

interface Member {
  readonly name: string;
  /** Runs after the program has made the file whose time is that of its change. */
  readonly program: string;
  readonly state: string;
  readonly question?: string;
}

export const TEAM: readonly Member[] = [
  { name: "prints", program: "while :; do echo line; sleep 0.1; done", state: "working" },
  {
    name: "asks yes or no",
    program: "printf 'Allow? [y/N] '; read x",
    state: "waiting",
    question: "Allow? [y/N]",
  },
  {
    name: "asks a number",
    program: "printf '1) red\\n2) blue\\nWhich one? '; read x",
    state: "waiting",
    question: "Which one?",
  },
  { name: "crashes", program: "kill -SEGV $$", state: "failed" },
  { name: "finishes", program: "exit 0", state: "done" },
  { name: "pages", program: "exec less /etc/passwd", state: "idle" },
  { name: "sits in an editor", program: "exec vi -u NONE /etc/passwd", state: "idle" },
  { name: "floods", program: "exec yes", state: "working" },
  { name: "sleeps long", program: "exec sleep 1000", state: "working" },
  { name: "rings", program: "printf '\\a'; exec sleep 1000", state: "waiting" },
];

/** Starts the ten programs, in sessions m0 to m9. Returns when each changed its state: milliseconds since the epoch. */
export async function startTeam(daemon: TestDaemon): Promise<{ changedAt(index: number): number }> {
  const dir = mkdtempSync(join(daemon.dir, "team-"));
  for (const [index, { program }] of TEAM.entries()) {
    const script = join(dir, `${index}.sh`);
    // The file is made before the change, so the daemon may even seem slower than it is. No other process delays it.
    writeFileSync(script, `: > ${join(dir, `${index}.changed`)}\n${program}\n`);
    await outputOf(daemon.run("run", "--keep", "-n", `m${index}`, "--", "sh", script));
  }
  return { changedAt: (index) => statSync(join(dir, `${index}.changed`)).mtimeMs };
}
