import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { daemonForAll } from "../fixtures/daemon-for-all.ts";
import { waitFor } from "../fixtures/wait-for.ts";
import { TestClient } from "./client.ts";

/** What is ours on top of the proposal. */
const daemon = daemonForAll();
let client: TestClient;

beforeEach(async () => {
  client = new TestClient(daemon, "socket");
  await client.initialize();
});
afterEach(async () => {
  for (const id of (await client.call("list", {})).contexts) await client.call("kill", { context_id: id });
  await client.close();
});

describe("mullion.wait", () => {
  test("exit, of one that runs and of one that has gone", async () => {
    const id = await client.spawn(["sh", "-c", "read x; exit 5"]);
    const waiting = client.send("mullion.wait", { context_id: id, until: { kind: "exit" } });
    await client.call("mullion.send_keys", { context_id: id, keys: ["Enter"] });
    const expected = { outcome: "met", exit_code: 5 };
    expect((await client.reply(waiting)).result).toMatchObject(expected);
    expect(await client.call("mullion.wait", { context_id: id, until: { kind: "exit" } })).toMatchObject(
      expected,
    );
  });

  test("text that is there already, that comes, that is put together on the screen", async () => {
    const script =
      "echo already; read x; printf 'co'; sleep 0.1; printf 'ming\\n'; printf '\\033[10;5Hright\\033[10;1Hleft'; exec cat";
    const id = await client.spawn(["sh", "-c", script]);
    const wait = (text: string) =>
      client.call("mullion.wait", { context_id: id, until: { kind: "text", text }, timeout_ms: 8_000 });
    expect(await wait("already")).toMatchObject({ outcome: "met", text: "already" });
    const coming = wait("coming");
    await client.call("mullion.send_keys", { context_id: id, keys: ["Enter"] });
    expect(await coming).toMatchObject({ outcome: "met" });
    expect(await wait("leftright")).toMatchObject({ outcome: "met", text: "leftright" });
  });

  test("text that scrolls by faster than anybody looks", async () => {
    const id = await client.spawn(["sh", "-c", "read x; seq 1 200000; exec cat"]);
    const until = { kind: "regex", pattern: "^12345$" } as const;
    const waiting = client.send("mullion.wait", { context_id: id, until });
    await client.call("mullion.send_keys", { context_id: id, keys: ["Enter"] });
    expect((await client.reply(waiting)).result).toMatchObject({ outcome: "met", text: "12345" });
  });

  test("since: what was printed before does not count, what was printed since does", async () => {
    const id = await client.spawn(["sh", "-c", "echo ready; while read x; do echo got-$x; done"]);
    await client.call("mullion.wait", { context_id: id, until: { kind: "text", text: "ready" } });
    const { offset } = await client.call("mullion.send_text", { context_id: id, text: "1", submit: true });
    await client.call("mullion.wait", { context_id: id, until: { kind: "text", text: "got-1" } });
    const until = { kind: "text", text: "got-1" } as const;
    expect(await client.call("mullion.wait", { context_id: id, until, since: offset })).toMatchObject({
      outcome: "met",
    });
    const { offset: end } = await client.call("mullion.screen", { context_id: id });
    const late = await client.call("mullion.wait", { context_id: id, until, since: end, timeout_ms: 100 });
    expect(late).toEqual({ outcome: "timed-out", offset: end });
  });

  test("a time-out, and an exit before the text", async () => {
    const id = await client.spawn(["sh", "-c", "read x; echo last; exit 4"]);
    const wait = (text: string, timeout_ms: number) =>
      client.call("mullion.wait", { context_id: id, until: { kind: "text", text }, timeout_ms });
    expect(await wait("never", 50)).toMatchObject({ outcome: "timed-out" });
    const never = wait("never", 9_000);
    const last = wait("last", 9_000);
    await client.call("mullion.send_keys", { context_id: id, keys: ["Enter"] });
    expect(await never).toMatchObject({ outcome: "exited", exit_code: 4 });
    expect(await last).toMatchObject({ outcome: "met", text: "last" });
  });

  test("idle: not while it prints", async () => {
    const id = await client.spawn([
      "sh",
      "-c",
      "for i in 1 2 3 4 5 6; do echo $i; sleep 0.1; done; echo done; exec cat",
    ]);
    const { outcome } = await client.call("mullion.wait", {
      context_id: id,
      until: { kind: "idle", idle_ms: 400 },
    });
    expect(outcome).toBe("met");
    expect((await client.call("capture", { context_id: id })).text).toContain("done");
  });

  test("prompt: a shell that has come to one, and after a command", async () => {
    const id = await client.spawn(["bash", "-i"]);
    const wait = () =>
      client.call("mullion.wait", { context_id: id, until: { kind: "prompt" }, timeout_ms: 9_000 });
    expect(await wait()).toMatchObject({ outcome: "met" });
    const { offset } = await client.call("mullion.send_text", {
      context_id: id,
      text: "sleep 0.3; echo over-$((1+1))",
      submit: true,
    });
    const until = { kind: "regex", pattern: "^over-2$" } as const;
    await client.call("mullion.wait", { context_id: id, until, since: offset });
    expect(await wait()).toMatchObject({ outcome: "met" });
  });
});

