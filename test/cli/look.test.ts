import { describe, expect, test } from "vitest";
import type { TreeDescription } from "../../src/cli/describe-tree.ts";
import { root } from "../fixtures/daemon.ts";
import { daemonForAll } from "../fixtures/daemon-for-all.ts";
import { waitFor } from "../fixtures/wait-for.ts";
import { verbsOf } from "./verbs-of.ts";

const daemon = daemonForAll();
const { run, sh, until } = verbsOf(daemon);

describe("ls", () => {
  test("shows the usage of each pane, of all servers", async () => {
    const busy = await sh("while :; do :; done", "-n", "busy");
    await daemon.tmux("-L", "other", "new-session", "-d", "-s", "elsewhere", "cat");
    const panes = async () => {
      const { servers }: TreeDescription = JSON.parse((await daemon.run("ls", "--json")).stdout);
      return servers.flatMap(({ name, sessions }) =>
        sessions.flatMap(({ windows }) =>
          windows.flatMap((window) => window.panes.map((pane) => ({ ...pane, name }))),
        ),
      );
    };
    await waitFor(async () => (await panes()).some(({ id, cpu }) => id === busy && cpu! > 5), "a busy pane");
    const quiet = (await panes()).find(({ name }) => name === "other")!;
    expect(quiet.memory).toBeGreaterThan(100_000);
    expect((await daemon.run("ls")).stdout).toMatch(/ {6}%\d+ {2}working +\d+ s +[\d.]+% +[\d.]+[KM] {2}/);
    await daemon.run("kill", busy);
    await daemon.tmux("-L", "other", "kill-server");
  });

  test("selects states, and sorts the panes of all servers in one list", async () => {
    const asks = await sh("printf 'Allow? '; read x", "-n", "asks");
    const works = await sh("echo busy now; exec sleep 1000", "-n", "works");
    await daemon.run("wait", asks, "--until", "state:waiting");
    const waiting = (await daemon.run("ls", "--state", "waiting")).stdout;
    expect(waiting).toMatch(/^mullion .*\n {2}asks .*\n.*\n {6}%\d+ {2}waiting +\d+ s .* Allow\?\n$/);
    const { servers }: TreeDescription = JSON.parse(
      (await daemon.run("ls", "--state", "waiting", "--json")).stdout,
    );
    expect(servers[0]!.sessions.map(({ name }) => name)).toEqual(["asks"]);
    await daemon.tmux("-L", "other", "new-session", "-d", "-s", "zelda", "sleep 1000");
    const sorted = (await daemon.run("ls", "--sort", "name")).stdout.trimEnd().split("\n");
    expect(sorted).toEqual([
      expect.stringMatching(/^\? waiting +\d+ s {2}%\d+ {2}mullion\/asks {2} *Allow\?$/),
      expect.stringMatching(/^● working +\d+ s {2}%\d+ {2}mullion\/works +busy now$/),
      expect.stringMatching(/^● working +\d+ s {2}%0 +other\/zelda /),
    ]);
    expect((await daemon.run("ls", "--sort", "name", "--json")).stderr).toContain("--sort is for lines");
    for (const pane of [asks, works]) await daemon.run("kill", pane);
    await daemon.tmux("-L", "other", "kill-server");
  });

  test("is cut to the width of a terminal", async () => {
    const long = await sh("printf '%0300d\\n' 7; exec sleep 1000", "-n", "long");
    await until(long, "7");
    const look = await run("--keep", "-n", "narrow", "--", `${root}bin/mullion`, "ls");
    await daemon.run("wait", look, "-t", "10");
    const { stdout } = await daemon.run("capture", look, "--lines", "100");
    const line = stdout.split("\n").find((each) => each.includes(`${long} `))!;
    expect(line).toMatch(/^ {6}%\d+ +working .* 0+$/);
    expect(line).toHaveLength(80);
    for (const pane of [long, look]) await daemon.run("kill", pane);
  });

  test("has colours on a terminal alone, and none where they are not wanted", async () => {
    expect((await daemon.run("ls")).stdout).not.toContain("\x1b");
    const look = async (...env: string[]) => {
      const pane = await run("--keep", "-n", "looks", ...env, "--", `${root}bin/mullion`, "ls");
      await daemon.run("wait", pane, "-t", "10");
      const { stdout } = await daemon.run("capture", pane, "--styles", "--lines", "100");
      await daemon.run("kill", pane);
      return stdout.split("Pane is dead")[0];
    };
    expect(await look()).toContain("\x1b[1mmullion");
    expect(await look("-e", "NO_COLOR=1")).not.toContain("\x1b");
  });
});

