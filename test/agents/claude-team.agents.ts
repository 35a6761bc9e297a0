import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { daemonForAll } from "../fixtures/daemon-for-all.ts";
import { waitFor } from "../fixtures/wait-for.ts";
import { AgentInPane } from "./agent-in-pane.ts";
import { REAL_AGENTS, type RealAgent } from "./real-agents.ts";
import { startStandIn } from "./stand-in/stand-in.ts";

const daemon = daemonForAll();
const [claude] = REAL_AGENTS;
/** Claude Code starts its teammates in panes of the tmux that it runs in. */
const leads: RealAgent = {
  ...claude!,
  argv: [...claude!.argv, "--teammate-mode", "tmux"],
  environment: (url) => ({ ...claude!.environment(url), CLAUDE_CODE_EXPERIMENTAL_AGENT_TEAMS: "1" }),
};
const TURN_MS = 60_000;

interface Mate {
  readonly pane: string;
  readonly left: number;
  readonly state: string;
  readonly program: string;
}

/** The panes beside the leader's, from top to bottom. */
async function mates(): Promise<readonly Mate[]> {
  const format = "#{pane_left} #{pane_id} #{pane_agent_state} #{pane_current_command}";
  const listed = await daemon.tmux("-L", "mullion", "list-panes", "-a", "-F", format);
  const panes = listed.stdout.trimEnd().split("\n");
  return panes.flatMap((line) => {
    const [left, pane, state, program] = line.split(" ");
    return left === "0" ? [] : [{ left: Number(left), pane: pane!, state: state!, program: program! }];
  });
}

async function allDone(count: number): Promise<readonly Mate[]> {
  let seen: readonly Mate[] = [];
  const look = async () => {
    seen = await mates();
    return seen.length === count && seen.every(({ state }) => state === "done") ? seen : undefined;
  };
  return waitFor(look, () => `${count} teammates that are done; there are ${JSON.stringify(seen)}`, TURN_MS);
}

test("a team of Claude Code works in panes, outlives the daemon, and ends with its leader", {
  timeout: 420_000,
}, async () => {
  const project = mkdtempSync(join(tmpdir(), "project-"));
  const standIn = await startStandIn(project);
  const leader = await AgentInPane.start(daemon, leads, { url: standIn.url, project, integrated: false });
  const start = async () => {
    await leader.ask("start a teammate");
    await leader.until("done", { isReported: false });
  };
  try {
    await daemon.tmux("-L", "mullion", "resize-window", "-x", "200", "-y", "50");
    await leader.untilReady();
    for (let count = 1; count <= 2; count++) {
      await start();
      await allDone(count);
    }
    const before = await allDone(2);
    await daemon.kill9();
    expect(await allDone(2)).toEqual(before);
    await start();
    const team = await allDone(3);
    expect(new Set(team.map(({ left }) => left)).size).toBe(1);
    for (const { pane } of team)
      expect((await daemon.run("capture", pane)).stdout).toContain("How can I help you today?");
    await leader.leave();
    await waitFor(async () => (await mates()).length === 0, "the end of the teammates", TURN_MS);
  } finally {
    await leader.end();
    standIn.stop();
  }
});
