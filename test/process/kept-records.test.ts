import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { decodeLines, encodeLine, type RecordEntry } from "../../src/daemon/records/record-lines.ts";
import { prepareInstance, root, type TestDaemon } from "../fixtures/daemon.ts";
import { outputOf } from "../fixtures/output-of.ts";
import { TestClient } from "../native/client.ts";

/**
 * `test/fixtures/kept/1` is what a daemon left behind before its records had versions: sessions, windows, options, keys,
 * buffers, channels, a pipe, an attached client and a team of agents. Its processes are gone, so every pane whose program
 * had not ended is dead in the next daemon (remain-on-exit).
 */
const KEPT = join(root, "test/fixtures/kept/1");
const WHERE = "/tmp/sample";
const MAIN = "b3b159ec1175";

let daemon: TestDaemon;
beforeEach(() => {
  daemon = prepareInstance();
});
afterEach(() => daemon.stop());

/** Puts the records in place for a daemon to find, in this instance's directory and for this user. */
function leave(change: (entries: RecordEntry[]) => RecordEntry[] = (entries) => entries): void {
  const { entries } = decodeLines(readFileSync(join(KEPT, "records.jsonl")));
  const state = join(daemon.dir, "m/state");
  mkdirSync(join(state, "records"), { recursive: true, mode: 0o700 });
  const lines = change([...entries]).map((entry) => encodeLine([entry]));
  const moved = lines.map((line) => {
    const here = line.replaceAll(WHERE, daemon.dir).replaceAll("tmux-0", `tmux-${process.getuid!()}`);
    const [entry] = JSON.parse(here) as [RecordEntry];
    return encodeLine([entry]);
  });
  writeFileSync(join(state, "records/records.jsonl"), moved.join(""), { mode: 0o600 });
  cpSync(join(KEPT, "journals"), join(state, "journals"), { recursive: true });
}

const tmux = async (...argv: string[]) => (await outputOf(daemon.tmux(...argv))).trimEnd();
const log = () => readFileSync(join(daemon.dir, "m/daemon.log"), "utf8");

test("a daemon restores everything that an earlier install has kept", async () => {
  leave();
  await daemon.start();
  expect((await daemon.run("ls")).stdout).not.toContain("warning");
  expect(log()).not.toContain("set aside");
  const window = "#{session_name}:#{window_index} #{window_name} #{window_zoomed_flag} #{window_layout}";
  expect((await tmux("list-windows", "-aF", window)).split("\n")).toEqual([
    "mate:0 edit 0 6b8b,100x30,0,0{50x30,0,0,0,49x30,51,0,1}",
    "mate:1 long 0 a880,100x30,0,0,3",
    "mate:2 logs 1 91a3,80x23,0,0[80x11,0,0,4,80x11,0,12,5]",
    "solo:0 sleep 0 b264,80x24,0,0,7",
    "solo:5 logs 1 91a3,80x23,0,0[80x11,0,0,4,80x11,0,12,5]",
    "work:0 edit 0 6b8b,100x30,0,0{50x30,0,0,0,49x30,51,0,1}",
    "work:1 long 0 a880,100x30,0,0,3",
    "work:2 logs 1 91a3,80x23,0,0[80x11,0,0,4,80x11,0,12,5]",
  ]);
  const each = async (...questions: (readonly [answer: string, ...argv: string[]])[]) => {
    for (const [answer, ...argv] of questions) expect.soft(await tmux(...argv), argv.join(" ")).toBe(answer);
  };
  await each(
    [
      "work work,mate",
      "list-sessions",
      "-f",
      "#{==:#{session_name},mate}",
      "-F",
      "#{session_group} #{session_group_list}",
    ],
    ["a title 1", "display-message", "-pt", "%0", "#{pane_title} #{pane_marked}"],
    ["1 3", "display-message", "-pt", "%1", "#{pane_dead} #{pane_dead_status}"],
    ["kept and shown", "show-options", "-gv", "@team"],
    ["one two", "show-options", "-sv", "@server-word"],
    ["zero", "show-options", "-pvt", "%0", "@pane-word"],
    ["edit", "show-options", "-wvt", "work:edit", "@window-word"],
    ["[#S]", "show-options", "-vt", "work", "status-left"],
    ["after-new-window[0] set-option -g @hooked yes", "show-hooks", "-g", "after-new-window"],
    ["bind-key -T own x select-pane -L", "list-keys", "-T", "own"],
    ["bind-key -T root F5 display-message refreshed", "list-keys", "-T", "root", "F5"],
    ["GLOBAL_WORD=everywhere", "show-environment", "-g", "GLOBAL_WORD"],
    ["-REMOVED", "show-environment", "-t", "work", "REMOVED"],
    ["HIDDEN=secret", "show-environment", "-ht", "work", "HIDDEN"],
    [
      "buffer0: an automatic one\nnamed: a buffer with a name",
      "list-buffers",
      "-F",
      "#{buffer_name}: #{buffer_sample}",
    ],
    ["nobody (R)", "server-access", "-l"],
    ["researcher", "-L", "mullion", "show-options", "-pvt", "%0", "@mullion-name"],
    ["", "wait-for", "signalled"],
    ["", "wait-for", "-U", "locked"],
  );
  expect((await daemon.tmux("wait-for", "-U", "locked")).status).toBe(1);
  const printed = async (...argv: string[]) => (await tmux(...argv, "-S", "-")).split("\n");
  expect(await printed("capture-pane", "-pet", "%4")).toContain("\x1b[31mred");
  expect((await printed("capture-pane", "-pt", "%0")).slice(0, 2)).toEqual(["first line", "second line"]);
  expect(await printed("-L", "second", "capture-pane", "-pt", "%0")).toContain("over there");
  const counted = await printed("capture-pane", "-pt", "%3");
  const first = Number(counted[0]);
  expect(first).toBeLessThan(14_000 - 4_900);
  expect(counted.slice(0, 14_001 - first)).toEqual(
    Array.from({ length: 14_001 - first }, (_, index) => `${first + index}`),
  );
});

