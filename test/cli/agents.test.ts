import { afterEach, describe, expect, it } from "vitest";
import { startTeam, TEAM } from "../agents/team.ts";
import { type OuterTerminal, openTerminal } from "../attach/outer-terminal.ts";
import { daemonForAll } from "../fixtures/daemon-for-all.ts";
import { outputOf } from "../fixtures/output-of.ts";
import { waitFor } from "../fixtures/wait-for.ts";
import { verbsOf } from "./verbs-of.ts";

const daemon = daemonForAll();
const { sh } = verbsOf(daemon);

interface Described {
  readonly name: string;
  readonly pane_id: string;
  readonly server: string;
  readonly last_line: string;
  readonly agent: { readonly state: string; readonly question?: string };
}

async function listed(...argv: string[]): Promise<readonly Described[]> {
  return JSON.parse(await outputOf(daemon.run("agents", "--json", ...argv))).agents;
}

/** Asks with `question`, prints the answer, and waits for ever. */
const asker = (question: string) => `printf '${question} '; read x; echo got $x; exec sleep 1000`;

const waits = (name: string) =>
  waitFor(
    async () => (await listed("--state", "waiting")).some((agent) => agent.name === name),
    `${name} to wait`,
  );

const screenOf = async (target: string) => (await daemon.run("capture", target)).stdout;

/** The line of an agent in the list. */
const lineOf = (terminal: OuterTerminal, name: string) =>
  terminal.text.split("\n").find((line) => line.includes(` ${name} `)) ?? "";

/** Selects an agent by searching for its name. */
async function select(terminal: OuterTerminal, name: string): Promise<void> {
  terminal.type(`/${name}\r`);
  await terminal.see(new RegExp(`^> .* ${name} `, "m"));
}

afterEach(async () => {
  for (const { pane_id, server } of await listed("--all")) await daemon.run("kill", pane_id, "-L", server);
});

describe("a team of ten", () => {
  it("is listed with every state, those that wait first", async () => {
    const terminal = await openTerminal(daemon, "mullion agents; echo left; cat");
    await terminal.see("No agents");
    await startTeam(daemon);
    const isRight = () =>
      TEAM.every(({ state }, index) =>
        new RegExp(` ${state} .* m${index} `).test(lineOf(terminal, `m${index}`)),
      );
    await terminal.until(isRight, "every state");
    expect(lineOf(terminal, "m1")).toMatch(/^[> ] \? waiting +\d+ s {2}m1 +Allow\? \[y\/N\]$/);
    expect(lineOf(terminal, "m3")).toMatch(/✗ failed .* m3 /);
    const names = terminal.text
      .split("\n")
      .flatMap((line) => /^[> ] (\S) \w+ .* (m\d) /.exec(line)?.slice(1, 2) ?? []);
    expect(names.join("")).toBe("???✗✓●●●○○");
    expect(terminal.text.split("\n")[0]).toMatch(
      /^3 working {2}3 waiting {2}2 idle {2}1 done {2}1 failed +by state$/,
    );
    terminal.type("q");
    await terminal.see("left");
    expect(await terminal.isRaw()).toBe(false);
  });
});

