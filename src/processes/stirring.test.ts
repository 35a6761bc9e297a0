import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, onTestFinished, test } from "vitest";
import { waitFor } from "../../test/fixtures/wait-for.ts";
import { processEntries, processLink } from "./platform.ts";
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
  stirring.close();
});

test.runIf(process.platform === "linux")("keeps no file open after it is closed", async () => {
  const openTimes = () =>
    (processEntries("self", "fd") ?? []).filter((fd) =>
      processLink("self", `fd/${fd}`)?.endsWith("/schedstat"),
    );
  const sleeper = spawn("sleep", ["60"]);
  onTestFinished(() => void sleeper.kill());
  const stirring = new Stirring();
  await waitFor(() => stirring.since(sleeper.pid!) === false, "it to sleep");
  expect(openTimes()).toHaveLength(1);
  stirring.close();
  expect(openTimes()).toEqual([]);
  expect(stirring.since(sleeper.pid!)).toBe(true);
  stirring.close();
});

test("reports nothing of a process that is gone", async () => {
  const gone = spawn("true");
  await once(gone, "exit");
  expect(new Stirring().since(gone.pid!)).toBeUndefined();
});