describe("typing", () => {
  test("Enter is a write of its own, after the application has read the text", async () => {
    // Reads in raw mode, slowly, and shows each read as one line.
    const reader = `process.stdin.setRawMode(true); console.log("ready");
      process.stdin.on("data", (d) => { console.log(JSON.stringify(String(d)));
        process.stdin.pause(); setTimeout(() => process.stdin.resume(), 100); });`;
    const id = await client.spawn([process.execPath, "-e", reader]);
    await client.call("mullion.wait", { context_id: id, until: { kind: "text", text: "ready" } });
    const text = "a prompt for an agent";
    expect(await client.call("mullion.send_text", { context_id: id, text, submit: true })).toMatchObject({
      submitted: true,
    });
    await client.call("mullion.wait", { context_id: id, until: { kind: "text", text: '"\\r"' } });
    const lines = (await client.call("capture", { context_id: id })).text.split("\n").slice(1);
    expect(
      lines
        .slice(0, -1)
        .map((line) => JSON.parse(line))
        .join(""),
    ).toBe(text);
    expect(lines.at(-1)).toBe('"\\r"');
  });

  test("lines go as one paste where the application knows pastes", async () => {
    const id = await client.spawn(["sh", "-c", "stty raw -echo; printf '\\033[?2004hready'; exec cat -v"]);
    await client.call("mullion.wait", { context_id: id, until: { kind: "text", text: "ready" } });
    await client.call("mullion.send_text", { context_id: id, text: "one\ntwo" });
    await client.call("mullion.wait", {
      context_id: id,
      until: { kind: "text", text: "^[[200~one^Mtwo^[[201~" },
    });
  });

  test("a shell that is just starting gets its line once", async () => {
    const id = await client.spawn(["bash", "-i"]);
    await client.call("mullion.send_text", { context_id: id, text: "echo once-$((1+1))", submit: true });
    await client.call("mullion.wait", { context_id: id, until: { kind: "regex", pattern: "^once-2$" } });
    const { text } = await client.call("capture", { context_id: id });
    expect(text.match(/echo once/g)).toHaveLength(1);
  });

  test("keys are encoded as the application's modes ask", async () => {
    const id = await client.spawn(["sh", "-c", "stty raw -echo; printf ready; exec cat -v"]);
    await client.call("mullion.wait", { context_id: id, until: { kind: "text", text: "ready" } });
    await client.call("mullion.send_keys", { context_id: id, keys: ["Up", "C-a", "M-x", "é", "Escape"] });
    await client.call("mullion.wait", {
      context_id: id,
      until: { kind: "text", text: "ready^[[A^A^[xM-CM-)^[" },
    });
  });
});

