import { newState } from "../queue/queue-state.ts";
import type { DoorServer } from "../server/door-server.ts";
import type { DelayedJob } from "./delayed-jobs.ts";
import { runShellIn } from "./shell-jobs.ts";
import { showOutcome } from "./show-outcome.ts";

/** Starts what `run-shell -b -d` of a previous daemon's client left to start. */
export function resumeDelayedJobs(door: DoorServer): void {
  door.delayedJobs.resume(async (job) => {
    try {
      await start(door, job);
    } catch (error) {
      door.report(door.ownCall(), (error as Error).message, { file: undefined, line: 0 });
    }
  });
}

async function start(door: DoorServer, { commands, shell }: DelayedJob): Promise<void> {
  if (commands !== undefined) door.runInBackground([door.parseText(commands)], newState());
  if (!shell) return;
  const { command, cwd } = shell;
  const session = shell.session && door.server.sessions.get(shell.session);
  const outcome = await runShellIn(door, { command, cwd, session });
  const pane = shell.pane && door.server.panes.get(shell.pane);
  showOutcome(door, { command, ...outcome }, { pane });
}
