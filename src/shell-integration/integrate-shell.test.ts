import { describe, expect, test } from "vitest";
import { integrateShell } from "./integrate-shell.ts";

const root = "/opt/mullion";
const start = (
  argv: string[],
  environment: Record<string, string> = {},
  platform: NodeJS.Platform = "linux",
) =>
  integrateShell({
    file: `/bin/${argv[0]!.replace(/^-/, "")}`,
    argv,
    environment: new Map(Object.entries(environment)),
    root,
    bin: "/opt/mullion/bin",
    platform,
  });

describe("integrateShell", () => {
  test("bash reads our file through ENV, and is told what it is", () => {
    const { argv, environment, active } = start(["-bash"], { ENV: "/home/u/.shrc" });
    expect(active).toBe(true);
    expect(argv).toEqual(["-bash", "--posix"]);
    expect(Object.fromEntries(environment)).toEqual({
      ENV: "/opt/mullion/shell/bash/mullion.bash",
      MULLION_BASH: "login",
      MULLION_BASH_ENV: "/home/u/.shrc",
      MULLION_BIN: "/opt/mullion/bin",
    });
    expect(start(["bash"]).environment.get("MULLION_BASH")).toBe("plain");
    expect(start(["bash", "-l"]).argv).toEqual(["bash", "--posix", "-l"]);
  });

  test("the bash of macOS gets an rcfile", () => {
    const { argv, environment } = start(["-bash"], {}, "darwin");
    expect(argv).toEqual(["bash", "--rcfile", "/opt/mullion/shell/bash/mullion.bash", "-i"]);
    expect(environment.get("MULLION_BASH")).toBe("login");
    expect(environment.has("ENV")).toBe(false);
  });

  test("exported functions that POSIX mode would drop are kept by an rcfile", () => {
    expect(start(["bash"], { "BASH_FUNC_plain%%": "() { :; }" }).argv).toContain("--posix");
    expect(start(["bash"], { "BASH_FUNC_with-dash%%": "() { :; }" }).argv).toContain("--rcfile");
  });

  test("zsh finds our .zshenv, and its own directory is kept", () => {
    const { argv, environment } = start(["-zsh"], { ZDOTDIR: "/home/u/.zsh" });
    expect(argv).toEqual(["-zsh"]);
    expect(environment.get("ZDOTDIR")).toBe("/opt/mullion/shell/zsh");
    expect(environment.get("MULLION_ZDOTDIR")).toBe("/home/u/.zsh");
    expect(start(["zsh"]).environment.has("MULLION_ZDOTDIR")).toBe(false);
  });

  test("fish runs a command after its configuration", () => {
    expect(start(["fish", "--login"]).argv).toEqual([
      "fish",
      "--login",
      "--init-command",
      "source '/opt/mullion/shell/fish/mullion.fish'",
    ]);
  });

  test.each([
    ["another shell", ["dash"], {}],
    ["a command", ["bash", "-c", "true"], {}],
    ["a script", ["zsh", "build.zsh"], {}],
    ["start files turned off", ["bash", "--norc"], {}],
    ["a user's own POSIX mode", ["bash"], { POSIXLY_CORRECT: "y" }],
    ["integration turned off", ["bash"], { MULLION_SHELL_INTEGRATION: "0" }],
  ])("nothing is changed for %s", (_what, argv, environment) => {
    const result = start(argv, environment as Record<string, string>);
    expect(result.active).toBe(false);
    expect(result.argv).toEqual(argv);
    expect(Object.fromEntries(result.environment)).toEqual(environment);
  });
});
