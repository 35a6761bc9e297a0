import { describe, expect, test } from "vitest";
import { root, startDaemon } from "../fixtures/daemon.ts";
import { daemonForAll } from "../fixtures/daemon-for-all.ts";
import { waitFor } from "../fixtures/wait-for.ts";
import { need, programPath } from "../setup/need.ts";
import { verbsOf } from "./verbs-of.ts";

const daemon = daemonForAll();
const { run, sh, until } = verbsOf(daemon);

const wait = (...argv: string[]) => daemon.run("wait", ...argv);

describe("exit", () => {
  test("prints the program's status", async () => {
    const pane = await run("--", "sh", "-c", "read line; exit 7");
    const waiting = wait(pane);
    await daemon.run("send", pane, "--enter");
    expect(await waiting).toEqual({ stdout: "7\n", stderr: "", status: 0 });
  });

  test("is known after the pane and its server are gone, and after another daemon came", async () => {
    const alone = await startDaemon();
    try {
      const pane = (await alone.run("run", "-n", "short", "--", "sh", "-c", "exit 3")).stdout.trim();
      expect((await alone.run("wait", pane)).stdout).toBe("3\n");
      await alone.kill9();
      expect(await alone.run("wait", "short", "--json")).toMatchObject({ status: 0 });
      expect(await alone.run("wait", pane, "--until", "idle:1")).toEqual({
        stdout: "",
        stderr: `mullion: pane ${pane} has ended\n`,
        status: 3,
      });
    } finally {
      await alone.stop();
    }
  });

  test("by a signal has the status of a shell", async () => {
    const { pane, pid } = JSON.parse((await daemon.run("run", "--json", "--", "cat")).stdout);
    const waiting = wait(pane);
    process.kill(pid, "SIGKILL");
    expect((await waiting).stdout).toBe("137\n");
  });

  test("of a pane that is kept is known at once, and its screen stays", async () => {
    const pane = await run("--keep", "--", "sh", "-c", "echo last words; exit 2");
    expect((await wait(pane)).stdout).toBe("2\n");
    expect(JSON.parse((await wait(pane, "--json")).stdout)).toMatchObject({
      outcome: "met",
      until: "exit",
      exit: { status: 2 },
    });
    expect((await daemon.run("capture", pane, "--lines", "30")).stdout).toContain("last words");
    expect((await daemon.run("send", pane, "x")).status).toBe(3);
  });

  test("a pane that is killed ends the wait, whatever it was for", async () => {
    const pane = await run("--", "cat");
    const waits = [wait(pane, "--json"), wait(pane, "--until", "match:never")];
    await Promise.race([waitFor(() => false, "a while", 200).catch(() => {}), ...waits]);
    await daemon.run("kill", pane);
    expect(JSON.parse((await waits[0]!).stdout)).toMatchObject({ outcome: "met", exit: null });
    expect((await waits[1]!).status).toBe(3);
  });

  test("so does the end of its server", async () => {
    await daemon.tmux("-L", "brief", "new-session", "-d", "-s", "brief", "cat");
    const waiting = wait("brief", "-L", "brief", "--until", "match:never");
    const gone = daemon.tmux("-L", "brief", "kill-server");
    expect((await waiting).status).not.toBe(0);
    await gone;
  });
});

