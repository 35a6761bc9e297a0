import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startDaemon, type TestDaemon } from "../fixtures/daemon.ts";
import { waitFor } from "../fixtures/wait-for.ts";
import { bellsIn, type OuterTerminal, openTerminal } from "./outer-terminal.ts";

let daemon: TestDaemon;
let terminal: OuterTerminal;
beforeAll(async () => {
  daemon = await startDaemon();
});
afterAll(() => daemon.stop());

const tmux = async (...words: string[]) => (await daemon.tmux(...words)).stdout.trim();
const PREFIX = "\x02";

beforeEach(async () => {
  await daemon.tmux("new-session", "-d", "-s", "main", "-n", "first", "-x", "80", "-y", "24", "cat");
  terminal = await openTerminal(daemon, "tmux attach -t main");
  await terminal.see("0:first*");
});
afterEach(() => daemon.tmux("kill-server"));

/** A program that asks for attention when it receives a line, and again at the next one. */
const asker = (text: string) => `while read line; do printf '\\033]9;${text}\\a'; done`;
const ask = (target: string) => daemon.tmux("send-keys", "-t", target, "Enter");
const isWaiting = (target: string) =>
  waitFor(
    async () => (await tmux("display-message", "-pt", target, "#{pane_agent_state}")) === "waiting",
    `${target} to wait`,
  );
async function waits(target: string): Promise<void> {
  await ask(target);
  await isWaiting(target);
}
const place = () => tmux("list-clients", "-F", "#{session_name}:#{window_name}");
const bells = () => bellsIn(terminal.output);

describe("the key to the next pane that waits", () => {
  it("goes there, through windows and sessions, the longest waiting first", async () => {
    await daemon.tmux("new-window", "-dn", "second", "-t", "main", asker("a"));
    await daemon.tmux("new-session", "-ds", "other", "-n", "third", asker("b"));
    await waits("other:third");
    await waits("main:second");
    terminal.type(`${PREFIX}a`);
    await waitFor(async () => (await place()) === "other:third", "the first that waits");
    terminal.type(`${PREFIX}a`);
    await waitFor(async () => (await place()) === "main:second", "the next");
  });

  it("says that no pane waits, and is in no key table", async () => {
    const listed = await tmux("list-keys", "-T", "prefix");
    expect(listed).not.toMatch(/prefix +a /);
    terminal.type(`${PREFIX}a`);
    await terminal.see("no pane waits");
  });

  it("is the user's where he bound it", async () => {
    await daemon.tmux("bind-key", "a", "rename-window", "mine");
    terminal.type(`${PREFIX}a`);
    await terminal.see("0:mine*");
    await daemon.tmux("unbind-key", "a");
  });
});

describe("mullion attach --waiting", () => {
  it("opens the pane that waits longest, whatever its server", async () => {
    await daemon.tmux("split-window", "-t", "main", asker("a"));
    await daemon.tmux("-L", "second", "new-session", "-ds", "other", "-n", "third", asker("b"));
    await daemon.tmux("-L", "second", "send-keys", "-t", "other", "Enter");
    const second = async () =>
      (await daemon.tmux("-L", "second", "display-message", "-pt", "other", "#{pane_agent_state}")).stdout;
    await waitFor(async () => (await second()).trim() === "waiting", "the other to wait");
    await waits("main:first.1");
    await daemon.tmux("select-pane", "-t", "main:first.0");
    const longest = await openTerminal(daemon, "mullion attach --waiting");
    await longest.see("[other] 0:third*");
    const ofServer = await openTerminal(daemon, "mullion attach -w -L default");
    await ofServer.see("[main] 0:first*");
    expect(await tmux("display-message", "-pt", "main", "#{pane_index}")).toBe("1");
    await daemon.tmux("-L", "second", "kill-server");
  });

  it("says that no pane waits, and takes no name", async () => {
    const { status, stderr } = await daemon.run("attach", "--waiting");
    expect([status, stderr]).toEqual([1, "mullion: no pane waits\n"]);
    const named = await daemon.run("attach", "--waiting", "main");
    expect(named.status).toBe(1);
    expect(named.stderr).toContain("--waiting chooses the pane itself");
  });
});

