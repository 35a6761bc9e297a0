import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { runProgram } from "../../fixtures/run-program.ts";
import { waitFor } from "../../fixtures/wait-for.ts";
import { need, programPath } from "../../setup/need.ts";
import { openStages, type Stage, withoutPlaces } from "./stage.ts";

const PANES = [
  "#{window_index}.#{pane_index} #{window_name} #{window_active}#{pane_active} #{window_layout}",
  "#{pane_title} #{pane_current_command} #{pane_current_path} #{pane_synchronized} #{pane-border-status}",
].join(" ");

/** What a project of tmuxinator comes to: its windows and panes, and what runs in them. */
async function project(stage: Stage): Promise<Record<string, unknown>> {
  const env = { ...stage.env, PS1: "$ " };
  // The server that its `start-server` starts would end at once, and may do so under its next call.
  await stage.tmux("new-session", "-d", "-s", "other", "cat");
  const started = await runProgram(programPath("tmuxinator"), ["start", "demo"], { env, cwd: stage.dir });
  const panes = async () =>
    withoutPlaces((await stage.tmux("list-panes", "-s", "-t", "demo", "-F", PANES)).stdout, stage.dir);
  const running = async () => ((await panes()).match(/ cat DIR/g)?.length ?? 0) === 6;
  await waitFor(running, "six programs that run").catch(() => undefined);
  const stopped = async () => {
    const { status, stderr } = await runProgram(programPath("tmuxinator"), ["stop", "demo"], {
      env,
      cwd: stage.dir,
    });
    return { status, stderr, left: await stage.tmux("list-sessions", "-F", "#S") };
  };
  return {
    started: { ...started, stderr: withoutPlaces(started.stderr, stage.dir) },
    panes: (await panes()).split("\n"),
    hook: existsSync(join(stage.dir, "started")),
    stopped: JSON.parse(withoutPlaces(JSON.stringify(await stopped()), stage.dir)),
  };
}

it.runIf(need("tmux", "tmuxinator"))(
  "tmuxinator makes and ends a project as in tmux",
  { timeout: 60_000 },
  async () => {
    const stages = openStages("tmuxinator");
    try {
      const [expected, actual] = await Promise.all(stages.map(project));
      expect(actual).toEqual(expected);
    } finally {
      await Promise.all(stages.map((stage) => stage.stop()));
    }
  },
);
