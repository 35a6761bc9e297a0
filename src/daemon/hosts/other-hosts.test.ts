import { mkdtempSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { DaemonPaths } from "../paths.ts";
import { OtherHosts } from "./other-hosts.ts";

test("a job that has ended is no host any more, so that its connections end", () => {
  const stateDir = mkdtempSync(join(process.env.MULLION_TEST_RUN!, "hosts-"));
  const job = { engine: "slurm", request: "", job: "7", options: [], submitted: 1, node: "n1", restarts: 0 };
  const ended = { how: "cancelled", at: Date.now(), detail: "" };
  writeFileSync(join(stateDir, "places.json"), JSON.stringify([{ ...job, ended }]));
  const hosts = new OtherHosts({ stateDir, socket: "", root: "/" } as DaemonPaths, "9.9");
  const check = () => hosts.forDoors.check("slurm-7");
  expect(check).toThrow(expect.objectContaining({ code: "no-such-target" }));
  expect(check).toThrow("slurm-7 was cancelled on n1");
  hosts.stop("the test is over");
});
