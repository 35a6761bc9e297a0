import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, describe, expect, test } from "vitest";
import { type Client, connect } from "../../src/client/index.ts";
import { openTerminal } from "../attach/outer-terminal.ts";
import { daemonForAll } from "../fixtures/daemon-for-all.ts";
import { outputOf } from "../fixtures/output-of.ts";
import { waitFor } from "../fixtures/wait-for.ts";
import { access } from "../http/http-client.ts";
import { PageReader } from "../http/page-reader.ts";

const script = fileURLToPath(new URL("./hostile-host.mjs", import.meta.url));

describe("a hijacked host", () => {
  const daemon = daemonForAll();
  const made = () => join(daemon.dir, "made-by-the-host");

  async function host(deed: string): Promise<void> {
    const words = `${process.execPath} ${script} ${deed} ${made()}`;
    await outputOf(daemon.run("host", "add", "evil", "--force", "--command", words));
  }

  test.each([
    ["exec", "it asks for something that a host may not (exec)"],
    ["raw", "it asks for input that this call has none of"],
    ["stdin", "it asks for input that this call has none of"],
    ["garbage", "gave a wrong answer"],
  ])("cannot use a call for %s", async (deed, sentence) => {
    await host(deed);
    const { status, stderr, stdout } = await daemon.run("capture", "evil/%1", { input: "a secret" });
    expect(stderr).toContain(sentence);
    expect([status, stdout]).toEqual([1, ""]);
    expect(existsSync(made())).toBe(false);
  });

  test("cannot run the lock command here, and cannot hang up the caller's shell", async () => {
    await host("lock");
    expect((await daemon.run("capture", "evil/%1")).stdout).toBe("locked\n");
    expect(existsSync(made())).toBe(false);
    await host("hangup");
    const outer = await openTerminal(daemon, "mullion capture evil/%1; echo left $?; exec cat");
    await outer.see("left 0");
  });

  test.each([
    ["window", "a stream is granted more than it has used"],
    ["open", "only the person's side of a link opens streams"],
    ["acknowledge", "the other end acknowledges what was never sent"],
    ["pings", "only the person's side of a link pings"],
    ["strays", "a frame is for a stream that is not open"],
    ["empties", "a stream sends nothing, again and again"],
  ])("is cut off at once when it breaks the protocol: %s", async (deed, fault) => {
    await host(deed);
    const { status, stderr } = await daemon.run("capture", "evil/%1");
    expect(stderr).toMatch(
      new RegExp(
        `^mullion: host evil is unreachable since [\\d:]+ \\(it breaks the link's protocol: ${fault}\\): mullion host doctor evil says what to do\n$`,
      ),
    );
    expect(status).toBe(1);
  });

  test.each([
    ["refused", "\\u001b]0;owned\\u0007\\u001b[2J go away"],
    ["welcome", "the first message of the host is not one of ours"],
  ])("cannot put control characters into a sentence with its first message: %s", async (deed, sentence) => {
    await host(deed);
    const { status, stderr } = await daemon.run("capture", "evil/%1");
    expect(stderr).toContain(sentence);
    expect(status).toBe(1);
    const doctor = await daemon.run("host", "doctor", "evil", "--no-set-up");
    expect(doctor.stdout + doctor.stderr).not.toContain("\x1b");
    expect(await outputOf(daemon.run("host", "ls"))).not.toContain("\x1b");
  });

  test("is not connected again and again by a list that follows it", async () => {
    const started = join(daemon.dir, "starts");
    const line = `date +%s%3N >>${started}; exec ${process.execPath} ${script} window`;
    await outputOf(daemon.run("host", "add", "evil", "--force", "--command", `sh -c '${line}'`));
    for (let look = 0; look < 5; look++)
      expect(await outputOf(daemon.run("ls", "--all-hosts"))).toContain("breaks the link's protocol");
    const starts = () => readFileSync(started, "utf8").trim().split("\n").map(Number);
    await waitFor(() => starts().length >= 4, "the next attempts");
    // At least 100, 200 and 400 ms are between them.
    expect(starts()[3]! - starts()[0]!).toBeGreaterThanOrEqual(700);
    await outputOf(daemon.run("host", "rm", "evil"));
  });

  test("is not asked again and again by a list whose call it closes", async () => {
    await host("close");
    expect(await outputOf(daemon.run("ls", "--all-hosts"))).toContain("host evil closed the call");
    const closed = () => readFileSync(made(), "utf8").trim().split("\n").map(Number);
    await waitFor(() => closed().length >= 4, "the next attempts");
    // At least 100, 200 and 400 ms are between them.
    expect(closed()[3]! - closed()[0]!).toBeGreaterThanOrEqual(700);
    await outputOf(daemon.run("host", "rm", "evil"));
    rmSync(made());
  });

  test("prints nothing that a terminal obeys, except colours", async () => {
    await host("escapes");
    const outer = await openTerminal(daemon, "echo before; mullion capture evil/%1; echo left $?; exec cat");
    await outer.see("left 0");
    expect(outer.text).toContain("before\n\\u001b]0;owned\\u0007\\u001b[2Jred");
    const bytes = "\x1b]0;owned\x07\x1b[2J\x1b[31mred\x1b[0m\n";
    expect((await daemon.run("capture", "evil/%1")).stdout).toBe(bytes);
    expect(await outputOf(daemon.run("ls", "--all-hosts"))).not.toContain("\x1b");
  });

  test.each([
    ["tree", "its list of panes has another form"],
    ["many", "it reports more than 8 MB of panes"],
    ["garbage", "longer than"],
    ["long", "is too long"],
    ["raw", "wrong answer (raw)"],
    ["exec", "wrong answer (exec)"],
    ["silent", "did not answer within 5 s"],
    ["nothing", "did not answer within 5 s"],
    ["endless", "is not mullion connect"],
    ["counts", "acknowledges what was never sent"],
  ])("does not hang or forge ls: %s", async (deed, sentence) => {
    await host(deed);
    const { hosts } = JSON.parse(await outputOf(daemon.run("ls", "--all-hosts", "--json"))) as {
      hosts: { name: string; error?: string }[];
    };
    expect(hosts).toEqual([{ name: "evil", error: expect.stringContaining(sentence) }]);
  });

  test.each([
    ["script-escapes", "there is no Mullion for \\u001b]0;owned\\u0007\\u001b[2J\n"],
    ["script-home", "the home directory on host evil is /root; touch x, where Mullion installs nothing"],
    ["script-long", "it prints without end"],
    ["script-lies", "Mullion was not installed on host evil: \\u001b[2Jdone"],
  ])("cannot use its set-up: %s", async (deed, sentence) => {
    const words = `${process.execPath} ${script} ${deed} mullion connect`;
    await outputOf(daemon.run("host", "add", "evil", "--force", "--no-set-up", "--command", words));
    const { status, stderr } = await daemon.run("host", "upgrade", "evil", "--set-up");
    expect(stderr).toContain(sentence);
    expect(status).toBe(1);
    const shown = JSON.parse(await outputOf(daemon.run("host", "show", "evil", "--json"))) as object;
    expect(shown).toMatchObject({ command: [process.execPath, script, deed, "mullion", "connect"] });
  });

  describe("that speaks the protocol", () => {
    const open: Client[] = [];
    afterEach(() => {
      for (const client of open.splice(0)) client.close();
    });

    async function client(sessionHint: string, reach: "team" | "all" = "team"): Promise<Client> {
      const socket = join(daemon.dir, "m/daemon.sock");
      const opened = await connect({ socket, env: daemon.env, sessionHint, reach });
      open.push(opened);
      return opened;
    }
    const spawn = { command: ["cat"], metadata: { place: "evil" } };

    test.each([
      ["protocol-id", "gave a wrong answer: an id that is none"],
      ["protocol-error", "host evil: \\u001b[2J"],
      ["protocol-garbage", "host evil: "],
      ["protocol-long", "host evil: a line is longer than 8388608 bytes"],
      ["protocol-window", "breaks the link's protocol: a stream is granted more than it has used"],
    ])("cannot answer in another way: %s", async (deed, sentence) => {
      await host(deed);
      const failure = {
        code: "host-unreachable",
        message: expect.stringMatching(new RegExp(escaped(sentence))),
      };
      await expect((await client(deed)).call("spawn_agent", spawn)).rejects.toMatchObject(failure);
    });

    test("has only ids of its own, whatever it calls them, and answers of the right form", async () => {
      await host("protocol-local");
      const own = await client("local");
      const here = await own.call("spawn_agent", { command: ["cat"] });
      expect(await own.call("spawn_agent", spawn)).toEqual({ context_id: "evil/ctx_1" });
      await expect(own.call("capture", { context_id: "evil/ctx_1" })).rejects.toMatchObject({
        message: "host evil gave a wrong answer to capture",
      });
      expect((await own.call("list")).contexts).toEqual([here.context_id]);
      await own.call("kill", here);
    });

    test("cannot fill a team's log, or announce what was not started", async () => {
      await host("protocol-flood");
      const own = await client("flood");
      const before = own.cursor.sequence;
      await own.call("spawn_agent", spawn);
      await own.call("kill", { context_id: "evil/ctx_9" });
      expect((await own.call("list")).contexts).toEqual([]);
      // One start was asked for: one context came, and ended.
      await expect.poll(() => own.cursor.sequence).toBe(before + 2);
    });

    test("cannot forge, flood or name the agents that subscribers see", { timeout: 30_000 }, async () => {
      await host("protocol-agents");
      const socket = join(daemon.dir, "m/daemon.sock");
      const events = ["mullion.agent_state_changed"] as const;
      const wide = { socket, env: daemon.env, reach: "all", hosts: true, events } as const;
      const watcher = await connect({ ...wide, sessionHint: "watcher" });
      open.push(watcher);
      const seen = new Map<string, object>();
      for await (const { params } of watcher.events({ methods: events })) {
        if (!("pane_id" in params) || params.host === undefined) continue;
        expect(params).toMatchObject({ host: "evil" });
        expect(params).not.toHaveProperty("context_id");
        // The next daemon counts from the clock: numbers that are far ahead of it would hide its changes.
        expect(params.agent_sequence).toBeLessThan(Date.now() + 2_000);
        seen.set(params.pane_id, params);
        if (params.name === "last") break;
      }
      expect(seen.size).toBeGreaterThan(500);
      // It reports 12 MB. 8 MB are kept; here they have longer numbers.
      expect(JSON.stringify([...seen.values()]).length).toBeLessThan(9 * 1024 * 1024);
      expect([seen.has("%2"), seen.has("%3"), seen.has("%4")]).toEqual([true, false, false]);
    });

    test("cannot announce what was not started with a gap in its events", async () => {
      await host("protocol-gap");
      const own = await client("gap");
      const events = own.events();
      expect(await own.call("spawn_agent", spawn)).toEqual({ context_id: "evil/ctx_9" });
      const read: unknown[] = [];
      for await (const event of events) {
        read.push(event);
        if (event.method === "context_exited") break;
      }
      // It lists ctx_1 alone, which no one started.
      const params = { context_id: "evil/ctx_9" };
      expect(read).toMatchObject([
        { method: "mullion.context_spawned", params },
        { method: "context_exited", params: { ...params, exit_code: 129, signal: "SIGHUP" } },
      ]);
      expect((await own.call("list")).contexts).toEqual([]);
    });

    test("cannot fill the answer of a search, and finds nothing elsewhere", async () => {
      await host("protocol-local");
      const wide = await client("searching", "all");
      const { matches, more } = await wide.call("mullion.search", { pattern: "x", max: 20, hosts: true });
      expect([matches.length, more]).toEqual([20, true]);
      expect(matches.every(({ context_id }) => context_id.startsWith("evil/ctx_"))).toBe(true);
    });

    test("does not hang or forge a tree", async () => {
      const wide = await client("wide", "all");
      for (const [deed, error] of [
        ["protocol-silent", "host evil did not answer within 5 s"],
        ["protocol-local", "host evil gave a wrong answer to mullion.tree"],
      ] as const) {
        await host(deed);
        const { failed_hosts } = await wide.call("mullion.tree", { hosts: true });
        expect(failed_hosts).toEqual([{ host: "evil", error }]);
      }
    });
  });

  test.each(["http-html", "http-redirect", "http-logout", "http-garbage", "http-long"])(
    "serves nothing to a browser: %s",
    async (deed) => {
      await host(deed);
      const http = await access(daemon);
      const body = JSON.stringify({ command: ["list-sessions"] });
      const answer = await fetch(`${http.url}/host/evil/rpc/mullion.command`, {
        ...{ method: "POST", body, redirect: "manual" },
        headers: { authorization: `Bearer ${http.token}`, "content-type": "application/json" },
      });
      expect([answer.status, answer.headers.get("content-type")]).toEqual([503, "application/json"]);
      expect(await answer.text()).not.toContain("script");
      expect([...answer.headers.keys()].filter((name) => /cookie|location/.test(name))).toEqual([]);
      const page = new PageReader(http, "evil");
      await expect.poll(() => page.closed, { timeout: 10_000 }).toBe(1012);
      expect(page.messages).toEqual([]);
    },
  );

  test("does not keep a page waiting that it never answers", { timeout: 60_000 }, async () => {
    await host("http-silent");
    const page = new PageReader(await access(daemon), "evil");
    await expect.poll(() => page.closed, { timeout: 30_000 }).toBe(1012);
  });

  test("cannot give its agents the name of another host", async () => {
    await host("forged");
    const { agents } = JSON.parse(await outputOf(daemon.run("agents", "--all-hosts", "--json"))) as {
      agents: object[];
    };
    expect(agents).toMatchObject([{ pane_id: "%1", host: "evil" }]);
    expect(await outputOf(daemon.run("agents", "--all-hosts"))).toContain("evil/forged");
    expect(await outputOf(daemon.run("ls", "--all-hosts"))).toContain("\\u001b]0;owned\\u0007");
  });
});

/** As a regular expression in which only `|` has a meaning. */
function escaped(sentence: string): string {
  return sentence.replace(/[\\[\](){}.*+?^$]/g, "\\$&");
}
