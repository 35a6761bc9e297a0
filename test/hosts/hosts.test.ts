import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { openTerminal } from "../attach/outer-terminal.ts";
import { root } from "../fixtures/daemon.ts";
import { outputOf } from "../fixtures/output-of.ts";
import { waitFor } from "../fixtures/wait-for.ts";
import { need } from "../setup/need.ts";
import { twoMachines } from "./two-machines.ts";

describe.runIf(need("ssh", "sshd", "ssh-keygen"))("a host behind a real sshd", () => {
  const { near, far, call, cut } = twoMachines();

  test("doctor says how it is reached, and ls that it is connected", async () => {
    const text = await call("host", "doctor", "there");
    expect(text).toMatch(/^there answers \(\d+ ms\)\.\nMullion \S+, protocol level \d+, Node v\d+\S*\.\n/);
    expect(text).toMatch(/There and back takes [\d.]+ ms\.$/);
    expect(await call("host", "ls")).toMatch(/^there {2}connected for \d+ s, [\d.]+ ms {2}ssh:\/\//);
    expect(JSON.parse(await call("host", "show", "there", "--json"))).toMatchObject({
      name: "there",
      state: { kind: "connected", welcome: { link: 1 } },
    });
  });

  test("a program runs there, in the host's home and environment, and is read, typed into and ended from here", async () => {
    const pane = await call(
      "run",
      "--on",
      "there",
      "-n",
      "web",
      "--",
      "sh",
      "-c",
      'echo "$HOME in $PWD"; cat',
    );
    expect(pane).toMatch(/^there\/%\d+$/);
    const home = join(far.dir, "ssh/home");
    await call("wait", pane, "--until", `match:${home} in ${home}`, "-t", "10");
    await call("send", pane, "--enter", "typed/here");
    await call("wait", "there/web", "--until", "match:typed/here", "-t", "10");
    expect(await call("capture", "there/web")).toContain("typed/here\ntyped/here");
    const long = `${"x".repeat(3000)}\n`.repeat(20);
    expect((await near.run("send", "there/web", "-", { input: long })).status).toBe(0);
    expect(await outputOf(far.run("ls"))).toContain("web");
    expect(await outputOf(near.run("ls"))).not.toContain("web");
    expect(await call("ls", "--host", "there")).toContain("web");
    expect(await call("logs", "there/web")).toContain("typed/here");
    expect(await call("record", "there/web")).toContain("typed/here");
    expect(await call("search", "--host", "there", "typed/here")).toContain(pane);
    expect(await call("explain", "there/web")).toContain(pane);
    await call("rename", "there/web", "renamed");
    expect(await call("ls", "--host", "there")).toContain("renamed");
    await call("kill", "there/renamed");
    expect(await call("ls", "--host", "there")).not.toContain("renamed");
  });

  test("the panes that a call names are targets here, and have their own ids there", async () => {
    const run = ["run", "--on", "there", "--json", "-n", "named", "--", "sh", "-c", "echo a needle; cat"];
    const begun = JSON.parse(await call(...run)) as { host: string; pane: string };
    expect(begun).toMatchObject({ host: "there", pane: expect.stringMatching(/^there\/%\d+$/) });
    const { pane } = begun;
    const id = pane.replace("there/", "");
    await call("wait", pane, "--until", "match:a needle", "-t", "10");
    expect(await call("wait", pane, "--until", "match:.*needle")).toBe("a needle");
    const other = await call("run", "--on", "there", "--", "cat");
    const either = ["wait", other, pane, "--until", "match:.*needle"];
    expect(await call(...either)).toBe(`${pane} a needle`);
    expect(JSON.parse(await call(...either, "--json"))).toMatchObject({ pane, line: "a needle" });
    const ended = [other, pane, "--until", "exit", "-t", "0", "--json"];
    const { stdout } = await near.run("wait", ...ended);
    expect(JSON.parse(stdout)).toMatchObject({ panes: [other, pane], outcome: "timed-out" });
    expect(await call("search", "--host", "there", "a needle")).toBe(`mullion ${pane} 0: a needle`);
    expect(await call("search", "--all-hosts", "a needle")).toBe(`mullion ${pane} 0: a needle`);
    expect(JSON.parse(await call("search", "--host", "there", "--json", "a needle"))).toMatchObject({ pane });
    expect(await call("explain", "there/named")).toMatch(new RegExp(`^${pane} is `));
    expect(JSON.parse(await call("send", "there/named", "--json", "x"))).toMatchObject({ pane });
    expect(JSON.parse(await call("capture", "there/named", "--json"))).toMatchObject({ pane });
    expect(await outputOf(far.run("explain", "named"))).toMatch(new RegExp(`^${id} is `));
    expect(await outputOf(far.run("run", "--", "cat"))).toMatch(/^%\d+\n$/);
    const printed = JSON.parse(await call("kill", "there/named", other, "--json")) as { killed: string[] };
    expect(printed.killed.sort()).toEqual([pane, other].sort());
  });

  test("status, error and standard output come from there", async () => {
    const pane = await call("run", "--on", "there", "--", "sh", "-c", "exit 7");
    expect(await call("wait", pane)).toBe("7");
    const missing = await near.run("capture", "there/nothing");
    expect(missing).toMatchObject({ status: 1, stdout: "" });
    expect(missing.stderr).toContain("there is no session, window or pane nothing");
    expect((await near.run("kill", "there/")).stderr).toContain("no pane is named: give its id");
    const late = await call("run", "--on", "there", "--", "cat");
    expect((await near.run("wait", late, "-t", "100ms")).status).toBe(2);
    const brief = await call("run", "--on", "there", "--", "sh", "-c", "exit 8");
    expect(await call("wait", late, brief)).toBe(`${brief} 8`);
    const apart = await near.run("wait", late, brief.replace("there/", ""));
    expect(apart.stderr).toContain("the targets of one call are on one machine");
    const failed = await near.run("run", "--on", "there", "--", "/nonexistent/program");
    expect(failed.status).toBe(1);
    expect(failed.stderr).toContain("/nonexistent/program");
    expect((await near.run("record", late, "-o", "x")).stderr).toContain("redirect standard output");
    await call("kill", late);
  });

  test("one ls shows every machine, and one list all agents", async () => {
    await call("run", "--on", "there", "-n", "agent-there", "--", "cat");
    await call("run", "-n", "agent-here", "--", "cat");
    const text = await call("ls", "--all-hosts");
    expect(text).toMatch(/agent-here[\s\S]*\nthere\/ {2}ssh:\/\/[\s\S]*\n {2}.*agent-there/);
    const tree = JSON.parse(await call("ls", "--all-hosts", "--json")) as Record<string, unknown>;
    expect(JSON.stringify(tree.hosts)).toContain("agent-there");
    expect(JSON.stringify(tree.servers)).not.toContain("agent-there");
    const { agents, failed_hosts } = JSON.parse(await call("agents", "--all-hosts", "--json")) as {
      agents: { name: string; host?: string }[];
      failed_hosts: unknown[];
    };
    expect(failed_hosts).toEqual([]);
    const places = agents.map(({ name, host }) => `${host ?? "here"}/${name}`);
    expect(places).toEqual(expect.arrayContaining(["here/agent-here", "there/agent-there"]));
    await call("kill", "there/agent-there");
    await call("kill", "agent-here");
  });

  test("attach shows a session of the host, passes keys and sizes, and detaches", async () => {
    await call("run", "--on", "there", "-n", "shown", "--", "sh", "-c", "echo begun; exec cat");
    const outer = await openTerminal(near, "mullion attach there/shown; echo left $?; exec cat");
    await outer.see("begun");
    outer.type("some keys\r");
    await outer.see(/some keys[\s\S]*some keys/);
    outer.resize(100, 30);
    await waitFor(async () => {
      const tree = JSON.parse(await call("ls", "--host", "there", "--json")) as { servers: unknown };
      return JSON.stringify(tree.servers).includes('"cols":100');
    }, "the host to know the terminal's size");
    outer.type("\x02d");
    await outer.see("left 0");
    await call("kill", "there/shown");
  });

  test("a cut link comes back, under a terminal and under a call that waits", async () => {
    await call("run", "--on", "there", "-n", "cut", "--", "sh", "-c", "echo begun; exec cat");
    const waiting = near.run("wait", "there/cut", "--until", "match:after it", "-t", "30", {
      timeoutMs: 40_000,
    });
    const outer = await openTerminal(near, "mullion attach there/cut; echo left $?; exec cat");
    await outer.see("begun");
    await cut();
    outer.type("after it\r");
    await outer.see(/after it[\s\S]*after it/);
    expect(await waiting).toMatchObject({ status: 0, stdout: expect.stringContaining("after it") });
    outer.type("\x02d");
    await outer.see("left 0");
    await call("kill", "there/cut");
  });

  test("the death of either daemon loses no call and no key", async () => {
    await call("run", "--on", "there", "-n", "daemons", "--", "sh", "-c", "echo begun; exec cat");
    // On standard error it may say meanwhile what it waits for.
    const waiting = near.run("wait", "there/daemons", "--until", "match:the last", "-t", "60", {
      timeoutMs: 70_000,
    });
    const outer = await openTerminal(near, "mullion attach there/daemons; echo left $?; exec cat");
    await outer.see("begun");
    await far.kill9();
    outer.type("first\r");
    await outer.see(/first[\s\S]*first/);
    await near.kill9();
    outer.type("second\r");
    await outer.see(/second[\s\S]*second/);
    outer.type("the last\r");
    expect(await waiting).toMatchObject({ status: 0, stdout: expect.stringContaining("the last") });
    outer.type("\x02d");
    await outer.see("left 0");
    const shown = await call("capture", "there/daemons");
    expect(shown.trimEnd()).toBe("begun\nfirst\nfirst\nsecond\nsecond\nthe last\nthe last");
    await call("kill", "there/daemons");
  });

  test("a host that is stopped delays ls by its deadline, and is named", async () => {
    await call("host", "doctor", "there");
    const pid = far.pid()!;
    process.kill(pid, "SIGSTOP");
    try {
      const began = performance.now();
      const text = await call("ls", "--all-hosts");
      expect(text).toContain("host there did not answer within 5 s");
      expect(performance.now() - began).toBeLessThan(15_000);
      const tree = JSON.parse(await call("ls", "--all-hosts", "--json")) as Record<string, unknown>;
      expect(tree.hosts).toEqual([{ name: "there", error: "host there did not answer within 5 s" }]);
    } finally {
      process.kill(pid, "SIGCONT");
    }
    await waitFor(async () => (await near.run("ls", "--host", "there")).status === 0, "the host to be back");
  });
});

describe("a host by any command", () => {
  const { near, far, call } = twoMachinesByCommand();

  test("runs, and is one machine of several", async () => {
    const pane = await call("run", "--on", "box", "--", "sh", "-c", "echo in the box; cat");
    await call("wait", pane, "--until", "match:in the box", "-t", "10");
    expect(await call("capture", pane)).toContain("in the box");
    expect(await outputOf(far.run("capture", pane.replace("box/", "")))).toContain("in the box");
    await call("kill", pane);
  });

  test("two names for one machine disturb each other in nothing", async () => {
    const { MULLION_DIR, TMUX_TMPDIR } = far.env;
    const words = `env MULLION_DIR=${MULLION_DIR} TMUX_TMPDIR=${TMUX_TMPDIR} ${join(root, "bin/mullion")} connect`;
    await call("host", "add", "twin", "--command", words);
    const pane = await call("run", "--on", "box", "--", "cat");
    const pidOf = async (name: string) =>
      (JSON.parse(await call("host", "show", name, "--json")) as { pid: number }).pid;
    const before = await pidOf("box");
    expect(await call("ls", "--all-hosts")).toMatch(/box\/[\s\S]*cat[\s\S]*twin\/[\s\S]*cat/);
    await call("send", pane.replace("box/", "twin/"), "--enter", "through the twin");
    await call("wait", pane, "--until", "match:through the twin", "-t", "10");
    expect(await pidOf("box")).toBe(before);
    await call("kill", pane.replace("box/", "twin/"));
    await call("host", "rm", "twin");
  });

  test("what a login prints before the link does no harm", async () => {
    const line = `sh -c 'echo welcome; exec ${join(root, "bin/mullion")} connect'`;
    await call("host", "add", "loud", "--command", `env MULLION_DIR=${far.env.MULLION_DIR} ${line}`);
    expect(await call("host", "doctor", "loud")).toContain("loud answers");
    await call("host", "rm", "loud");
  });

  test("the program of a link gets the environment of the call, without what names an instance or a pane here", async () => {
    const file = join(near.dir, "environment");
    const line = `env >${file}; MULLION_DIR=${far.env.MULLION_DIR} exec ${join(root, "bin/mullion")} connect`;
    await call("host", "add", "spied", "--no-set-up", "--command", `sh -c '${line}'`);
    const own = { TMUX: "/x,1,0", TMUX_PANE: "%1", CLAUDE_PANE_BACKEND_SOCKET: "/x", KUBECONFIG: "/its/own" };
    expect((await near.run("ls", "--host", "spied", { env: own })).status).toBe(0);
    const names = readFileSync(file, "utf8")
      .split("\n")
      .map((each) => each.split("=")[0]);
    expect(names).toEqual(expect.arrayContaining(["HOME", "PATH", "KUBECONFIG"]));
    expect(names.filter((name) => /^(TMUX|MULLION|CLAUDE)/.test(name ?? ""))).toEqual([]);
    await call("host", "rm", "spied");
  });

  test("a host that is not there fails at once with what to do", async () => {
    await call("host", "add", "off", "ssh://127.0.0.1:1");
    const failed = await near.run("capture", "off/%1");
    expect(failed.status).toBe(1);
    expect(failed.stderr).toMatch(
      /^mullion: host off is unreachable since \d\d:\d\d:\d\d \(.*\): mullion host doctor off/,
    );
    const doctor = await near.run("host", "doctor", "off");
    expect(doctor.status).toBe(1);
    expect(doctor.stdout).toContain("Try it by hand: ssh -- ssh://127.0.0.1:1 'mullion version'");
    expect(await call("host", "ls")).toMatch(/off\s+unreachable since/);
    await call("host", "rm", "off");
    expect((await near.run("capture", "off/%1")).stderr).toContain("there is no session");
    expect((await near.run("ls", "--host", "off")).stderr).toContain("there is no host off");
  });

  test("with --wait a call waits for its host", async () => {
    const gate = join(near.dir, "gate");
    const words = `sh -c '[ -e ${gate} ] || exit 9; exec ${join(root, "bin/mullion")} connect'`;
    await call("host", "add", "later", "--command", `env MULLION_DIR=${far.env.MULLION_DIR} ${words}`);
    expect((await near.run("ls", "--host", "later")).stderr).toContain("ended with status 9");
    const waiting = call("ls", "--host", "later", "--wait");
    await waitFor(async () => (await call("host", "ls")).includes("unreachable"), "the call to wait");
    process.kill(near.pid()!, "SIGTERM");
    await call("up");
    writeFileSync(gate, "");
    expect(await waiting).toContain("No sessions.");
    await call("host", "rm", "later");
  });

  test("a call that waits for a host ends when the host is removed", async () => {
    await call("host", "add", "removed", "--command", "false");
    const waiting = near.run("ls", "--host", "removed", "--wait");
    await waitFor(async () => (await call("host", "ls")).includes("unreachable"), "the call to wait");
    await call("host", "rm", "removed");
    expect(await waiting).toMatchObject({
      status: 1,
      stderr: expect.stringContaining("there is no host removed"),
    });
  });

  test("the file is what a person may write, and is named when it cannot be used", async () => {
    const path = join(near.env.HOME!, ".config/mullion/hosts.json");
    const before = readFileSync(path, "utf8");
    writeFileSync(path, "{");
    expect((await near.run("host", "ls")).stderr).toContain(`${path} cannot be used`);
    expect((await near.run("capture", "box/%1")).stderr).toContain(`${path} cannot be used`);
    expect((await near.run("ls")).status).toBe(0);
    writeFileSync(path, before);
    expect(await call("host", "ls")).toContain("box");
  });

  test.each([
    [["host"], "host needs"],
    [["host", "frob"], "host has no"],
    [["host", "add"], "needs a name"],
    [["host", "add", "a b", "ssh://a"], "cannot be the name"],
    [["host", "add", "slurm-12", "--command", "x"], "may be the name of a job of Slurm"],
    [["host", "add", "a"], "needs an address"],
    [["host", "add", "a", "b"], "not an address"],
    [["host", "add", "a", "ssh://-oProxyCommand=x"], "not an address"],
    [["host", "add", "a", "--command", "'x"], "not closed"],
    [["host", "add", "a", "ssh://a", "--command", "x"], "stands alone"],
    [["host", "add", "box", "ssh://a"], "--force replaces it"],
    [["host", "show", "unknown"], "there is no host unknown"],
    [["host", "rm"], "needs the name"],
    [["connect", "--", "build"], "not an address"],
  ])("%j is refused", async (argv, sentence) => {
    const { status, stderr } = await near.run(...argv);
    expect(stderr).toContain(sentence);
    expect(status).toBe(1);
  });

  test("connect alone is for programs", async () => {
    const outer = await openTerminal(near, "mullion connect; echo left $?; exec cat");
    await outer.see("left 1");
    expect(outer.text).toContain("not to a terminal");
  });
});

/** As twoMachines, without ssh: a command reaches the far one, named `box`. */
function twoMachinesByCommand() {
  const machines = twoMachines({ ssh: false });
  beforeAll(async () => {
    const { MULLION_DIR, TMUX_TMPDIR } = machines.far.env;
    const words = `env MULLION_DIR=${MULLION_DIR} TMUX_TMPDIR=${TMUX_TMPDIR} ${join(root, "bin/mullion")} connect`;
    await machines.call("host", "add", "box", "--command", words);
  });
  return machines;
}
