import { describe, expect, it } from "vitest";
import { parseGlobalFlags } from "./global-flags.ts";

const parse = (...argv: string[]) => parseGlobalFlags(argv, "3.3a");

describe("parseGlobalFlags", () => {
  it("parses the flags before the command", () => {
    expect(parse("-L", "a", "-Lb", "-S/s", "-f", "x", "-fy", "-uN", "ls", "-L", "c")).toMatchObject({
      label: "b",
      socketPath: "/s",
      configFiles: ["x", "y"],
      utf8: true,
      noStartServer: true,
      controlMode: 0,
      words: ["ls", "-L", "c"],
    });
  });

  it.each([
    [["-C"], 1],
    [["-CC"], 2],
    [["-C", "-C", "-C"], 2],
  ])("%j is control mode %i", (argv, controlMode) => {
    expect(parse(...argv)).toMatchObject({ controlMode });
  });

  it("prints the version before anything else", () => {
    expect(parse("-L", "a", "-V", "-x")).toEqual({ stdout: "tmux 3.3a\n", status: 0 });
  });

  it.each([["-x"], ["-L"], ["-c", "true", "ls"], ["-D", "ls"], ["--help"]])(
    "answers %s with the usage",
    (...argv) => {
      expect(parse(...argv)).toMatchObject({ status: 1, stderr: expect.stringContaining("usage: tmux") });
    },
  );

  it("recognises a call that runs as long as its server", () => {
    expect(parse("-D")).toMatchObject({ foreground: true, words: [] });
  });
});
