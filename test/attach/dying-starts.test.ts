import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { processHasEnded } from "../../src/processes/process-mark.ts";
import { prepareInstance, type TestDaemon } from "../fixtures/daemon.ts";
import { outputOf } from "../fixtures/output-of.ts";
import { waitFor } from "../fixtures/wait-for.ts";
import { processesOf } from "../setup/left-behind.ts";
import { type OuterTerminal, openTerminal } from "./outer-terminal.ts";

const doomedMain = fileURLToPath(new URL("../fixtures/doomed-daemon-main.mjs", import.meta.url));

let daemon: TestDaemon;
beforeEach(() => {
  daemon = prepareInstance();
});
afterEach(() => daemon.stop());

const tmux = async (...argv: string[]) => (await outputOf(daemon.tmux(...argv))).trimEnd();
const deathsFile = () => join(daemon.dir, "m/deaths");
const deathsLeft = () => readFileSync(deathsFile(), "utf8").split("\n").filter(Boolean).length;
const typedFile = () => join(daemon.dir, "typed");
const typed = () => readFileSync(typedFile(), "utf8");

/** A terminal on a pane that writes every byte it gets to a file. The daemons that its client starts die as the list says. */
async function attach(
  deaths: readonly (string | number)[],
  synchronised: boolean,
  line = "exec tmux attach -t k",
): Promise<OuterTerminal> {
  await tmux("new-session", "-d", "-s", "k", `stty raw -echo; exec cat > ${typedFile()}`);
  if (synchronised) await tmux("set-option", "-wt", "k", "synchronize-panes", "on");
  const terminal = await openTerminal(daemon, line, {
    env: { MULLION_DAEMON_MAIN: doomedMain },
  });
  await terminal.see("[k] 0:");
  terminal.type("begun ");
  await waitFor(() => typed() === "begun ", "the first keys");
  writeFileSync(deathsFile(), deaths.map((death) => `${death}\n`).join(""));
  return terminal;
}

/** Types numbered words until the condition holds; gives what was typed. */
async function typeUntil(terminal: OuterTerminal, done: () => boolean): Promise<string> {
  let words = "";
  for (let i = 0; !done(); i++) {
    words += `${i} `;
    terminal.type(`${i} `);
    await delay(5); // As fast as a person types at best.
  }
  return words;
}

/** Everything typed has arrived, once and in order. */
async function expectTyped(all: string): Promise<void> {
  await waitFor(
    () => typed().length >= all.length,
    () => `${all.length} keys, ${typed().length} came`,
    60_000,
  );
  expect(typed() === all, differenceOf(typed(), all)).toBe(true);
}

describe.each([
  ["the client", true],
  ["the pane's holder", false],
])("keys that %s reads", (_reader, synchronised) => {
  it("all arrive, in order, while daemons die in their start", async () => {
    const deaths = [
      "at once",
      100,
      200,
      "connection",
      300,
      400,
      "connection",
      600,
      "at once",
      900,
      1200,
      1500,
    ];
    const terminal = await attach(deaths, synchronised);
    await daemon.kill9();
    const words = await typeUntil(terminal, () => deathsLeft() === 0);
    await expectTyped(`begun ${words}`);
  }, 120_000);
});

describe("keys for a daemon that acknowledges late and dies", () => {
  it("are typed once, although they are more than a holder remembers", async () => {
    const terminal = await attach(["late", "at once"], true);
    await daemon.kill9();
    const words = await typeUntil(terminal, () => deathsLeft() === 0);
    await expectTyped(`begun ${words}`);
  }, 120_000);
});

describe("a client whose daemons all die in their start", () => {
  const many = Array.from({ length: 10 }, () => "at once");

  it("says in its last line what it waits for, does not give up, and comes back", async () => {
    const terminal = await attach(many, true);
    await daemon.kill9();
    await terminal.see(/waiting for a daemon: the daemon ended before it was ready \(see .*$/);
    // More than a plain call would try.
    await waitFor(() => deathsLeft() < 2, "many starts", 60_000);
    expect(terminal.text.trimEnd().split("\n")).toHaveLength(terminal.screen.rows);
    await waitFor(() => deathsLeft() === 0, "the last death", 60_000);
    await terminal.see("[k] 0:");
  }, 120_000);

  it("keeps 64 KB of keys, rings beyond that, and loses none", async () => {
    const terminal = await attach(many, true);
    await daemon.kill9();
    await terminal.see("waiting for a daemon");
    const paste = Array.from({ length: 14_000 }, (_, i) => `${i} `).join("");
    terminal.type(paste);
    await waitFor(() => terminal.output.includes("64 KB of keys wait for a daemon"), "the notice", 60_000);
    expect(terminal.output).toContain("\x07");
    writeFileSync(deathsFile(), "");
    await expectTyped(`begun ${paste}`);
  }, 120_000);

  it("ends at once when it is asked to, with its terminal as it was", async () => {
    const terminal = await attach(many, true, "sh -c 'echo $$; exec tmux attach -t k'; exec cat");
    const client = Number.parseInt(terminal.output, 10);
    await daemon.kill9();
    await terminal.see("waiting for a daemon");
    expect(await terminal.isRaw()).toBe(true);
    process.kill(client, "SIGTERM");
    await waitFor(async () => !(await terminal.isRaw()), "the terminal to be restored");
    terminal.type("\x04");
    await waitFor(() => processHasEnded(terminal.pid), "the shell's end");
  });

  it("gives up when its panes are gone, and says what was typed and lost", async () => {
    const terminal = await attach(many, true, "tmux attach -t k; echo status $?");
    await daemon.kill9();
    await terminal.see("waiting for a daemon");
    terminal.type("in vain");
    for (const pid of holders()) process.kill(pid, "SIGKILL");
    rmSync(join(daemon.dir, "m/h"), { recursive: true });
    await waitFor(() => terminal.output.includes("status 1"), "the end", 60_000);
    expect(terminal.output).toContain("mullion: the daemon ended before it was ready");
    expect(terminal.output).toMatch(/mullion: the last \d+ bytes that were typed may have reached no pane/);
  }, 120_000);
});

function holders(): number[] {
  return processesOf(daemon.dir)
    .filter(({ command }) => command.includes("holder"))
    .map(({ pid }) => pid);
}

/** Where two long texts part. */
function differenceOf(came: string, typed: string): string {
  const at = [...typed].findIndex((character, index) => came[index] !== character);
  const around = (text: string) => JSON.stringify(text.slice(Math.max(0, at - 20), at + 40));
  return `at ${at} of ${typed.length}, came ${came.length}: ${around(came)} for ${around(typed)}`;
}
