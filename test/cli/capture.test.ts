import { describe, expect, test } from "vitest";
import { daemonForAll } from "../fixtures/daemon-for-all.ts";
import { need, programPath } from "../setup/need.ts";
import { verbsOf } from "./verbs-of.ts";

const daemon = daemonForAll();
const { run, until } = verbsOf(daemon);

const capture = (...argv: string[]) => daemon.run("capture", ...argv);

test("--styles keeps colours", async () => {
  const pane = await run("--", "sh", "-c", "printf '\\033[31mred\\033[0m plain\\n'; exec cat");
  await until(pane, "plain");
  expect((await capture(pane)).stdout).toBe("red plain\n");
  expect((await capture(pane, "--styles")).stdout).toBe("\x1b[31mred\x1b[39m plain\n");
});

describe("right after run", () => {
  test("shows what the program prints first, also where that takes a moment", async () => {
    for (const script of [...Array(15).fill("echo listening"), "sleep 0.2; echo listening"]) {
      const pane = await run("--", "sh", "-c", `${script}; exec cat`);
      expect((await capture(pane)).stdout).toBe("listening\n");
      await daemon.run("kill", pane);
    }
  });

  test("shows a blank screen for a program that is silent or has ended", async () => {
    const silent = await run("--", "cat");
    expect((await capture(silent)).stdout).toBe("\n");
    const ended = await run("--keep", "--", "true");
    expect((await capture(ended)).stdout).toContain("Pane is dead");
  });
});

describe("--since", () => {
  test("what was printed after a cursor, however long, and the next cursor", async () => {
    const pane = await run(
      "--",
      "sh",
      "-c",
      "stty -echo; echo before; read x; seq 1000; printf 'a\\rb\\n'; echo end; exec cat",
    );
    await until(pane, "before");
    const first = JSON.parse((await capture(pane, "--json")).stdout);
    await daemon.run("send", pane, "--enter");
    await until(pane, "end");
    const second = JSON.parse((await capture(pane, "--since", `${first.cursor}`, "--json")).stdout);
    const numbers = Array.from({ length: 1000 }, (_, index) => index + 1);
    expect(second.text).toBe([...numbers, "b", "end"].join("\n"));
    expect(second).toMatchObject({ since: first.cursor, lostBytes: 0 });
    expect((await capture(pane, "--since", `${second.cursor}`)).stdout).toBe("\n");
  });

  test("a line that wrapped is one line", async () => {
    const pane = await run("--", "sh", "-c", "printf '%0200d\\n' 7; echo end; exec cat");
    await until(pane, "end");
    const { stdout } = await capture(pane, "--since", "0");
    expect(stdout).toBe(`${"7".padStart(200, "0")}\nend\n`);
  });

  test.each([
    [["--since", "soon"], '--since needs a cursor, not "soon"'],
    [["--since", "0", "--lines", "3"], "--lines and --since exclude each other"],
    [["--since", "0", "--last-command"], "--last-command and --since exclude each other"],
  ])("%j is refused", async (argv, sentence) => {
    const pane = await run("--", "cat");
    expect(await capture(pane, ...argv)).toEqual({ stdout: "", stderr: `mullion: ${sentence}\n`, status: 1 });
  });
});

describe("--last-command", () => {
  test.runIf(need("bash"))("is the output of the last one, its status, and nothing else", async () => {
    const shell = await run("--", programPath("bash"));
    const prompt = () => daemon.run("wait", shell, "--until", "prompt", "-t", "10");
    await prompt();
    await daemon.run("send", shell, "--enter", "echo first");
    await prompt();
    await daemon.run("send", shell, "--enter", "seq 100; echo é; (exit 3)");
    await prompt();
    const numbers = Array.from({ length: 100 }, (_, index) => index + 1);
    const text = [...numbers, "é"].join("\n");
    expect((await capture(shell, "--last-command")).stdout).toBe(`${text}\n`);
    const told = JSON.parse((await capture(shell, "--last-command", "--json")).stdout);
    expect(told).toMatchObject({ text, finished: true, status: 3 });

    await daemon.kill9();
    expect((await capture(shell, "--last-command")).stdout).toBe(`${text}\n`);
    await daemon.run("send", shell, "--enter", "echo runs; sleep 1000");
    await until(shell, "^runs$");
    const running = JSON.parse((await capture(shell, "--last-command", "--json")).stdout);
    expect(running).toMatchObject({ text: "runs", finished: false, status: null });
  });

  test("is refused where nobody marks commands", async () => {
    const pane = await run("--", "sh", "-c", "echo hello; exec cat");
    await until(pane, "hello");
    const { stderr, status } = await capture(pane, "--last-command");
    expect(stderr).toContain(`no command is marked in pane ${pane}`);
    expect(status).toBe(1);
  });
});