test("mullion.screen: styles, cursor, size, modes, history", async () => {
  const script =
    "seq 1 30; printf '\\033[1;31mred\\033[0m plain \\033[48;2;1;2;3mrgb\\033[0m\\033[?2004h'; exec cat";
  const id = await client.spawn(["sh", "-c", script]);
  await client.call("mullion.wait", { context_id: id, until: { kind: "text", text: "rgb" } });
  const screen = await client.call("mullion.screen", { context_id: id, history: 2 });
  expect(screen).toMatchObject({
    cols: 80,
    rows: 24,
    history_size: 7,
    modes: { bracketed_paste: true, alternate: false },
  });
  expect(screen.lines.slice(0, 2).map(({ line, text }) => [line, text])).toEqual([
    [-2, "6"],
    [-1, "7"],
  ]);
  const last = screen.lines.at(-1)!;
  expect(last).toMatchObject({ line: 23, text: "red plain rgb" });
  expect(last.runs).toEqual([
    { column: 0, columns: 3, text: "red", style: { fg: "1", bold: true } },
    { column: 3, columns: 7, text: " plain " },
    { column: 10, columns: 3, text: "rgb", style: { bg: "#010203" } },
  ]);
  expect(screen.cursor).toMatchObject({ x: 13, y: 23, visible: true });
  const plain = await client.call("mullion.screen", { context_id: id, styles: false });
  expect(plain.lines.every(({ runs }) => runs === undefined)).toBe(true);
});

test("mullion.resize, rename and set_metadata notify subscribers", async () => {
  const id = await client.spawn(["cat"], { metadata: { name: "old", role: "scout", level: 3 } });
  await client.call("mullion.subscribe", { events: ["mullion.context_changed"] });
  expect(await client.call("mullion.resize", { context_id: id, cols: 100, rows: 30 })).toEqual({
    cols: 100,
    rows: 30,
  });
  await client.call("mullion.rename", { context_id: id, name: "new\x1b[31m" });
  const { metadata } = await client.call("mullion.set_metadata", {
    context_id: id,
    metadata: { role: null, color: "red" },
  });
  expect(metadata).toEqual({ name: "new\x1b[31m", level: "3", color: "red" });
  await waitFor(() => client.events("mullion.context_changed").length === 2, "two changes");
  const [pane] = (await client.call("mullion.tree", {})).sessions[0]!.windows[0]!.panes;
  expect(pane).toMatchObject({ title: "new[31m", cols: 100, rows: 30 });
  const first = client.messages.findIndex(({ method }) => method === "mullion.context_changed");
  const reply = client.messages.findIndex(({ result }) => result && Object.keys(result).length === 0);
  expect(reply).toBeLessThan(first);
});

test("mullion.split: beside a context, a shell by default", async () => {
  const id = await client.spawn(["cat"]);
  const { context_id: right } = await client.call("mullion.split", {
    context_id: id,
    direction: "right",
    percent: 30,
  });
  const panes = (await client.call("mullion.tree", {})).sessions[0]!.windows[0]!.panes;
  expect(panes.map(({ context_id }) => context_id)).toEqual([id, right]);
  expect(panes[1]!.left).toBeGreaterThan(panes[0]!.left);
  expect(panes[1]!.command[0]).toMatch(/^-?(ba|da|z|fi)?sh$/);
});

