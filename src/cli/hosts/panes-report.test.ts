import { expect, test } from "vitest";
import { IdleWorld } from "../../../test/property/tree-ports.ts";
import { createServer } from "../../core/mux/create-server.ts";
import type { CliContext } from "../context.ts";
import { PanesReport } from "./panes-report.ts";

/** A report of one server. `reported` returns what it has written since the last look. */
function reportOf() {
  const world = new IdleWorld();
  const mux = createServer({ socketPath: "/tmp/s", ports: world.ports });
  const session = mux.createSession({ name: "work", cwd: "/" });
  world.pass(60_000);
  const context: Partial<CliContext> = {
    ...{ pid: 1, version: "9.9", startTime: 1, clock: world.ports.clock },
    paths: { root: "/", mullion: "/mullion", runtimeDir: "/", stateDir: "/" },
    servers: () => [mux],
    warnings: () => [],
    onTreeChange: () => () => {},
  };
  const lines: string[] = [];
  const output = { write: (line: string) => void lines.push(line), congested: false };
  const report = new PanesReport(context as CliContext, "/", output);
  const rename = (name: string) => mux.renameSession(session, name);
  const reported = () => lines.splice(0).flatMap((line) => /"name":"(\w+)","cwd"/.exec(line)?.[1] ?? []);
  return { world, report, rename, reported };
}

test("the first change is reported at once, those in the pause after it together at its end", () => {
  const { world, report, rename, reported } = reportOf();
  expect(reported()).toEqual(["work"]);
  rename("first");
  world.pass(0);
  expect(reported()).toEqual(["first"]);
  rename("second");
  world.pass(100);
  rename("third");
  world.pass(99);
  expect(reported()).toEqual([]);
  world.pass(1);
  expect(reported()).toEqual(["third"]);
  report.close();
});
