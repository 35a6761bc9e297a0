import { fixtureScript } from "./fixture-script.ts";
import type { RealTmux } from "./real-tmux.ts";

const DEADLINE_MS = 30_000;

/** Builds the fixture on the real server, and waits until its processes have printed and died as they should. */
export function setUpFixture(tmux: RealTmux): void {
  const [first, ...rest] = fixtureScript;
  tmux.must(first!);
  for (let at = 0; at < rest.length; at += 10) tmux.must(...rest.slice(at, at + 10));
  waitFor(tmux, "#{W:#{P:#{?pane_dead,dead,}}}", "deaddead");
  tmux.must(["run-shell", "true"]); // The end of another child reminds it of one that it has missed.
  waitFor(tmux, "#{W:#{P:#{pane_dead_status}#{pane_dead_signal}}}", "315");
  waitFor(tmux, "#{C:third}", "3");
  // No pane is still on its way to its shell or program.
  waitFor(tmux, "#{m:*tmux*,#{S:#{W:#{P:#{pane_current_command} }}}}", "0");
  waitFor(tmux, "#{W:#{?#{==:#{window_index},8},#{pane_current_command},}}", "cat");
  waitFor(tmux, "#{pane_current_command}", "cat");
}

function waitFor(tmux: RealTmux, text: string, expected: string): void {
  const end = Date.now() + DEADLINE_MS;
  for (;;) {
    const [answer] = tmux.expandAll([text], "alpha:one.2");
    if (answer === expected) return;
    if (Date.now() > end) throw new Error(`${text} stays ${answer}, not ${expected}`);
  }
}
