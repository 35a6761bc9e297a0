import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { daemonForAll } from "../fixtures/daemon-for-all.ts";
import { outputOf } from "../fixtures/output-of.ts";
import { waitFor } from "../fixtures/wait-for.ts";
import { need } from "../setup/need.ts";

const daemon = daemonForAll();
beforeAll(async () => {
  await daemon.tmux("new-session", "-d", "-s", "s", "cat");
});

const tmux = async (...argv: string[]) => (await outputOf(daemon.tmux(...argv))).trimEnd();
const capture = (pane: string) => tmux("capture-pane", "-p", "-J", "-t", pane, "-S", "-");

test.runIf(need("bash"))(
  "a command typed into a shell that still reads its start files is run once, and shown once",
  async () => {
    // A start file that takes its time and reads whatever is typed at it.
    writeFileSync(
      join(daemon.dir, "home/.bash_profile"),
      "sleep 0.5; read -t 0.1 -n 1000 eaten; PS1='ready> '\n",
    );
    await tmux("set-option", "-g", "default-shell", "/bin/bash");
    const shells = Array.from({ length: 6 }, async (_, i) => {
      const pane = await tmux("new-window", "-d", "-P", "-F", "#{pane_id}", "-t", "s:");
      await tmux("send-keys", "-t", pane, `echo result-$((${i}+100))`, "Enter");
      return { pane, i };
    });
    for (const { pane, i } of await Promise.all(shells)) {
      await waitFor(async () => (await capture(pane)).includes(`result-${100 + i}`), `the result in ${pane}`);
      const text = await capture(pane);
      expect(text.match(new RegExp(`result-${100 + i}`, "g"))).toHaveLength(1);
      expect(text.match(/echo result-/g)).toHaveLength(1);
      expect(text).toContain(`> echo result-$((${i}+100))`);
    }
  },
  60_000,
);

test.runIf(need("bash"))(
  "a line longer than the terminal's own limit arrives whole",
  async () => {
    const file = join(daemon.dir, "long");
    const long = "0123456789".repeat(1000);
    const pane = await tmux("new-window", "-d", "-P", "-F", "#{pane_id}", "-t", "s:");
    await tmux("send-keys", "-t", pane, "-l", `printf %s ${long} > ${file}`);
    await tmux("send-keys", "-t", pane, "Enter");
    await waitFor(() => {
      try {
        return readFileSync(file, "utf8").length > 0;
      } catch {
        return false;
      }
    }, "the file");
    expect(readFileSync(file, "utf8")).toBe(long);
  },
  60_000,
);

test("writers at the same time are not mixed", async () => {
  // A line that is typed before stty has run is echoed, and then counts twice.
  const script = "stty -echo; echo ready; exec cat";
  const pane = await tmux("new-window", "-d", "-P", "-F", "#{pane_id}", "-t", "s:", script);
  await waitFor(async () => (await capture(pane)).includes("ready"), "stty");
  const writers = [..."abcdefgh"];
  const line = (letter: string, i: number) => `${letter.repeat(60)}${i}`;
  await Promise.all(
    writers.map(async (letter) => {
      for (let i = 0; i < 10; i++) await tmux("send-keys", "-t", pane, line(letter, i), "Enter");
    }),
  );
  const expected = writers.flatMap((letter) => [...Array(10).keys()].map((i) => line(letter, i)));
  await tmux("send-keys", "-t", pane, "finished", "Enter");
  const text = await waitFor(
    async () => /^ready\n([\s\S]*)\nfinished$/.exec(await capture(pane))?.[1],
    "the last line",
  );
  const lines = text.split("\n");
  expect(lines.toSorted()).toEqual(expected.toSorted());
  for (const letter of writers) {
    const own = lines.filter((text) => text.startsWith(letter));
    expect(own).toEqual(own.toSorted());
  }
});

