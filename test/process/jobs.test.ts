import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { processExists } from "../../src/processes/process-mark.ts";
import { prepareInstance, type TestDaemon } from "../fixtures/daemon.ts";
import { outputOf } from "../fixtures/output-of.ts";
import { waitFor } from "../fixtures/wait-for.ts";

let daemon: TestDaemon;
beforeEach(() => {
  daemon = prepareInstance();
});
afterEach(() => daemon.stop());

const tmux = (...argv: string[]) => outputOf(daemon.tmux(...argv));
const file = (name: string) => join(daemon.dir, "home", name);
const read = (name: string) => {
  try {
    return readFileSync(file(name), "utf8");
  } catch {
    return "";
  }
};
const written = (name: string, text: string) =>
  waitFor(() => read(name).includes(text), `${text} in ${name}`);

test("pipe-pane goes on through kill -9: the same process, nothing lost, nothing twice", async () => {
  await tmux("new-session", "-d", "-s", "a", "read go; seq 1 60000; exec cat");
  await tmux("pipe-pane", "-t", "a", "echo $$ > pid; exec cat > piped");
  await written("pid", "\n");
  await tmux("send-keys", "-t", "a", "go", "Enter");
  for (const mark of ["\n2000\r", "\n20000\r", "\n40000\r"]) {
    await written("piped", mark);
    await daemon.kill9();
    expect(await tmux("display-message", "-p", "-t", "a", "#{pane_pipe}")).toBe("1\n");
  }
  await written("piped", "\n60000\r\n");
  const lines = read("piped").split("\r\n").slice(1, -1);
  expect(lines).toEqual(Array.from({ length: 60000 }, (_, i) => String(i + 1)));
  const pid = Number(read("pid"));
  expect(processExists(pid)).toBe(true);

  await tmux("pipe-pane", "-t", "a");
  await waitFor(() => !processExists(pid), "the end of the command");
  expect(await tmux("display-message", "-p", "-t", "a", "#{pane_pipe}")).toBe("0\n");
});

test("a command that types into its pane goes on typing", async () => {
  await tmux("new-session", "-d", "-s", "a", "cat > typed");
  await tmux("pipe-pane", "-I", "-t", "a", "echo one; while ! test -e go; do sleep 0.05; done; echo two");
  await written("typed", "one\n");
  // Input is acknowledged in its order: with this answer the daemon has noted that the first line was typed.
  await tmux("send-keys", "-t", "a", "between", "Enter");
  await daemon.kill9();
  await tmux("run-shell", `touch ${file("go")}`);
  await written("typed", "two\n");
  expect(read("typed")).toBe("one\nbetween\ntwo\n");
});

test("signals and locks of wait-for are kept, and each waiting client passes once", async () => {
  await tmux("new-session", "-d", "-s", "a", "cat");
  await tmux("wait-for", "-S", "early");
  await tmux("wait-for", "-L", "lock");
  const waiting = tmux("wait-for", "late");
  const locking = tmux("wait-for", "-L", "lock");
  await daemon.kill9();
  await tmux("wait-for", "early");
  await tmux("wait-for", "-U", "lock");
  await locking;
  await tmux("wait-for", "-S", "late");
  await waiting;
});

test("what runs beside the panes outlives the daemon, and leaves nothing behind", async () => {
  await tmux("new-session", "-d", "-s", "a", "cat");
  await tmux(
    "run-shell",
    "-b",
    "echo $$ > pid; while ! test -e go; do sleep 0.05; done; echo unheard; echo done > done",
  );
  await written("pid", "\n");
  await daemon.kill9();
  const pid = Number(read("pid"));
  expect(processExists(pid)).toBe(true);
  await tmux("run-shell", `touch ${file("go")}`);
  await written("done", "done\n");
  await waitFor(() => !processExists(pid), "the end of the job");
});

test("what a job leaves in the background keeps it open, as in tmux; the end of the server ends what runs", async () => {
  await tmux("new-session", "-d", "-s", "a", "cat");
  let finished = false;
  const running = tmux("run-shell", "echo $$ > pid; (while ! test -e go; do sleep 0.05; done) & true").then(
    () => {
      finished = true;
    },
  );
  await written("pid", "\n");
  await waitFor(() => !processExists(Number(read("pid"))), "the end of the shell");
  await tmux("run-shell", "true");
  expect(finished).toBe(false);
  await tmux("run-shell", `touch ${file("go")}`);
  await running;

  await tmux("run-shell", "-b", "echo $$ > second; exec sleep 1000");
  await written("second", "\n");
  await tmux("kill-server");
  await waitFor(() => !processExists(Number(read("second"))), "the end of the job");
});

describe("run-shell -d", () => {
  /** Seconds of the interrupted delays, of the wait before the kill, and of the wait after it. */
  const SECONDS = { all: "6", untilKill: "3", fromKill: "5" };

  test("a delay is over when the first daemon's would have been, and its command runs once", async () => {
    await tmux("new-session", "-d", "-s", "a", "cat");
    const delayed = [
      ["sleep", []],
      ["shell", ["echo shell >> ran"]],
      ["commands", ["-C", "run-shell 'echo commands >> ran'"]],
    ] as const;
    const over: string[] = [];
    const note = (name: string) => () => void over.push(name);
    await tmux("run-shell", "-bd", SECONDS.all, "echo background >> ran; echo gone");
    await tmux("run-shell", "-bCd", SECONDS.all, "run-shell 'echo background-commands >> ran'");
    await tmux("if-shell", "-F", "1", `run-shell -bCd ${SECONDS.all} { run-shell 'echo list >> ran' }`);
    const interrupted = [
      ...delayed.map(([name, words]) =>
        tmux("run-shell", `echo ${name} >> begun`, ";", "run-shell", "-d", SECONDS.all, ...words).then(
          note(name),
        ),
      ),
      // The second delay of a call, and a job in the background of a call that is repeated.
      tmux(
        ...["run-shell", "-bd", SECONDS.all, "echo beside >> ran", ";", "run-shell", "-d", "0.1", ";"],
        ...["run-shell", "echo second >> begun", ";", "run-shell", "-d", SECONDS.all],
      ).then(note("second")),
    ];
    for (const name of ["sleep", "shell", "commands", "second"]) await written("begun", name);
    await tmux("run-shell", "-d", SECONDS.untilKill);
    expect(over).toEqual([]);
    await daemon.kill9();
    // This one begins with the next daemon, and is over before a delay that began again there would be.
    await tmux("run-shell", "-d", SECONDS.fromKill);
    expect(over.toSorted()).toEqual(["commands", "second", "shell", "sleep"]);
    const ran = ["background", "background-commands", "beside", "commands", "list", "shell"];
    expect(read("ran").trim().split("\n").sort()).toEqual(ran);
    await Promise.all(interrupted);
  });

  test("a delayed command does not run after the end of its server", async () => {
    await tmux("new-session", "-d", "-s", "a", "cat");
    await tmux("run-shell", "-bd", "1", "echo ran > ran");
    await tmux("kill-server");
    await tmux("new-session", "-d", "-s", "a", "cat");
    await daemon.kill9();
    await tmux("run-shell", "-d", "2");
    expect(read("ran")).toBe("");
  });
});

test("run-shell ends a command that prints without end, and says so", async () => {
  await tmux("new-session", "-d", "-s", "a", "cat");
  const { status, stderr, stdout } = await daemon.tmux("run-shell", "exec yes");
  expect({ status, stderr, stdout }).toEqual({
    status: 1,
    stderr: "'exec yes' was ended: it printed more than 67108864 bytes\n",
    stdout: "",
  });
});
