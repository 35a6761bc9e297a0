import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { prepareInstance, root, type TestDaemon } from "../fixtures/daemon.ts";
import { need, programPath } from "../setup/need.ts";

let instance: TestDaemon;
let env: NodeJS.ProcessEnv;
beforeAll(async () => {
  instance = prepareInstance();
  env = { ...instance.env, PATH: `${root}bin:${instance.env.PATH}` };
});
afterAll(() => instance.stop());

async function scriptFor(shell: string): Promise<string> {
  const { stdout } = await instance.run("completion", shell);
  const file = join(instance.dir, `completion.${shell}`);
  writeFileSync(file, stdout);
  return file;
}

test("asks nobody who is not there", async () => {
  expect(await instance.run("complete", "target")).toEqual({ stdout: "", stderr: "", status: 1 });
  expect(instance.pid()).toBeUndefined();
});

test("names the shells it knows", async () => {
  expect((await instance.run("completion", "tcsh")).stderr).toContain("bash, zsh and fish, not for tcsh");
  expect(JSON.parse((await instance.run("completion", "fish", "--json")).stdout)).toMatchObject({
    shell: "fish",
  });
});

describe.runIf(need("bash"))("bash", () => {
  test("verbs, options, their values, and what there is", async () => {
    const file = await scriptFor("bash");
    const ask = `COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)); _mullion mullion "\${!#}" "\${COMP_WORDS[COMP_CWORD-1]}"; echo "\${COMPREPLY[@]}"`;
    const complete = (...words: string[]) =>
      execFileSync(programPath("bash"), ["-c", `source ${file}\n${ask}`, "-", "mullion", ...words], {
        env,
        encoding: "utf8",
      })
        .trim()
        .split(" ")
        .sort();
    expect(complete("do")).toEqual(["doctor", "down"]);
    expect(complete("run", "--j")).toEqual(["--json"]);
    expect(complete("wait", "--until", "")).toEqual(
      expect.arrayContaining(["exit", "idle:", "match:", "prompt"]),
    );
    expect(complete("service", "un")).toEqual(["uninstall"]);
    expect(complete("help", "rec")).toEqual(["record"]);
    await instance.run("run", "-n", "web", "--", "cat");
    expect(complete("capture", "")).toEqual(["%0", "web"]);
    expect(complete("capture", "--server", "")).toEqual(["mullion"]);
  });
});

describe.runIf(need("fish"))("fish", () => {
  test("verbs, options, their values, and what there is", async () => {
    const file = await scriptFor("fish");
    const complete = (line: string) =>
      execFileSync(programPath("fish"), ["--no-config", "-c", `source ${file}; complete -C '${line}'`], {
        env,
        encoding: "utf8",
      })
        .trimEnd()
        .split("\n")
        .map((each) => each.split("\t")[0]);
    expect(complete("mullion do")).toEqual(["doctor", "down"]);
    expect(complete("mullion run --j")).toEqual(["--json"]);
    expect(complete("mullion wait --until ")).toEqual(["exit", "idle:", "match:", "prompt", "state:"]);
    expect(complete("mullion run --name ")).toEqual([""]);
    expect(complete(`mullion web --cert ${file.slice(0, -1)}`)).toEqual([file]);
    await instance.run("run", "-n", "fished", "--", "cat");
    expect(complete("mullion capture fi")).toEqual(["fished"]);
  });
});

describe.runIf(need("zsh"))("zsh", () => {
  test("verbs and what there is, at a real prompt", async () => {
    const file = await scriptFor("zsh");
    await instance.run("run", "-n", "zeta", "--", "cat");
    const shell = (
      await instance.run("run", "-e", `PATH=${env.PATH}`, "--", programPath("zsh"), "-f", "-i")
    ).stdout.trim();
    const until = async (line: string) =>
      expect((await instance.run("wait", shell, "--until", `match:${line}`, "-t", "20")).status).toBe(0);
    await instance.run(
      "send",
      shell,
      "--enter",
      `autoload -Uz compinit; compinit -u -D; source ${file}; echo rea''dy`,
    );
    await until("^ready$");
    await instance.run("send", shell, "mullion capt", "--key", "Tab");
    await until("mullion capture");
    await instance.run("send", shell, "zet", "--key", "Tab");
    await until("mullion capture zeta");
    await instance.run("send", shell, "--key", "C-u");
    await instance.run("send", shell, "mullion wait --ti", "--key", "Tab");
    await until("mullion wait --timeout");
  }, 60_000);
});
