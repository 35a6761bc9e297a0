import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, test } from "vitest";
import { isOrphaned, ownershipEntries, ownershipOf } from "./ownership.ts";

test("an owner that lives, an owner that is gone", async () => {
  expect(isOrphaned(ownershipEntries(7))).toBe(false);
  const child = spawn("cat", { stdio: ["pipe", "ignore", "ignore"] });
  await once(child, "spawn");
  const metadata = { name: "web", ...ownershipEntries(7, child.pid) };
  expect(isOrphaned(metadata)).toBe(false);
  expect(ownershipOf(metadata)).toMatchObject({ seenAt: 7 });
  child.kill("SIGKILL");
  await once(child, "exit");
  expect(isOrphaned(metadata)).toBe(true);
});

test.each([{}, { owner: "me" }, { owner: "" }, { owner: "12" }, { owner: 12 }, { name: "web" }])(
  "%j says nothing of an owner, so it is no orphan",
  (metadata) => {
    expect(ownershipOf(metadata)).toBeUndefined();
    expect(isOrphaned(metadata)).toBe(false);
  },
);
