import { expect, test } from "vitest";
import { tmuxFailure } from "./exec-tmux.ts";

test.each([
  ["session not found: x", "session-not-found"],
  ["can't find session: x", "session-not-found"],
  ["Can't Find Window: 3", "session-not-found"],
  ["CAN'T FIND PANE: %7", "session-not-found"],
  ["duplicate session: x", "session-exists"],
  ["create pane failed: pane too small", "pane-limit"],
  ["no room for new pane", "pane-limit"],
  ["No space for new pane", "pane-limit"],
  ["no server running on /tmp/tmux-0/default", "no-server"],
  ["error connecting to /tmp/tmux-0/x (No such file or directory)", "no-server"],
  ["server exited unexpectedly", "no-server"],
  ["lost server", "no-server"],
  ["no sessions", "no-server"],
  ["no current target", "no-server"],
  ["unknown command: frobnicate", "failed"],
])("%s", (stderr, code) => {
  const failure = tmuxFailure(stderr);
  expect(failure.code).toBe(code);
  expect(failure.message).toBe(`tmux: ${stderr}`);
});
