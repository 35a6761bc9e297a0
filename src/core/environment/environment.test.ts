import { describe, expect, it } from "vitest";
import { Environment, showEnvironment } from "./environment.ts";
import { processEnvironment } from "./process-environment.ts";

describe("an environment", () => {
  it("reports its changes and is restored from its record", () => {
    const told: string[] = [];
    const environment = new Environment((name) => void told.push(name));
    environment.set("B", "2");
    environment.set("A", "1", { hidden: true });
    environment.remove("C");
    environment.unset("never");
    environment.unset("B");
    expect(told).toEqual(["B", "A", "C", "B"]);
    const copy = Environment.fromRecord(JSON.parse(JSON.stringify(environment.toRecord())));
    expect(copy.entries()).toEqual(environment.entries());
    expect(showEnvironment(copy, { shell: true })).toEqual(["unset C;"]);
    expect(showEnvironment(copy, { hidden: true })).toEqual(["A=1"]);
  });

  it("stays as it is when a process environment is made of it", () => {
    const global = Environment.fromMap(
      new Map([
        ["PATH", "/bin"],
        ["Z", "z"],
      ]),
    );
    const session = new Environment();
    session.remove("Z");
    session.set("A", "a");
    expect([...processEnvironment(global, session)]).toEqual([
      ["A", "a"],
      ["PATH", "/bin"],
    ]);
    expect([...processEnvironment(global)]).toEqual([
      ["PATH", "/bin"],
      ["Z", "z"],
    ]);
  });
});
