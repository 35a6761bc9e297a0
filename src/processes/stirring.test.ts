import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, onTestFinished, test } from "vitest";
import { waitFor } from "../../test/fixtures/wait-for.ts";
import { Stirring } from "./stirring.ts";

test.runIf(process.platform === "linux")("tells whether a process or its child has run since", async () => {
  const reader = spawn("sh", ["-c", "cat; true"], { stdio: ["pipe", "pipe", "inherit"] });
  onTestFinished(() => void reader.stdin.end());
  reader.stdin.write("one");
  await once(reader.stdout, "data");
  const stirring = new Stirring();
  expect(stirring.since(reader.pid!)).toBe(true);
  await waitFor(() => stirring.since(reader.pid!) === false, "it to rest");
  expect(stirring.since(reader.pid!)).toBe(false);
  reader.stdin.write("two");
  await once(reader.stdout, "data");
  expect(stirring.since(reader.pid!)).toBe(true);
});

test("reports nothing of a process that is gone", async () => {
  const gone = spawn("true");
  await once(gone, "exit");
  expect(new Stirring().since(gone.pid!)).toBeUndefined();
});
