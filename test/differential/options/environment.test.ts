import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Environment, showEnvironment } from "../../../src/core/environment/environment.ts";
import { processEnvironment } from "../../../src/core/environment/process-environment.ts";
import { need } from "../../setup/need.ts";
import { Comparison } from "./comparison.ts";
import { RealTmux } from "./real-tmux.ts";

const values = [
  "plain",
  "",
  "two words",
  "a=b",
  '$HOME `x` "q" \\ back',
  "tab\tnew\nline",
  "grün",
  "'",
  "-x",
];
const names = ["PLAIN", "lower", "A_B", "_", "with space", "grün", "Z", "1", "-D"];

describe.runIf(need("tmux"))("environments are listed as tmux lists them", () => {
  let real: RealTmux;
  beforeAll(() => {
    real = new RealTmux();
  });
  afterAll(() => real.stop());

  it("sets, removes, hides, unsets and shows", async () => {
    // What the server took from its start is not compared here, so the session's environment is emptied first.
    for (const line of (await real.run("show-environment")).lines)
      await real.run("set-environment", "-u", line.replace(/^-|=.*/g, ""));
    const session = new Environment();
    const both = new Comparison(real);
    const show = () => {
      both.step(["show-environment"], () => showEnvironment(session));
      both.step(["show-environment", "-s"], () => showEnvironment(session, { shell: true }));
      both.step(["show-environment", "-h"], () => showEnvironment(session, { hidden: true }));
      both.step(["show-environment", "-hs"], () => showEnvironment(session, { hidden: true, shell: true }));
    };
    for (const [i, name] of names.entries()) {
      for (const value of values) {
        both.step(["set-environment", "--", name, value], () => session.set(name, value));
        both.step(["show-environment", "--", name], () => showEnvironment(session, { name }));
      }
      if (i % 3 === 0)
        both.step(["set-environment", "-h", "--", name, "secret"], () =>
          session.set(name, "secret", { hidden: true }),
        );
      if (i % 3 === 1) both.step(["set-environment", "-r", "--", name], () => session.remove(name));
      show();
    }
    for (const name of ["PLAIN", "Z", "never"]) {
      both.step(["set-environment", "-r", name], () => session.remove(name));
      both.step(["set-environment", "-u", "_"], () => session.unset("_"));
      both.step(["show-environment", "-h", name], () => showEnvironment(session, { name, hidden: true }));
      both.step(["show-environment", "nosuch"], () => showEnvironment(session, { name: "nosuch" }));
      show();
    }
    for (const name of ["", "a=b"]) {
      both.step(["set-environment", name, "x"], () => session.set(name, "x"));
      both.step(["set-environment", "-u", name], () => session.unset(name));
      both.step(["set-environment", "-r", name], () => session.remove(name));
    }
    const saved = Environment.fromRecord(JSON.parse(JSON.stringify(session.toRecord())));
    both.step(["show-environment"], () => showEnvironment(saved));
    both.step(["show-environment", "-h"], () => showEnvironment(saved, { hidden: true }));
    expect(await both.mismatches()).toEqual([]);
  });

  it("gives a process the global variables with the session's over them", async () => {
    const global = new Environment();
    const session = new Environment();
    const both = new Comparison(real);
    const set = (flags: string[], target: Environment, name: string, value?: string) => {
      const argv = ["set-environment", ...flags, name, ...(value === undefined ? [] : [value])];
      both.step(argv, () => {
        if (value === undefined) target.remove(name);
        else target.set(name, value, { hidden: flags.join().includes("h") });
      });
    };
    for (const name of ["T_A", "T_B", "T_C", "T_D", "T_G"]) set(["-g"], global, name, `global ${name}`);
    set(["-gh"], global, "T_H", "hidden");
    set([], session, "T_A", "session");
    set(["-h"], session, "T_B", "hidden");
    set(["-r"], session, "T_C");
    set([], session, "T_H", "shown");
    set(["-gr"], global, "T_D");
    expect(await both.mismatches()).toEqual([]);
    const file = join(mkdtempSync(join(process.env.MULLION_TEST_RUN ?? tmpdir(), "e")), "environment");
    void real.run("run-shell", `env | grep ^T_ | sort >${file}`);
    // Is answered when the one before it has ended.
    await real.run("start-server");
    const ours = [...processEnvironment(global, session)]
      .map(([name, value]) => `${name}=${value}\n`)
      .join("");
    expect(ours).toBe(readFileSync(file, "utf8"));
  });
});

describe.runIf(need("tmux"))("a client's environment updates a session's", () => {
  it.each([
    ["DISPLAY SSH_*", { DISPLAY: ":1", SSH_A: "a", SSH_B: "b" }],
    ["SSH_* NOPE N*PE", { SSH_Z: "z" }],
    ["X[AB] ?Y", { XA: "1", XB: "2", ZY: "3" }],
  ])("%s", async (patterns, variables) => {
    const real = new RealTmux(variables);
    await real.run("set-option", "-g", "update-environment", patterns);
    await real.run("new-session", "-d", "-s", "other");
    const { lines } = await real.run("show-environment", "-t", "other");
    await real.stop();
    const session = new Environment();
    session.updateFrom(Environment.fromMap(new Map(Object.entries(variables))), patterns.split(" "));
    expect(showEnvironment(session)).toEqual(lines);
  });
});
