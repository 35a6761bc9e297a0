import { afterEach, describe, expect, test } from "vitest";
import { root } from "../fixtures/daemon.ts";
import { need } from "../setup/need.ts";
import { closeShells, openShell } from "./terminal.ts";

const BIN = `${root}bin`;
afterEach(closeShells);

describe.runIf(need("fish", "script"))("fish", () => {
  test("marks prompt, output and the status of each command", async () => {
    const shell = await openShell("fish");
    await shell.run("true");
    expect(shell.output).toMatch(/\x1b\]133;A\x07[\s\S]*\x1b\]133;C\x07[\s\S]*\x1b\]133;D;0\x07/);
    shell.type("sh -c 'exit 42'");
    await shell.see("\x1b]133;D;42\x07");
    shell.type("");
    expect(await shell.see("133;A")).not.toContain("133;D");
  });

  test("tells the working directory, percent-encoded", async () => {
    const shell = await openShell("fish");
    await shell.run("mkdir 'a é%'; cd 'a é%'");
    expect(shell.output).toContain(`${shell.home}/a%20%C3%A9%25\x07`);
  });

  test.each([true, false])(
    "the user's configuration is read, and our directory stays first (login: %s)",
    async (login) => {
      const config = `set -gx PATH /user/bin $PATH
      function fish_prompt; echo "<$status># "; end`;
      const shell = await openShell("fish", { login, files: { ".config/fish/config.fish": config } });
      expect(await shell.run("echo $PATH[1..2]")).toContain(`${BIN} /user/bin\n`);
      shell.type("sh -c 'exit 7'");
      await shell.see("<7># ");
    },
  );

  test("a nested shell is a plain one", async () => {
    const shell = await openShell("fish");
    shell.type(
      "fish --no-config -c 'functions -q __mullion_prompt; set seen $status; echo nested-(math 1 + 1)-$seen'",
    );
    await shell.see("nested-2-1");
    expect(await shell.run("set -q XDG_DATA_DIRS; echo changed-$status")).toContain("changed-1\n");
  });

  test("MULLION_SHELL_INTEGRATION=0 leaves the shell alone", async () => {
    const shell = await openShell("fish", {
      environment: { MULLION_SHELL_INTEGRATION: "0" },
      awaitPrompt: false,
    });
    shell.type("false");
    shell.type("echo done-$status");
    expect(await shell.see("done-1")).not.toContain("133;");
  });
});
