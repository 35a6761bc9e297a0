import { expect, test } from "vitest";
import { BackendError } from "../client/backend-error.ts";
import { backendFailure } from "./backend-failure.ts";

test.each([
  ["no-such-session", "session-not-found"],
  ["no-such-context", "session-not-found"],
  ["context-exited", "session-not-found"],
  ["name-taken", "session-exists"],
  ["no-space", "pane-limit"],
  ["too-many-contexts", "pane-limit"],
  ["bad-name", "invalid-session-name"],
  ["unknown-key", "invalid-key"],
  ["no-such-program", "start-failed"],
  ["bad-cwd", "start-failed"],
  ["not-taken", "not-taken"],
  ["connection-lost", "no-server"],
  ["not-connected", "no-server"],
  ["backend-ended", "no-server"],
  ["closed", "no-server"],
  ["method-not-found", "unsupported"],
  ["internal-error", "failed"],
  ["rpc--1", "failed"],
] as const)("%s", (code, expected) => {
  const cause = new BackendError(code, "because");
  expect(backendFailure(cause)).toMatchObject({ code: expected, message: "because", cause });
});

test("what is not the backend's is passed on", () => {
  const reason = new Error("aborted");
  expect(backendFailure(reason)).toBe(reason);
});