describe("match", () => {
  test("on the screen already, on the stream later, and with the end", async () => {
    const pane = await run(
      "--",
      "sh",
      "-c",
      "echo ready 1; read x; seq 500; echo port=8080; read x; printf tail",
    );
    expect(await wait(pane, "--until", "match:^ready [0-9]$", "-t", "10")).toEqual({
      stdout: "ready 1\n",
      stderr: "",
      status: 0,
    });
    const later = wait(pane, "--until", "match:port=[0-9]+", "--timeout", "10");
    await daemon.run("send", pane, "--enter");
    expect((await later).stdout).toBe("port=8080\n");
    const last = wait(pane, "--until", "match:tail$", "--timeout", "10");
    await daemon.run("send", pane, "--enter");
    expect((await last).stdout).toBe("tail\n");
  });

  test("--since leaves out what was there before", async () => {
    const pane = await run("--", "cat");
    await daemon.run("send", pane, "--enter", "done");
    await wait(pane, "--until", "match:done", "-t", "10");
    await wait(pane, "--until", "idle:50");
    const { cursor } = JSON.parse((await daemon.run("send", pane, "other", "--enter", "--json")).stdout);
    expect((await wait(pane, "--until", "match:done", "--since", `${cursor}`, "-t", "100ms")).status).toBe(2);
    expect((await wait(pane, "--until", "match:other", "--since", `${cursor}`, "-t", "10")).status).toBe(0);
    expect((await wait(pane, "--until", "match:x", "--since", "99999999")).stderr).toContain(
      "is beyond them",
    );
  });

  test("--since finds what a program printed before it ended", async () => {
    const pane = await run("--keep", "--", "sh", "-c", "echo early; seq 5000; echo built 7; seq 100");
    expect((await wait(pane, "-t", "30")).stdout).toBe("0\n");
    const since = (cursor: number) =>
      wait(pane, "--until", "match:^built", "--since", `${cursor}`, "-t", "30");
    expect(await since(0)).toEqual({ stdout: "built 7\n", stderr: "", status: 0 });
    const { cursor } = JSON.parse((await wait(pane, "--json")).stdout);
    expect((await since(cursor)).status).toBe(3);
  });
});

describe("state", () => {
  test("prints which of several states the program has reached", async () => {
    const pane = await run("--", "sh", "-c", "printf 'Go on? [y/N] '; read x; sleep 600");
    const states = ["--until", "state:waiting,failed", "-t", "10"];
    expect(await wait(pane, ...states)).toEqual({ stdout: "waiting\n", stderr: "", status: 0 });
    const answer = wait(pane, "--json", "--until", "state:working", "-t", "10");
    await daemon.run("answer", pane, "y");
    expect(JSON.parse((await answer).stdout)).toMatchObject({ until: "state", state: "working" });
    await daemon.run("kill", pane);
  });

  test.each([
    ["0", "state:done", { stdout: "done\n", status: 0 }],
    ["4", "state:waiting,failed", { stdout: "failed\n", status: 0 }],
    ["4", "state:done", { stdout: "", status: 3 }],
  ])("of a program that has ended with %s, waited for with %s", async (status, until, result) => {
    const pane = await run("--", "sh", "-c", `exit ${status}`);
    await wait(pane);
    expect(await wait(pane, "--until", until, "-t", "10")).toMatchObject(result);
  });

  test("that does not exist is rejected, also among others", async () => {
    expect(await wait("%999", "--until", "state:waiting,stuck")).toMatchObject({
      stderr: 'mullion: a state is working, waiting, idle, done, failed, not "stuck"\n',
      status: 1,
    });
  });
});

describe("idle", () => {
  test("waits while it prints", async () => {
    const pane = await run(
      "--",
      "sh",
      "-c",
      "for i in 1 2 3 4 5 6; do echo $i; sleep 0.1; done; echo last; exec cat",
    );
    expect((await wait(pane, "--until", "idle:400", "--timeout", "10")).status).toBe(0);
    expect((await daemon.run("capture", pane)).stdout).toContain("last");
  });
});

