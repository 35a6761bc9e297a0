import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { PaneStanding } from "../../src/core/agent/agent-state.ts";
import { daemonForAll } from "../fixtures/daemon-for-all.ts";
import { waitFor } from "../fixtures/wait-for.ts";

const daemon = daemonForAll();

/** A change is noticed within this time. */
const SOON_MS = 2_000;

interface Member {
  readonly name: string;
  /** Runs after the program wrote down the time of its change. */
  readonly program: string;
  readonly state: string;
  readonly question?: string;
}

const TEAM: readonly Member[] = [
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

async function standings(): Promise<ReadonlyMap<string, PaneStanding>> {
  const { servers } = JSON.parse((await daemon.run("ls", "--json")).stdout) as {
    servers: { sessions: { name: string; windows: { panes: { agent: PaneStanding }[] }[] }[] }[];
  };
  const sessions = servers.flatMap((server) => server.sessions);
  return new Map(sessions.map(({ name, windows }) => [name, windows[0]!.panes[0]!.agent]));
}

it("shows the right state of ten programs, soon after each change", async () => {
  const dir = mkdtempSync(join(tmpdir(), "team-"));
  for (const [index, { program }] of TEAM.entries()) {
    // The date is taken before the change, so the daemon may even seem slower than it is.
    writeFileSync(join(dir, `${index}.sh`), `date +%s%3N > ${join(dir, `${index}.changed`)}\n${program}\n`);
    const { status } = await daemon.run(
      "run",
      "--keep",
      "-n",
      `m${index}`,
      "--",
      "sh",
      join(dir, `${index}.sh`),
    );
    expect(status).toBe(0);
  }
  const right = async () => {
    const found = await standings();
    return TEAM.every(({ state }, index) => found.get(`m${index}`)?.state === state);
  };
  await waitFor(right, "every state to be right");
  const found = await standings();
  for (const [index, { name, state, question }] of TEAM.entries()) {
    const { since, ...standing } = found.get(`m${index}`)!;
    expect({ name, ...standing }).toMatchObject({ name, state, ...(question && { question }) });
    const changed = Number(readFileSync(join(dir, `${index}.changed`), "utf8"));
    expect(Math.max(0, since - changed)).toBeLessThan(SOON_MS);
  }
});