describe("a pane that comes to wait", () => {
  const notices = () => [...terminal.output.matchAll(/\x1b\]9;([^\x07]*)\x07/g)].map(([, text]) => text);
  const open = () => daemon.tmux("new-window", "-dn", "agent", "-t", "main", asker("may I?"));

  it("rings at the terminals that show another", async () => {
    await open();
    await waits("main:agent");
    await waitFor(() => bells() === 1, "a bell");
    expect(notices()).toEqual([]);
  });

  it("notifies the desktop if that is enabled, at a limited rate", async () => {
    await daemon.tmux("set-option", "-g", "@mullion-notify", "desktop");
    await open();
    await waits("main:agent");
    await waitFor(() => notices().length === 1, "a notice");
    expect(notices()[0]).toBe('agent waits: "may I?"');
    await waits("main:agent");
    await daemon.tmux("rename-window", "-t", "main:0", "later");
    await terminal.see("0:later*");
    expect(notices()).toHaveLength(1);
    expect(bells()).toBe(1);
  });

  it("brings no text of its own choice that acts on the desktop or on the terminal's title", async () => {
    await daemon.tmux("set-option", "-g", "@mullion-notify", "desktop");
    await daemon.tmux("set-option", "-g", "set-titles", "on");
    await daemon.tmux("set-option", "-g", "set-titles-string", "top \u202e#W\u009b31m\u2067.");
    await daemon.tmux("new-window", "-d", "-t", "main", asker("may \u202eI\u2066?"));
    await daemon.tmux("select-pane", "-t", "main:1", "-T", "build\u202e\u009b2Jer");
    await waits("main:1");
    await waitFor(() => notices().length === 1, "a notice");
    const notice = notices()[0]!;
    expect(notice).toContain("may \\u202eI\\u2066?");
    expect(notice).toContain("waits: ");
    expect(notice).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/);
    const titles = () => [...terminal.output.matchAll(/\x1b\]0;([^\x07]*)\x07/g)].map(([, text]) => text);
    await waitFor(() => titles().some((title) => title === "top first31m."), "the title");
    for (const title of titles())
      expect(title).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/);
    for (const option of ["set-titles", "set-titles-string", "@mullion-notify"])
      await daemon.tmux("set-option", "-gu", option);
  });

  it("is silent if that is configured, and for a client that looks at the pane", async () => {
    await daemon.tmux("respawn-pane", "-k", "-t", "main:first", asker("here"));
    await waits("main:first");
    await daemon.tmux("set-option", "-g", "@mullion-notify", "off");
    await open();
    await waits("main:agent");
    await daemon.tmux("rename-window", "-t", "main:0", "later");
    await terminal.see("0:later*");
    expect(bells()).toBe(0);
  });
});

describe("the state of a pane", () => {
  it("stands where formats say it, and follows", async () => {
    await daemon.tmux("respawn-pane", "-k", "-t", "main:first", asker("here"));
    await daemon.tmux("set-option", "-g", "status-interval", "0");
    await daemon.tmux("set-option", "-w", "pane-border-format", "is #{pane_agent_state}.");
    await daemon.tmux("set-option", "-w", "pane-border-status", "top");
    await terminal.see("is idle.");
    await waits("main:first");
    await terminal.see("is waiting.");
    expect(await tmux("display-message", "-a")).not.toContain("pane_agent_state");
  });

  it("is shown by ls", async () => {
    await daemon.tmux("new-window", "-dn", "agent", "-t", "main", asker("yes?"));
    await waits("main:agent");
    expect((await daemon.run("ls")).stdout).toMatch(/%\d+ +waiting /);
    const { servers } = JSON.parse((await daemon.run("ls", "--json")).stdout);
    const panes = servers.flatMap((server: { sessions: { windows: { panes: unknown[] }[] }[] }) =>
      server.sessions.flatMap(({ windows }) => windows.flatMap((window) => window.panes)),
    );
    expect(panes).toContainEqual(
      expect.objectContaining({
        agent: {
          state: "waiting",
          because: 'it notified "yes?", and nobody has typed since',
          rule: "attention",
          confidence: 0.9,
          question: "yes?",
          since: expect.any(Number),
          unread: false,
          program: expect.any(String),
        },
      }),
    );
  });
});