describe.runIf(need("bash"))("prompt", () => {
  test("a shell that was typed at counts when it is back", async () => {
    const pane = await run("-n", "shell", "--", programPath("bash"));
    expect((await wait("shell", "--until", "prompt", "-t", "10")).status).toBe(0);
    await daemon.run("send", pane, "--enter", "sleep 0.3; (exit 5)");
    const { stdout } = await wait("shell", "--until", "prompt", "--json", "-t", "10");
    expect(JSON.parse(stdout)).toMatchObject({ outcome: "met", status: 5 });
    expect((await wait("shell", "--until", "prompt", "-t", "10")).status).toBe(0);
  });

  test("a shell that tmux gave a line, and that has not read it yet, is not at its prompt", async () => {
    const argv = ["run", "--json", "--", programPath("bash")];
    const { pane, pid } = JSON.parse((await daemon.run(...argv)).stdout);
    expect((await wait(pane, "--until", "prompt", "-t", "10")).status).toBe(0);
    process.kill(pid, "SIGSTOP");
    await daemon.tmux("-L", "mullion", "send-keys", "-t", pane, "(exit 7)", "Enter");
    const waiting = wait(pane, "--until", "prompt", "--json", "-t", "10");
    await waitFor(() => false, "a while", 200).catch(() => {});
    process.kill(pid, "SIGCONT");
    expect(JSON.parse((await waiting).stdout)).toMatchObject({ outcome: "met", status: 7 });
  });

  test("the rest of a prompt that was answered while it was printed is no other prompt", async () => {
    const script = `printf '\\033]133;A\\007'; read -r x; printf '\\033]133;B\\007rest'; read -r x
      printf '\\033]133;C\\007\\033]133;D;7\\007\\033]133;A\\007'; exec cat`;
    const pane = await run("--", "sh", "-c", script);
    expect((await wait(pane, "--until", "prompt", "-t", "10")).status).toBe(0);
    await daemon.tmux("-L", "mullion", "send-keys", "-t", pane, "Enter");
    expect((await wait(pane, "--until", "match:rest", "-t", "10")).status).toBe(0);
    expect((await wait(pane, "--until", "prompt", "-t", "200ms")).status).toBe(2);
    await daemon.tmux("-L", "mullion", "send-keys", "-t", pane, "Enter");
    expect((await wait(pane, "--until", "prompt", "-t", "10")).status).toBe(0);
  });

  test("nor is one that the next daemon gave a line", async () => {
    const argv = ["run", "--json", "--", programPath("bash")];
    const { pane, pid } = JSON.parse((await daemon.run(...argv)).stdout);
    expect((await wait(pane, "--until", "prompt", "-t", "10")).status).toBe(0);
    await daemon.run("logs", pane); // What it reads is written down: the next daemon gets no prompt again.
    await daemon.kill9();
    process.kill(pid, "SIGSTOP");
    await daemon.tmux("-L", "mullion", "send-keys", "-t", pane, "(exit 7)", "Enter");
    expect((await wait(pane, "--until", "prompt", "-t", "200ms")).status).toBe(2);
    process.kill(pid, "SIGCONT");
    expect((await wait(pane, "--until", "prompt", "-t", "10")).status).toBe(0);
  });

  test("the prompt of a shell does not count for the program that replaces it", async () => {
    const pane = await run("-n", "replaced", "--", programPath("bash"));
    expect((await wait(pane, "--until", "prompt", "-t", "10")).status).toBe(0);
    await daemon.tmux("-L", "mullion", "respawn-pane", "-k", "-t", pane);
    expect((await wait(pane, "--until", "prompt", "-t", "10")).status).toBe(0);
    await daemon.tmux("-L", "mullion", "respawn-pane", "-k", "-t", pane, "exec sleep 600");
    expect((await wait(pane, "--until", "prompt", "-t", "200ms")).status).toBe(2);
  });

  test("the next daemon takes no other program, and no command that reads, for a shell at its prompt", async () => {
    const program = await run("--", "sleep", "600");
    const shell = await run("--", programPath("bash"));
    expect((await wait(shell, "--until", "prompt", "-t", "10")).status).toBe(0);
    await daemon.run("send", shell, "--enter", "echo reads; read -r held");
    expect((await wait(shell, "--until", "match:^reads", "-t", "10")).status).toBe(0);
    await daemon.kill9();
    for (const pane of [program, shell])
      expect((await wait(pane, "--until", "prompt", "-t", "200ms")).status).toBe(2);
    await daemon.run("send", shell, "--enter");
    expect((await wait(shell, "--until", "prompt", "-t", "10")).status).toBe(0);
    await daemon.kill9();
    expect((await wait(shell, "--until", "prompt", "-t", "10")).status).toBe(0);
  });
});