describe("the list", () => {
  it("follows changes, filters, sorts and searches", async () => {
    await sh(asker("Alpha?"), "-n", "alpha");
    await sh("sleep 1000", "-n", "beta");
    await waits("alpha");
    const terminal = await openTerminal(daemon, "mullion agents");
    await terminal.see(/alpha +Alpha\?/);
    expect(lineOf(terminal, "beta")).toContain("working");
    terminal.type("f");
    await terminal.see(/working +by state/);
    expect(lineOf(terminal, "alpha")).toBe("");
    terminal.type("\x1b");
    await terminal.see(/alpha +Alpha\?/);
    terminal.type("ss");
    await terminal.see("by name");
    terminal.type("/alp\r");
    await terminal.see(/alp {2}by name/);
    expect(lineOf(terminal, "beta")).toBe("");
    terminal.type("\x1b");
    await daemon.run("send", "beta", "--key", "C-c");
    await terminal.until(() => lineOf(terminal, "beta") === "", "beta to be gone");
    await sh("printf 'Gamma? '; read x", "-n", "gamma");
    await terminal.see(/waiting .* gamma +Gamma\?/);
    await daemon.run("rename", "gamma", "delta");
    await terminal.see(/waiting .* delta +Gamma\?/);
  });

  it("includes other servers, known by their names, and every pane with a", async () => {
    await daemon.tmux("-L", "other", "new-session", "-d", "-s", "shell", "sh");
    const terminal = await openTerminal(daemon, "mullion agents");
    await terminal.see("No agents");
    terminal.type("a");
    await terminal.see(/idle .* shell /);
    await sh("sleep 1000", "-n", "own");
    await terminal.see(/working .* mullion\/own /);
    expect(terminal.text).toMatch(/idle .* other\/shell /);
    await daemon.tmux("-L", "other", "kill-server");
    await terminal.until((text) => !text.includes("other/"), "the other server to be gone");
  });

  it("fits into a narrow terminal, wide characters too, and follows its size", async () => {
    await sh(
      "printf '漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字? '; read x",
      "-n",
      "wide",
    );
    await waits("wide");
    const terminal = await openTerminal(daemon, "mullion agents", { cols: 80, rows: 10 });
    await terminal.see(/wide +漢字.*…$/m);
    terminal.resize(40, 8);
    await terminal.see(/^> \? +\d+ \w+ {2}wide +漢字.*…$/m);
    for (const line of terminal.text.split("\n")) expect([...line].length).toBeLessThanOrEqual(40);
    expect(terminal.screen.wrapped(0) || terminal.screen.wrapped(1)).toBe(false);
  });

  it("scrolls through 200 agents by keys and by the wheel", async () => {
    await daemon.tmux("-L", "many", "new-session", "-d", "-s", "s0", "-x", "80", "-y", "24", "sleep 1000");
    for (let index = 1; index < 200; index++)
      await daemon.tmux("-L", "many", "new-window", "-d", "-n", `w${index}`, "sleep 1000");
    const terminal = await openTerminal(daemon, "mullion agents --all --sort name");
    await terminal.see("200 working");
    const shown = () => [...terminal.text.matchAll(/\b(w\d+|s0)\b/g)].map(([name]) => name);
    const first = shown();
    expect(first).toHaveLength(22);
    terminal.type("\x1b[<65;5;5M");
    await terminal.until(() => shown()[0] === first[3], "three lines further");
    terminal.type("G");
    await terminal.see(/^> .*w99 /m);
    terminal.type("\x1b[A\x1b[<0;5;3M\x1b[<0;5;3m");
    await terminal.until((text) => text.split("\n")[2]!.startsWith("> "), "the clicked line");
    await daemon.tmux("-L", "many", "kill-server");
  });
});

describe("an answer", () => {
  it.each([
    ["y", "y", "y"],
    ["a number", "12\r", "12"],
    ["a line of text", "thold on\x7fver there\r", "hold over there"],
  ])("of %s is typed into the pane", async (_, keys, got) => {
    await sh(asker("Well?"), "-n", "asks");
    await waits("asks");
    const terminal = await openTerminal(daemon, "mullion agents");
    await terminal.see(/asks +Well\?/);
    await select(terminal, "asks");
    terminal.type(keys);
    await terminal.see(`answered asks: ${got}`);
    await waitFor(async () => (await screenOf("asks")).includes(`got ${got}`), "the answer");
    await terminal.see(/working .* asks +got/);
  });

  it("is typed as well after the daemon was killed, in the list that goes on", async () => {
    await sh(
      "printf 'One? '; read x; printf 'Two? '; read y; echo got $x and $y; exec sleep 1000",
      "-n",
      "asks",
    );
    await waits("asks");
    const terminal = await openTerminal(daemon, "mullion agents");
    await terminal.see(/asks +One\?/);
    terminal.type("y");
    await terminal.see(/asks +Two\?/);
    await daemon.kill9();
    // The new name shows that the next daemon draws the list.
    await outputOf(daemon.run("rename", "asks", "again"));
    await terminal.see(/waiting .* again +Two\?/);
    terminal.type("tno\r");
    await waitFor(async () => (await screenOf("again")).includes("got y and no"), "both answers");
    await terminal.see(/working .* again +got/);
  });

  it("is refused with a sentence where nothing is asked", async () => {
    await sh("sleep 1000", "-n", "busy");
    const terminal = await openTerminal(daemon, "mullion agents");
    await terminal.see(/working .* busy/);
    terminal.type("y");
    await terminal.see("busy is working, and asks nothing");
  });

  it("goes in once, if two people answer at the same time", async () => {
    await sh(
      "printf 'One? '; read x; printf 'got <%s>\\nTwo? ' $x; read y; echo then $y; exec sleep 1000",
      "-n",
      "asks",
    );
    await waits("asks");
    const [one, two] = [
      await openTerminal(daemon, "mullion agents"),
      await openTerminal(daemon, "mullion agents"),
    ];
    for (const terminal of [one, two]) await terminal.see(/asks +One\?/);
    one.type("y");
    two.type("n");
    const outcome = /answered asks: [yn]|pane %\d+ was answered already/;
    await Promise.all([one.see(outcome), two.see(outcome)]);
    await waitFor(async () => /got <[yn]>/.test(await screenOf("asks")), "an answer");
    await waitFor(
      async () => (await listed()).some(({ agent }) => agent.question === "Two?"),
      "the next question",
    );
    const accepted = [one, two].filter((terminal) => /answered asks: [yn]$/m.test(terminal.text));
    expect(accepted).toHaveLength(1);
    expect(await screenOf("asks")).not.toContain("then");
  });
});

