import { expect, test } from "vitest";
import { ancestorsUpTo } from "./ancestors.ts";

test.runIf(process.platform === "linux")("the ancestors of a process end at the given one", () => {
  expect(ancestorsUpTo(process.pid, process.pid)).toEqual([]);
  expect(ancestorsUpTo(process.pid, process.ppid)).toEqual([process.ppid]);
  expect(ancestorsUpTo(process.ppid, process.pid)).toBeUndefined();
  expect(ancestorsUpTo(2 ** 30, process.pid)).toBeUndefined();
});