describe("several panes", () => {
  const asks = () => run("--", "sh", "-c", "read x; printf 'Go on? [y/N] '; read x");
  const states = ["--until", "state:waiting,failed", "-t", "10"];

  test("the first one decides, and its id is printed", async () => {
    const [one, two] = [await asks(), await asks()];
    const first = wait(one, two, ...states);
    await daemon.run("send", two, "--enter");
    expect(await first).toEqual({ stdout: `${two} waiting\n`, stderr: "", status: 0 });
    const second = wait(one, "--json", ...states);
    await daemon.run("send", one, "--enter");
    expect(JSON.parse((await second).stdout)).toMatchObject({ pane: one, state: "waiting" });
    expect(await wait(one, two, ...states)).toMatchObject({ stdout: `${one} waiting\n` });
    const exit = wait(one, two);
    await daemon.run("answer", two, "n");
    expect((await exit).stdout).toBe(`${two} 0\n`);
    // It had ended before this wait, and its end does not count for another condition.
    expect(await wait(two, one, ...states)).toMatchObject({ stdout: `${one} waiting\n` });
    expect((await wait(two, one, "--until", "idle:1")).stdout).toBe(`${one}\n`);
    await daemon.run("kill", one);
  });

  test("one that ends leaves the wait to the others, and all have ended when the last one has", async () => {
    const panes = [await run("--", "cat"), await run("--", "cat"), await run("--", "sh", "-c", "exit 0")];
    const waits = [
      wait(...panes, "--until", "match:found"),
      wait(...panes, "--until", "match:never"),
      wait(...panes, "--until", "match:never", "--json"),
    ];
    await daemon.run("kill", panes[0]!);
    await daemon.run("send", panes[1]!, "--enter", "found");
    expect((await waits[0]!).stdout).toBe(`${panes[1]} found\n`);
    await daemon.run("kill", panes[1]!);
    const names = panes.join(", ");
    expect(await waits[1]).toEqual({
      stdout: "",
      stderr: `mullion: panes ${names} have ended\n`,
      status: 3,
    });
    const json = await waits[2]!;
    expect(JSON.parse(json.stdout)).toEqual({ panes, outcome: "ended", until: "match" });
    expect(json.status).toBe(3);
  });

  test("the end of the time is about all of them", async () => {
    const [one, two] = [await run("--", "cat"), await run("--", "cat")];
    expect(await wait(one, two, "--until", "match:never", "-t", "50ms")).toEqual({
      stdout: "",
      stderr: `mullion: timed out: match did not come in ${one}, ${two}\n`,
      status: 2,
    });
    const { stdout } = await wait(one, two, "--until", "match:never", "-t", "50ms", "--json");
    expect(JSON.parse(stdout)).toEqual({ panes: [one, two], outcome: "timed-out", until: "match" });
    await daemon.run("kill", one, two);
  });

  test("one that is not there, or a cursor, is rejected", async () => {
    const pane = await run("--", "cat");
    expect(await wait(pane, "%9999")).toMatchObject({
      status: 1,
      stderr: expect.stringContaining("no pane %9999"),
    });
    expect(await wait(pane, pane, "--since", "0")).toEqual({
      stdout: "",
      stderr: "mullion: --since is a place in the output of one pane: give one PANE\n",
      status: 1,
    });
    await daemon.run("kill", pane);
  });
});

describe("the time is over", () => {
  test("status 2 and a sentence", async () => {
    const pane = await run("--", "cat");
    expect(await wait(pane, "--until", "match:never", "--timeout", "50ms")).toEqual({
      stdout: "",
      stderr: `mullion: timed out: match did not come in ${pane}\n`,
      status: 2,
    });
    const { stdout, status } = await wait(pane, "--timeout", "0.05", "--json");
    expect(JSON.parse(stdout)).toMatchObject({ pane, outcome: "timed-out" });
    expect(status).toBe(2);
  });
});

test("on a terminal it says for what it waits, and takes that away", async () => {
  const pane = await run("--", "cat");
  const terminal = await run("--", `${root}bin/mullion`, "wait", pane, "--until", "match:never");
  expect(
    (await wait(terminal, "--until", `match:waiting for match:never in ${pane}`, "-t", "10")).status,
  ).toBe(0);
  await daemon.run("kill", terminal);
});

test("what was printed since a cursor is found also when there is no time", async () => {
  const pane = await sh("seq 200000; exec cat");
  await until(pane, "^200000$");
  const sinceStart = ["--until", "match:^150000$", "--since", "0", "-t", "0"];
  expect(await wait(pane, ...sinceStart)).toEqual({ stdout: "150000\n", stderr: "", status: 0 });
});