describe("opening an agent", () => {
  it("attaches a terminal of its own, by Enter and by a double click", async () => {
    await sh(asker("Well?"), "-n", "asks");
    await waits("asks");
    const terminal = await openTerminal(daemon, "mullion agents; echo left");
    await terminal.see(/asks +Well\?/);
    terminal.type("\r");
    await terminal.see("[asks] 0:");
    await terminal.see("Well?");
    terminal.type("yes\r");
    await terminal.see("got yes");
    terminal.type("\x02d");
    await terminal.see("left");
    const other = await openTerminal(daemon, "mullion agents; echo left");
    await other.see(/asks +got/);
    other.type("\x1b[<0;9;2M\x1b[<0;9;2m\x1b[<0;9;2M\x1b[<0;9;2m");
    await other.see("[asks] 0:");
  });

  const attached = async () => {
    await daemon.tmux("new-session", "-d", "-s", "main", "-n", "first", "-x", "80", "-y", "24", "cat");
    const terminal = await openTerminal(daemon, "tmux attach -t main; mullion ls >/dev/null; echo detached");
    await terminal.see("0:first*");
    return terminal;
  };

  it("from the popup of prefix A switches the terminal to it", async () => {
    const terminal = await attached();
    await daemon.tmux("new-session", "-d", "-s", "elsewhere", "-n", "agent", asker("Well?"));
    await waits("agent");
    terminal.type("\x02A");
    await terminal.see(/agents/);
    await terminal.see(/waiting .* agent +Well\?/);
    terminal.type("\r");
    await terminal.see("[elsewhere");
    await terminal.until((text) => !text.includes("┌"), "the popup to be closed");
    expect(await outputOf(daemon.tmux("list-keys", "-T", "prefix"))).not.toMatch(/prefix +A /);
    await daemon.tmux("kill-server");
  });

  it("of another server switches the terminal to that server", async () => {
    const terminal = await attached();
    await sh(asker("Well?"), "-n", "asks");
    await waits("asks");
    terminal.type("\x02A");
    await terminal.see(/waiting .* asks +Well\?/);
    terminal.type("\r");
    await terminal.see("[asks] 0:");
    await daemon.tmux("kill-server");
  });

  it("from a pane leaves the list there", async () => {
    const terminal = await attached();
    await daemon.tmux("new-window", "-d", "-n", "agent", asker("Well?"));
    await waits("agent");
    await daemon.tmux("respawn-pane", "-k", "-t", "main:first", "mullion agents");
    await terminal.see(/waiting .* agent +Well\?/);
    terminal.type("\r");
    await terminal.see("1:agent*");
    await terminal.see("Well?");
    terminal.type("\x02p");
    await terminal.see(/waiting .* agent +Well\?/);
    await daemon.tmux("kill-server");
  });
});

describe("where standard output is no terminal", () => {
  it("prints lines, or JSON, of the states that are asked for", async () => {
    await sh(asker("Well?"), "-n", "asks");
    await sh("echo busy now; exec sleep 1000", "-n", "works");
    await waits("asks");
    const plain = await outputOf(daemon.run("agents"));
    expect(plain).toMatch(
      /^\? waiting +\d+ s {2}%\d+ +asks +Well\?\n● working +\d+ s {2}%\d+ +works +busy now\n$/,
    );
    expect(await listed("--state", "waiting")).toEqual([
      expect.objectContaining({
        name: "asks",
        server: "mullion",
        last_line: "Well?",
        agent: expect.objectContaining({ state: "waiting", question: "Well?" }),
      }),
    ]);
    expect((await listed("--sort", "name")).map(({ name }) => name)).toEqual(["asks", "works"]);
    expect((await listed("busy")).map(({ name }) => name)).toEqual(["works"]);
    expect((await daemon.run("agents", "--state", "bored")).stderr).toContain(
      'a state is working, waiting, idle, done, failed, not "bored"',
    );
    expect((await daemon.run("agents", "--sort", "size")).stderr).toContain(
      '--sort knows state, age, name, not "size"',
    );
  });
});