test("a child that does not read holds nobody up", async () => {
  const pane = await tmux(
    "new-window",
    "-d",
    "-P",
    "-F",
    "#{pane_id}",
    "-t",
    "s:",
    "stty raw -echo; exec sleep 1000",
  );
  await waitFor(
    async () => (await tmux("display-message", "-p", "-t", pane, "#{pane_current_command}")) === "sleep",
    "sleep",
  );
  await daemon.tmux("load-buffer", "-b", "big", "-", { input: "z".repeat(3_000_000) });
  await tmux("paste-buffer", "-b", "big", "-t", pane);
  expect(await tmux("display-message", "-p", "-t", pane, "alive")).toBe("alive");
  await tmux("kill-pane", "-t", pane);
});

/** A pane whose program reads nothing until `go` is called, and then writes what it reads to a file. */
async function sleeper(name: string) {
  const go = join(daemon.dir, `${name}-go`);
  const read = join(daemon.dir, `${name}-read`);
  const script = `stty raw -echo; mkfifo ${go}; printf ready; : < ${go}; exec cat > ${read}`;
  const pane = await tmux("new-window", "-d", "-P", "-F", "#{pane_id}", "-t", "s:", script);
  await waitFor(async () => (await capture(pane)).includes("ready"), "the program to wait");
  return {
    pane,
    go: () => writeFileSync(go, ""),
    text: () => {
      try {
        return readFileSync(read, "utf8");
      } catch {
        return "";
      }
    },
  };
}

const CALLS = 2_000;

test("calls that type into a program that does not read are answered at once, and nothing is lost with the daemon", async () => {
  const { pane, go, text } = await sleeper("calls");
  let slow = 0;
  let expected = "";
  for (let i = 0; i < CALLS; i++) {
    const start = Date.now();
    await tmux("send-keys", "-t", pane, "-l", `${i},`);
    if (Date.now() - start > 1_000) slow += 1;
    expected += `${i},`;
  }
  // A busy machine may delay a few. A call that waited for the program would be slow from the first 200 on.
  expect(slow).toBeLessThan(CALLS / 20);
  await daemon.kill9();
  await tmux("send-keys", "-t", pane, "-l", "end");
  go();
  await waitFor(() => text().endsWith("end"), "the last key", 60_000);
  expect(text()).toBe(`${expected}end`);
}, 240_000);

test("beyond the bound a call fails with a sentence, until the program reads", async () => {
  const { pane, go, text } = await sleeper("bound");
  await daemon.tmux("load-buffer", "-b", "big", "-", { input: "z".repeat(900_000) });
  await tmux("paste-buffer", "-b", "big", "-t", pane);
  const refused = await waitFor(async () => {
    const outcome = await daemon.tmux("send-keys", "-t", pane, "x");
    return outcome.status !== 0 && outcome;
  }, "a refusal");
  expect(refused).toMatchObject({
    status: 1,
    stderr:
      "the program in the pane does not read its input, and no more can wait for it: nothing was typed\n",
  });
  go();
  await waitFor(() => text().length >= 900_000, "the paste", 60_000);
  await waitFor(
    async () => (await daemon.tmux("send-keys", "-t", pane, "-l", "end")).status === 0,
    "a call that is accepted",
  );
  await waitFor(() => text().endsWith("end"), "the last key");
  expect(text()).toMatch(/^z{900000}x*end$/);
}, 120_000);

test("a program that asks two million times and reads no answer costs little memory", async () => {
  const pane = await tmux("new-window", "-d", "-P", "-F", "#{pane_id}", "-t", "s:", "stty raw -echo; cat");
  const peak = () => Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${daemon.pid()}/status`, "utf8"))![1]);
  const before = peak();
  const asking =
    "stty raw -echo; yes \"$(printf '\\033[6n')\" | tr -d '\\n' | head -c 8000000; printf asked; exec sleep 1000";
  await tmux("respawn-pane", "-k", "-t", pane, asking);
  await waitFor(async () => (await capture(pane)).includes("asked"), "the last question", 120_000);
  expect(peak() - before).toBeLessThan(200 * 1024);
}, 180_000);