describe("what is not understood", () => {
  test.each([
    [
      ["--until", "exti"],
      '--until knows exit, idle:MS, match:RE, prompt, state:S, not "exti": did you mean exit?',
    ],
    [["--until", "idle"], "--until idle is written idle:MS"],
    [["--until", "exit:now"], "--until exit is written exit"],
    [["--until", "idle:soon"], 'idle needs milliseconds, not "soon"'],
    [["--until", "match:("], '"(" is no POSIX extended regular expression, or too large'],
    [["--timeout", "soon"], '--timeout needs a time such as 30, 500ms or 5m, not "soon"'],
  ])("%j", async (argv, sentence) => {
    expect(await wait("%0", ...argv)).toEqual({ stdout: "", stderr: `mullion: ${sentence}\n`, status: 1 });
  });

  test("a program that could not be started", async () => {
    expect((await daemon.run("run", "-n", "unstarted", "--", "/no/such/program")).status).toBe(1);
    expect(await wait("unstarted")).toMatchObject({
      stdout: "",
      stderr: expect.stringContaining("there is no session, window or pane unstarted"),
      status: 1,
    });
  });

  test("a pane that never was", async () => {
    expect(await wait("%9999")).toMatchObject({ status: 1 });
  });
});

describe("a wait whose daemon is killed", () => {
  /** Starts a wait for a line "found" in a terminal, and runs `meanwhile` between its daemon and its next one. */
  async function outlived(script: string, meanwhile: (pane: string) => Promise<unknown>) {
    const pane = await sh(script, "--keep");
    await until(pane, "ready");
    const argv = [`${root}bin/mullion`, "wait", pane, "--until", "match:^found", "-t", "10"];
    const { stdout } = await daemon.run("run", "--keep", "--json", "--", ...argv);
    const { pane: terminal, pid } = JSON.parse(stdout);
    await until(terminal, "waiting for match");
    process.kill(pid, "SIGSTOP");
    await daemon.kill9();
    await meanwhile(pane);
    process.kill(pid, "SIGCONT");
    const status = (await wait(terminal)).stdout.trim();
    return { status, shown: (await daemon.run("logs", terminal)).stdout };
  }

  const enter = (pane: string) => daemon.run("send", pane, "--enter");

  test("finds a line that has scrolled by", async () => {
    const scrolled = await outlived("echo ready; read x; echo found it; seq 5000; exec cat", async (pane) => {
      await enter(pane);
      await until(pane, "^5000$");
    });
    expect(scrolled).toMatchObject({ status: "0", shown: expect.stringContaining("found it") });
  });

  test("finds a line of a program that has ended", async () => {
    const ended = await outlived("echo ready; read x; echo found it; seq 5000", async (pane) => {
      await enter(pane);
      await wait(pane);
    });
    expect(ended).toMatchObject({ status: "0", shown: expect.stringContaining("found it") });
  });

  test("ends with its program when the pane runs another one", async () => {
    const replaced = await outlived("echo ready; exec cat", async (pane) => {
      await daemon.tmux("-L", "mullion", "respawn-pane", "-k", "-t", pane, "echo found it; exec cat");
      await until(pane, "found");
    });
    expect(replaced.status).toBe("3");
  });

  test("for several panes finds what each has printed meanwhile", async () => {
    const [quiet, prints] = [await run("--", "cat"), await run("--", "cat")];
    const waiting = wait(quiet, prints, "--until", "match:^found", "-t", "10");
    await wait(prints, "--until", "match:never", "-t", "50ms");
    await daemon.kill9();
    await daemon.run("send", prints, "--enter", "found it");
    expect(await waiting).toEqual({ stdout: `${prints} found it\n`, stderr: "", status: 0 });
    await daemon.run("kill", quiet, prints);
  });

  test("is over when the first one would have been", async () => {
    const pane = await run("--", "cat");
    const never = (time: string) => wait(pane, "--until", "match:never", "-t", time);
    const interrupted = never("3");
    await never("1500ms");
    await daemon.kill9();
    // This one begins with the next daemon, half a second before a wait of 3 seconds that begins there would end.
    const later = never("2500ms").then(() => "later");
    expect(await Promise.race([interrupted, later])).toMatchObject({ status: 2 });
    await later;
  });
});

test("a daemon that dies does not end the wait", async () => {
  const pane = await run("--", "sh", "-c", "read line; exit 4");
  const waiting = wait(pane);
  await waitFor(async () => (await daemon.run("capture", pane)).status === 0, "the pane");
  await daemon.kill9();
  await daemon.run("send", pane, "--enter");
  expect(await waiting).toEqual({ stdout: "4\n", stderr: "", status: 0 });
});