describe("sessions of the team's own", () => {
  let number = 0;
  let name: string;
  beforeEach(() => {
    name = `own-${++number}`;
  });
  const tree = async (session: string) => (await client.call("mullion.tree", { session })).sessions;

  test("made with a name, a size and a program; found by the name", async () => {
    const { context_id, session_id } = await client.call("mullion.spawn_session", {
      name,
      command: ["cat"],
      cols: 60,
      rows: 10,
    });
    await client.call("mullion.spawn_session", { name: `${name}0`, command: ["cat"] });
    const [session, ...others] = await tree(name);
    expect(others).toEqual([]);
    expect(session).toMatchObject({ session_id, name });
    expect(Date.now() - session!.created).toBeLessThan(60_000);
    expect(session!.windows).toMatchObject([{ cols: 60, rows: 10, current: true, panes: [{ context_id }] }]);
  });

  test("a name in use, a name that no target can say, a program that is not there", async () => {
    const spawn = (params: Record<string, unknown>) => client.ask("mullion.spawn_session", params);
    await spawn({ name, command: ["cat"] });
    const codeOf = async (params: Record<string, unknown>) => (await spawn(params)).error?.data.code;
    expect(await codeOf({ name, command: ["cat"] })).toBe("name-taken");
    expect(await codeOf({ name: "a.b", command: ["cat"] })).toBe("bad-name");
    expect(await codeOf({ name: `${name}x`, command: ["/nowhere/x"] })).toBe("no-such-program");
    expect(await codeOf({ name: `${name}x`, command: ["cat"] })).toBeUndefined();
  });

  test("ended by name, with all that runs in it, and the name is free at once", async () => {
    const { context_id } = await client.call("mullion.spawn_session", { name, command: ["cat"] });
    await client.call("mullion.split", { context_id, direction: "right" });
    await daemon.tmux("-L", "mullion", "split-window", "-t", `=${name}:`, "cat");
    await client.call("mullion.kill_session", { name });
    expect(await tree(name)).toEqual([]);
    await client.event("context_exited", context_id);
    await client.call("mullion.spawn_session", { name, command: ["cat"] });
  });

  test("what another made is not theirs to end", async () => {
    await client.call("mullion.spawn_session", { name, command: ["cat"] });
    await daemon.tmux("-L", "mullion", "new-session", "-d", "-s", "people");
    const other = new TestClient(daemon, "socket");
    await other.initialize();
    await other.call("mullion.spawn_session", { name: "theirs", command: ["cat"] });
    for (const foreign of [name, "people", "nobody"])
      expect((await other.ask("mullion.kill_session", { name: foreign })).error?.data.code).toBe(
        "no-such-session",
      );
    await other.call("mullion.kill_session", { name: "theirs" });
    await other.close();
    await daemon.tmux("-L", "mullion", "kill-session", "-t", "=people");
  });

  test("its birth names the session; its window is resized as a whole", async () => {
    await client.call("mullion.subscribe", {});
    const { context_id } = await client.call("mullion.spawn_session", { name, command: ["cat"] });
    const { params } = await client.event("mullion.context_spawned", context_id);
    expect(params).toMatchObject({ session: name });
    await client.call("mullion.split", { context_id, direction: "down" });
    const size = { cols: 100, rows: 31 };
    expect(await client.call("mullion.resize", { context_id, ...size, window: true })).toEqual(size);
    expect((await tree(name))[0]!.windows).toMatchObject([size]);
  });
});

test("mullion.describe is the schema", async () => {
  const described = await client.call("mullion.describe", {});
  expect(described.level).toBe(1);
  expect(Object.keys(described.methods)).toContain("spawn_agent");
  expect(described.errors["bad-base64"]).toMatchObject({ code: 1030, http: 400 });
});

test("respawned by tmux: the context has ended, and a new one takes its place", async () => {
  const id = await client.spawn(["cat"]);
  await client.call("mullion.subscribe", {});
  const { pane_id } = (await client.call("mullion.tree", {})).sessions[0]!.windows[0]!.panes[0]!;
  await daemon.tmux("-L", "mullion", "respawn-pane", "-k", "-t", pane_id, "cat");
  await client.event("context_exited", id);
  const [next, ...others] = await waitFor(async () => {
    const { contexts } = await client.call("list", {});
    return contexts.length > 0 ? contexts : undefined;
  }, "the new context");
  expect(others).toEqual([]);
  expect(next).not.toBe(id);
  await client.event("mullion.context_spawned", next!);
});