test("a team of an earlier install finds its events and what its agents printed", async () => {
  leave();
  await daemon.start();
  const client = new TestClient(daemon, "socket");
  const { self_context_id: self } = await client.initialize({ session_hint: "frozen-team" });
  expect(self).toBe("ctx_0");
  await client.call("mullion.resume", { cursor: { sequence: 0, offsets: {} } });
  const exited = await client.event("context_exited", "ctx_2");
  expect(exited.params).toMatchObject({ exit_code: 4, sequence: 3 });
  expect((await client.call("capture", { context_id: "ctx_1" })).text).toContain("agent one");
  await client.close();
});

test("a record that does not fit is set aside with a sentence, and everything else is restored", async () => {
  const window = `${MAIN}/window/@1`;
  leave((entries) => [
    ...entries.map(([key, value]): RecordEntry => {
      if (key === window && value) return [key, { ...value, layout: "unreadable" }];
      return key.startsWith("request/") && value
        ? [key, { kind: "guessed" }]
        : value === undefined
          ? [key]
          : [key, value];
    }),
    ["kind-of-a-later-version/1", { any: "thing" }],
  ]);
  await daemon.start();
  const file = join(daemon.dir, "m/state/records/records.jsonl");
  const aside = join(daemon.dir, "m/state/records/records.damaged");
  const { stdout } = await daemon.run("ls");
  expect(stdout).toContain(
    `warning: record ${window} in ${file} cannot be used: its value.layout is not a list of 4; it is set aside in ${aside}, and the window is lost; programs that still run are adopted`,
  );
  expect(stdout).toMatch(
    /warning: record request\/[0-9a-f]+ \(and \d+ more of its kind\) in .* cannot be used: its value.kind is not begun; .* a call that was interrupted may run a second time/,
  );
  expect((await daemon.run("doctor")).stdout).toContain(`record ${window} in ${file} cannot be used`);
  expect(log()).toContain(
    `record ${window} in ${file}: its value.layout is not a list of 4; set aside in ${aside}`,
  );
  expect(readFileSync(aside, "utf8")).toContain(`["${window}",{`);
  expect(readFileSync(file, "utf8")).toContain('["kind-of-a-later-version/1",{"any":"thing"}]');
  expect(await tmux("list-windows", "-t", "work", "-F", "#{window_name}")).toBe("edit\nlogs");
  expect(await tmux("show-options", "-gv", "@team")).toBe("kept and shown");
});