describe("agents in the status line and in choose-tree", () => {
  it("shows how many panes wait where a format asks for it, and nothing while none waits", async () => {
    await daemon.tmux("set-option", "-g", "status-interval", "0");
    await daemon.tmux("set-option", "-g", "status-right", "<#{agents_status}>");
    await terminal.see("<>");
    await daemon.tmux("new-window", "-dn", "one", "-t", "main", asker("a?"));
    await daemon.tmux("new-session", "-ds", "other", asker("b?"));
    await waits("main:one");
    await terminal.see("<1 waiting>");
    await waits("other");
    await terminal.see("<2 waiting>");
    expect(await tmux("display-message", "-pt", "main", "#{session_agents_waiting} #{agents_waiting}")).toBe(
      "1 2",
    );
    for (const option of ["status-right", "status-interval"]) await daemon.tmux("set-option", "-gu", option);
  });

  it("marks agents in the tree with their states, and nothing else", async () => {
    await daemon.tmux("new-window", "-dn", "asks", "-t", "main", asker("may I?"));
    await daemon.tmux("new-window", "-dn", "shell", "-t", "main", asker("ignored"));
    const pane = await tmux("display-message", "-pt", "main:asks", "#{pane_id}");
    expect((await daemon.run("rename", "-L", "default", pane, "reviewer")).status).toBe(0);
    await daemon.tmux("choose-tree", "-w", "-t", "main:first");
    await terminal.see(/1: asks.*"reviewer" idle/);
    await waits("main:asks");
    await waits("main:shell");
    await terminal.see(/main: 3 windows \(attached\) waiting/);
    await terminal.see(/1: asks.*"reviewer" waiting/);
    expect(terminal.text).toMatch(/2: shell[^a-z]*$/m);
  });
});

describe("the stack view", () => {
  const line = (at: number) => terminal.screen.lineText(at);

  beforeEach(async () => {
    await daemon.tmux("split-window", "-h", "-t", "main:first", asker("hm?"));
    await daemon.tmux("split-window", "-t", "main:first", "cat");
    for (const [index, title] of ["one", "two", "three"].entries())
      await daemon.tmux("select-pane", "-t", `main:first.${index}`, "-T", title);
    await daemon.tmux("select-pane", "-t", "main:first.0");
    await terminal.see("│");
  });

  it("keeps one pane readable and the others as titles with their states", async () => {
    terminal.type(`${PREFIX}v`);
    await terminal.see("2 three idle");
    expect([line(21), line(22)]).toEqual([
      expect.stringMatching(/^── 1 two idle ─{10,}$/),
      expect.stringMatching(/^── 2 three idle ─{10,}$/),
    ]);
    expect(await tmux("list-panes", "-F", "#{pane_width}x#{pane_height}")).toMatch(/^80x21\n39x11\n39x11$/);
    await waits("main:first.1");
    await terminal.see("1 two waiting");
    terminal.type(`${PREFIX}a`);
    await terminal.see("0 one idle");
    expect(line(0)).toMatch(/^── 0 one idle ─/);
    expect(line(22)).toMatch(/^── 2 three idle ─/);
    expect(await tmux("display-message", "-p", "#{pane_title} #{pane_top} #{pane_height}")).toBe("two 1 21");
  });

  it("ends with the key it began with", async () => {
    const before = await tmux("list-panes", "-F", "#{pane_width}x#{pane_height}");
    terminal.type(`${PREFIX}v`);
    await terminal.see("2 three idle");
    terminal.type(`${PREFIX}v`);
    await terminal.see("│");
    expect(await tmux("list-panes", "-F", "#{pane_width}x#{pane_height}")).toBe(before);
  });

  it("goes to the pane whose title is clicked", async () => {
    await daemon.tmux("set-option", "-g", "mouse", "on");
    terminal.type(`${PREFIX}v`);
    await terminal.see("2 three idle");
    terminal.type("\x1b[<0;10;23M\x1b[<0;10;23m");
    await terminal.until(() => /^── 1 two idle ─/.test(line(1)), "the last pane");
    expect(line(0)).toMatch(/^── 0 one idle ─/);
    terminal.type("\x1b[<0;70;1M\x1b[<0;70;1m");
    await terminal.until(() => /^── 1 two/.test(line(21)), "the first pane again");
    expect(await tmux("display-message", "-p", "#{pane_title} #{window_zoomed_flag}")).toBe("one 1");
  });

  it("is for windows with several panes", async () => {
    await daemon.tmux("new-window", "-n", "alone", "-t", "main", "cat");
    await terminal.see("alone*");
    terminal.type(`${PREFIX}v`);
    await terminal.see("there is only one pane");
  });
});
