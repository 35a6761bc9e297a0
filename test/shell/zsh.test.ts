import { afterEach, describe, expect, test } from "vitest";
import { root } from "../fixtures/daemon.ts";
import { need } from "../setup/need.ts";
import { closeShells, openShell } from "./terminal.ts";

const BIN = `${root}bin`;
const RC = "PS1='%% '\n";
afterEach(closeShells);

describe.runIf(need("zsh", "script"))("zsh", () => {
  test("marks prompt, input, output and the status of each command", async () => {
    const shell = await openShell("zsh", { files: { ".zshrc": RC } });
    await shell.run("true");
    expect(shell.output).toMatch(
      /\x1b\]133;A\x07[\s\S]*% \x1b\]133;B\x07[\s\S]*\x1b\]133;C\x07[\s\S]*\x1b\]133;D;0\x07/,
    );
    shell.type("(exit 42)");
    await shell.see("\x1b]133;D;42\x07");
    shell.type("");
    expect(await shell.see(/133;A\x07[\s\S]*133;B/)).not.toContain("133;D");
  });

  test("tells the working directory, percent-encoded", async () => {
    const shell = await openShell("zsh", { files: { ".zshrc": RC } });
    await shell.run("mkdir 'a é%' && cd 'a é%'");
    expect(shell.output).toContain(`${shell.home}/a%20%C3%A9%25\x07`);
  });

  test("every start file of the user's is read in order, and our directory stays first", async () => {
    const files = Object.fromEntries(
      ["zshenv", "zprofile", "zshrc", "zlogin"].map((name) => [
        `.${name}`,
        `order+=${name}-; path=(/user/${name} $path)\n${RC}`,
      ]),
    );
    const login = await openShell("zsh", { login: true, files });
    expect(await login.run("echo $order; echo ${PATH%%:*}; echo ${ZDOTDIR-none}")).toContain(
      `zshenv-zprofile-zshrc-zlogin-\n${BIN}\nnone\n`,
    );
    const plain = await openShell("zsh", { files });
    expect(await plain.run("echo $order; echo ${(M)#path:#*/main/bin}")).toContain("zshenv-zshrc-\n");
  });

  test("the user's own ZDOTDIR is honoured, from the environment or set in .zshenv", async () => {
    const files = { "config/.zshrc": `${RC}where=config\n` };
    const fromEnvironment = await openShell("zsh", { files, environment: { ZDOTDIR: "config" } });
    expect(await fromEnvironment.run("echo $where $ZDOTDIR")).toContain("config config\n");
    const fromFile = await openShell("zsh", { files: { ...files, ".zshenv": "ZDOTDIR=~/config" } });
    expect(await fromFile.run("echo $where")).toContain("config\n");
  });

  test("hooks and themes of the user's work, with strict and odd options", async () => {
    const rc = `
      setopt ksh_arrays nounset sh_word_split no_unset
      theme() { seen=$?; PS1="<$seen>%% " }
      precmd_functions+=(theme)
      preexec() { echo before:$1 }
    `;
    const shell = await openShell("zsh", { files: { ".zshrc": rc } });
    await shell.run("(exit 7)");
    expect(shell.output).toContain("before:(exit 7)\r\n");
    await shell.see("<7>% \x1b]133;B\x07");
    shell.type("(exit 8)");
    await shell.see("<8>% \x1b]133;B\x07");
    expect(shell.output).not.toMatch(/not set|bad |no such|subscript/);
  });

  test("a nested shell is a plain one", async () => {
    const shell = await openShell("zsh", { files: { ".zshrc": RC } });
    shell.type("zsh -f -i");
    await shell.see(/[\s\S]*2004h/);
    shell.type("echo nested-$((1 + 1)) ${ZDOTDIR-none} ${MULLION_ZDOTDIR-none}");
    expect(await shell.see("nested-2 none none")).not.toContain("133;A");
  });

  test("MULLION_SHELL_INTEGRATION=0 leaves the shell alone", async () => {
    const shell = await openShell("zsh", {
      environment: { MULLION_SHELL_INTEGRATION: "0" },
      files: { ".zshrc": RC },
      awaitPrompt: false,
    });
    shell.type("false");
    shell.type("echo done-$?");
    expect(await shell.see("done-1")).not.toContain("133;");
  });
});