describe("search", () => {
  test("finds lines in the history of every pane, wrapped ones whole", async () => {
    const first = await sh("echo needle one; seq 100; printf '%0100d needle\\n' 0; echo end; exec cat");
    await daemon.tmux("-L", "other", "new-session", "-d", "echo Needle two; exec cat");
    await until(first, "^end$");
    await waitFor(async () => (await daemon.run("search", "Needle")).status === 0, "the other server's line");
    const { stdout, status } = await daemon.run("search", "-i", "needle");
    const lines = stdout.trimEnd().split("\n");
    expect(status).toBe(0);
    expect(lines).toHaveLength(3);
    expect(lines[0]).toMatch(new RegExp(`^mullion ${first} -\\d+: needle one$`));
    expect(lines[1]).toMatch(/: 0{100} needle$/);
    expect(lines[2]).toMatch(/^other %0 0: Needle two$/);

    expect((await daemon.run("search", "-i", "needle", "-L", "other")).stdout.trimEnd()).toBe(lines[2]);
    expect((await daemon.run("search", "-i", "needle", "--max", "1")).stdout.trimEnd().split("\n")).toEqual(
      lines.slice(1),
    );
    expect((await daemon.run("search", "needle", "-c")).stdout).toBe(`mullion ${first}: 2\n`);
    const [found] = (await daemon.run("search", "needle (one|two)", "--json")).stdout.trimEnd().split("\n");
    expect(JSON.parse(found!)).toMatchObject({ server: "mullion", pane: first, text: "needle one" });
    await daemon.tmux("-L", "other", "kill-server");
  });

  test("nothing is status 1, and so is a pattern that is none", async () => {
    expect(await daemon.run("search", "nothing of that kind")).toEqual({ stdout: "", stderr: "", status: 1 });
    expect((await daemon.run("search", "(")).stderr).toContain("is no POSIX extended regular expression");
    const pane = await sh("echo 'a(b'; exec cat");
    await until(pane, "a");
    expect((await daemon.run("search", "-F", "a(b")).stdout).toContain(`${pane} 0: a(b`);
    expect((await daemon.run("search", "x", "-L", "none")).stderr).toContain("there is no server none");
  });
});

describe("top", () => {
  test("prints once where nobody looks, and as often as asked", async () => {
    const busy = await sh("while :; do :; done", "-n", "busy");
    await sh("while :; do seq 1000; sleep 0.01; done", "-n", "noisy");
    const { stdout } = await daemon.run("top");
    expect(stdout).toMatch(
      /^PANE {2,}SERVER {2,}SESSION {2,}STATE {2,}CPU {2,}MEM {2,}OUT\/S {2,}QUIET {2,}COMMAND\n/,
    );
    const looks = (
      await daemon.run("top", "--json", "--count", "2", "--interval", "300ms", "--sort", "output")
    ).stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(looks).toHaveLength(2);
    expect(looks[1].panes[0]).toMatchObject({ session: "noisy" });
    expect(looks[1].panes[0].outputRate).toBeGreaterThan(1_000);
    expect(looks[1].panes.find(({ id }: { id: string }) => id === busy).cpu).toBeGreaterThan(0);
    await daemon.run("kill", "busy", "noisy");
  });

  test("is drawn again on a terminal, until q", async () => {
    await run("-n", "watched", "--", "cat");
    const pane = await run("--keep", "--", `${root}bin/mullion`, "top", "--interval", "200ms");
    await until(pane, "watched");
    await run("-n", "newcomer", "--", "cat");
    await until(pane, "newcomer");
    expect(JSON.parse((await daemon.run("capture", pane, "--json")).stdout)).toMatchObject({
      alternate: true,
    });
    await daemon.run("send", pane, "--key", "q");
    expect((await daemon.run("wait", pane, "-t", "10")).stdout).toBe("0\n");
    expect((await daemon.run("capture", pane)).stdout).not.toContain("newcomer");
  });

  test.each([
    [["--sort", "name"], '--sort knows cpu, memory, output, not "name"'],
    [["--interval", "1ms"], "--interval is at least 100ms"],
    [["--count", "0"], "--count needs a number from 1 on, not 0"],
  ])("%j is refused", async (argv, sentence) => {
    expect(await daemon.run("top", ...argv)).toEqual({
      stdout: "",
      stderr: `mullion: ${sentence}\n`,
      status: 1,
    });
  });
});
