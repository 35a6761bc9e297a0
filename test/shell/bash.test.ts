import { afterEach, describe, expect, test } from "vitest";
import { root } from "../fixtures/daemon.ts";
import { need } from "../setup/need.ts";
import { closeShells, openShell } from "./terminal.ts";

const BIN = `${root}bin`;
afterEach(closeShells);

describe.runIf(need("bash", "script"))("bash", () => {
  test("marks prompt, input, output and the status of each command", async () => {
    const shell = await openShell("bash", { files: { ".bashrc": "PS1='$ '" } });
    await shell.run("true");
    expect(shell.output).toMatch(
      /\x1b\]133;A\x07[\s\S]*\$ \x1b\]133;B\x07true\r\n[\s\S]*\x1b\]133;C\x07[\s\S]*\x1b\]133;D;0\x07/,
    );
    shell.type("(exit 42)");
    await shell.see("\x1b]133;D;42\x07");
  });

  test("an empty line is no command", async () => {
    const shell = await openShell("bash");
    await shell.run("false");
    shell.type("");
    expect(await shell.see(/133;A\x07[\s\S]*133;B/)).not.toContain("133;D");
  });

  test("tells the working directory, percent-encoded", async () => {
    const shell = await openShell("bash");
    await shell.run("mkdir 'a é%' && cd 'a é%'");
    expect(shell.output).toContain(`${shell.home}/a%20%C3%A9%25\x07`);
  });

  describe.each(["linux", "darwin"] as const)("started the way of %s", (platform) => {
    test("a login shell reads the first profile of the user's, and our directory stays first", async () => {
      const files = {
        ".bash_profile": "echo read-profile; PATH=/user/bin:$PATH",
        ".profile": "echo read-too-much",
        ".bashrc": "echo read-bashrc",
      };
      const shell = await openShell("bash", { login: true, platform, files });
      expect(shell.output).toContain("read-profile");
      expect(shell.output).not.toMatch(/read-too-much|read-bashrc/);
      const path = (await shell.run("echo $PATH")).trim().split(":");
      expect(path.slice(0, 2)).toEqual([BIN, "/user/bin"]);
      expect(path.filter((entry) => entry === BIN)).toHaveLength(1);
    });

    test("another interactive shell reads .bashrc", async () => {
      const files = {
        ".bashrc": "echo read-bashrc; declare -r kept=top-level",
        ".profile": "echo read-too-much",
      };
      const shell = await openShell("bash", { platform, files });
      expect(shell.output).toContain("read-bashrc");
      expect(shell.output).not.toContain("read-too-much");
      expect(await shell.run("echo $kept; echo ${PATH%%:*}")).toBe(`top-level\n${BIN}\n`);
    });
  });

  test.each([true, false])("a user finds options and variables as without us (login: %s)", async (login) => {
    const probe =
      'shopt -p >s; set -o >>s; { echo "$- $0 $HISTFILE ${ENV-none} ${POSIXLY_CORRECT-none}"; export -p; } >>s; trap >>s; alias >>s; echo "state-"written';
    const read = async (integrate: boolean) => {
      const shell = await openShell("bash", { login, integrate, environment: { MULLION_BIN: BIN } });
      shell.type(probe);
      await shell.see("state-written");
      shell.type("cat s; echo 'state'-shown");
      return (await shell.see("state-shown\r\n"))
        .replaceAll(shell.home, "HOME")
        .split("\r\n")
        .filter(
          (line) => / |^[a-z]/.test(line) && !/^declare -x PATH|cat s/.test(line) && !line.includes("\x1b"),
        );
    };
    const [ours, plain] = [await read(true), await read(false)];
    expect(ours.length).toBeGreaterThan(50);
    expect(ours).toEqual(plain);
  });

  test.each([
    ["a string", "PROMPT_COMMAND='seen=$?;'"],
    ["an array", "PROMPT_COMMAND=('seen=$?' ':')"],
  ])("PROMPT_COMMAND of the user's as %s sees the status", async (_form, line) => {
    const shell = await openShell("bash", { files: { ".bashrc": line } });
    await shell.run("(exit 7)");
    expect(await shell.run("echo $seen")).toBe("7\n");
  });

  test("a theme that writes PS1 at each prompt keeps its prompt and our mark", async () => {
    const files = { ".bashrc": 'count=0; theme() { PS1="<$((++count))>$ "; }; PROMPT_COMMAND=theme' };
    const shell = await openShell("bash", { files });
    await shell.run("true");
    await shell.see("<2>$ \x1b]133;B\x07");
    shell.type("");
    await shell.see("<3>$ \x1b]133;B\x07");
  });

  test("strict modes do not end the shell or print errors", async () => {
    const shell = await openShell("bash", { files: { ".bashrc": "set -eu; unset PROMPT_COMMAND" } });
    await shell.run("! true");
    expect(await shell.run("echo still-here")).toBe("still-here\n");
    expect(shell.output).not.toMatch(/unbound|not found/);
  });

  test("a nested shell is a plain one, even with an exported PROMPT_COMMAND", async () => {
    const shell = await openShell("bash", { files: { ".bashrc": "export PROMPT_COMMAND=:; PS1='$ '" } });
    shell.type("bash --norc");
    await shell.see("bash-");
    shell.type("echo nested-$((1 + 1)) ${MULLION_BASH-none} ${ENV-none}");
    const seen = await shell.see("nested-2 none none");
    expect(seen).not.toMatch(/not found|133;A/);
  });

  test("a profile that becomes another shell takes our PATH with it", async () => {
    const files = { ".bash_profile": "exec sh -c 'echo path=$PATH; exec cat'" };
    const shell = await openShell("bash", { login: true, integrate: true, files, awaitPrompt: false });
    expect(await shell.see(/path=.*\r\n/)).toContain(`path=${BIN}:`);
  });

  test("exported functions are kept, whatever their names", async () => {
    const shell = await openShell("bash", { environment: { "BASH_FUNC_say-it%%": "() { echo said; }" } });
    expect(await shell.run("say-it")).toBe("said\n");
    expect(await shell.run("echo ${PATH%%:*}")).toBe(`${BIN}\n`);
  });

  test("the user's own ENV is kept", async () => {
    const shell = await openShell("bash", { environment: { ENV: "/nonexistent/shrc" } });
    expect(await shell.run("export -p | grep -w ENV")).toBe('declare -x ENV="/nonexistent/shrc"\n');
  });

  test("MULLION_SHELL_INTEGRATION=0 leaves the shell alone", async () => {
    const shell = await openShell("bash", {
      environment: { MULLION_SHELL_INTEGRATION: "0" },
      files: { ".bashrc": "PS1='plain$ '" },
      awaitPrompt: false,
    });
    shell.type("false");
    shell.type("echo done-$?");
    expect(await shell.see("done-1")).not.toContain("133;");
  });
});
