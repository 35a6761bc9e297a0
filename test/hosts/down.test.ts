import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { type AnyEvent, type Client, type ConnectOptions, connect } from "../../src/client/index.ts";
import { openTerminal } from "../attach/outer-terminal.ts";
import { outputOf } from "../fixtures/output-of.ts";
import { waitFor } from "../fixtures/wait-for.ts";
import { access } from "../http/http-client.ts";
import { PageReader } from "../http/page-reader.ts";
import { severalMachines } from "./several-machines.ts";

const EVENTS = ["mullion.agent_state_changed"] as const;

describe("mullion down on a host", { timeout: 60_000 }, () => {
  const { near, hosts, call, shut, open: unlock } = severalMachines(["there"]);
  const [there] = hosts;
  const open: Client[] = [];
  afterEach(() => {
    for (const client of open.splice(0)) client.close();
  });

  async function client(sessionHint: string, more: ConnectOptions): Promise<Client> {
    const socket = join(near.dir, "m/daemon.sock");
    const opened = await connect({ socket, env: near.env, sessionHint, ...more });
    open.push(opened);
    return opened;
  }

  async function until(
    read: AsyncIterator<AnyEvent, unknown>,
    isLast: (event: AnyEvent) => boolean,
  ): Promise<void> {
    for (;;) {
      const { value, done } = await read.next();
      if (done) throw new Error("the events have ended");
      if (isLast(value)) return;
    }
  }

  const isChange = (name: string, isOpen: boolean) => (event: AnyEvent) => {
    if (event.method !== "mullion.agent_state_changed") return false;
    const { host, name: found, agent } = event.params;
    return host === "there" && found === name && (agent !== undefined) === isOpen;
  };

  /** Ends the daemon of the host there, and waits until the near machine knows that its link is gone. */
  async function down(): Promise<void> {
    await outputOf(there!.run("down", "--force"));
    await waitFor(async () => (await linkState()) === "unreachable", "the link to be gone");
  }

  async function link(): Promise<{ readonly kind: string; readonly reason?: string }> {
    const { state } = JSON.parse(await call("host", "show", "there", "--json")) as {
      state: { kind: string; reason?: string };
    };
    return state;
  }

  const linkState = async () => (await link()).kind;

  /** Waits until the link has asked the host, which has no daemon and starts none. */
  async function refused(): Promise<void> {
    const isRefused = async () => (await link()).reason?.startsWith("no daemon runs there") ?? false;
    await waitFor(isRefused, "an attempt that starts no daemon", 40_000);
    expect(there!.pid()).toBeUndefined();
  }

  /** Ends the daemon of the host there while this machine cannot learn that. */
  async function cutAndDown(): Promise<void> {
    await shut("there");
    await outputOf(there!.run("down", "--force"));
    unlock("there");
  }

  /** Ways in which this machine does not learn that the daemon there was ended on purpose. */
  const unnoticed = [
    [
      "the daemon of this machine was replaced since",
      async () => {
        await down();
        await near.kill9();
        await near.start();
      },
    ],
    ["the link was cut before it", cutAndDown],
  ] as const;

  /** The page may join a daemon that has not started the pane yet. */
  const shows = (page: PageReader, name: string) =>
    waitFor(() => [...page.panes.values()].map((pane) => pane.name).join() === name, `only ${name}`);

  /** Starts the daemon there by another call, and checks that nothing has started it before. */
  async function startAgain(name: string): Promise<void> {
    // A link that a call still needs tries again within 100 ms. These calls take longer.
    for (let asked = 0; asked < 10; asked++) {
      await call("agents");
      expect(there!.pid()).toBeUndefined();
    }
    await call("run", "--on", "there", "-n", name, "--", "cat");
  }

  test("is not undone by an open list, which shows the host again when another call has started it", async () => {
    await call("run", "--on", "there", "-n", "before", "--", "cat");
    const outer = await openTerminal(near, "mullion agents --all-hosts; echo left $?; exec cat");
    await outer.see("there/before");
    await down();
    await outer.see("the daemon was ended");
    await startAgain("after");
    await outer.see("there/after");
    outer.type("q");
    await outer.see("left 0");
    await call("kill", "there/after");
  });

  test("is not undone by a subscription to every host, which goes on when another call has started it", async () => {
    await call("run", "--on", "there", "-n", "before", "--", "cat");
    const read = (await client("wide", { reach: "all", hosts: true, events: EVENTS })).events();
    await until(read, isChange("before", true));
    await down();
    await until(read, isChange("before", false));
    await startAgain("after");
    await until(read, isChange("after", true));
    await call("kill", "there/after");
  });

  test.each(unnoticed)("is not undone by an open list, also if %s", async (_how, end) => {
    await call("run", "--on", "there", "-n", "before", "--", "cat");
    const outer = await openTerminal(near, "mullion agents --all-hosts; echo left $?; exec cat");
    await outer.see("there/before");
    await end();
    await refused();
    await call("run", "--on", "there", "-n", "after", "--", "cat");
    await outer.see("there/after");
    outer.type("q");
    await outer.see("left 0");
    await call("kill", "there/after");
  });

  test.each(unnoticed)("is not undone by a subscription, also if %s", async (_how, end) => {
    await call("run", "--on", "there", "-n", "before", "--", "cat");
    const read = (await client("wide", { reach: "all", hosts: true, events: EVENTS })).events();
    await until(read, isChange("before", true));
    await end();
    await refused();
    await call("run", "--on", "there", "-n", "after", "--", "cat");
    await until(read, isChange("after", true));
    await call("kill", "there/after");
  });

  test.each(unnoticed)("is not undone by a page, also if %s", async (_how, end) => {
    await call("run", "--on", "there", "-n", "before", "--", "cat");
    const http = await access(near);
    const before = new PageReader(http, "there");
    await shows(before, "before");
    await end();
    const page = new PageReader(http, "there");
    await refused();
    expect(page.messages).toEqual([]);
    await call("run", "--on", "there", "-n", "after", "--", "cat");
    await shows(page, "after");
    await page.close();
    await before.close();
    await call("kill", "there/after");
  });

  test("a list that is asked for starts the daemon again, also while a page waits for it", async () => {
    await call("run", "--on", "there", "-n", "before", "--", "cat");
    const page = new PageReader(await access(near), "there");
    await page.first("house");
    await cutAndDown();
    await refused();
    expect(await call("ls", "--all-hosts")).not.toContain("unreachable");
    expect(there!.pid()).toBeDefined();
    await page.close();
  });

  test("a daemon that was killed with panes is started again by a page", async () => {
    await call("run", "--on", "there", "-n", "before", "--", "cat");
    const http = await access(near);
    await there!.kill9();
    const page = new PageReader(http, "there");
    await shows(page, "before");
    await page.close();
    await call("kill", "there/before");
  });

  test("ends the output of a placed context, and that of the next one follows", async () => {
    const events = ["context_exited", "context_output"] as const;
    const own = await client("placed", { events });
    const read = own.events();
    const printing = async (word: string) => {
      const command = ["sh", "-c", `echo ${word}; exec cat`];
      const { context_id: id } = await own.call("spawn_agent", { command, metadata: { place: "there" } });
      let text = "";
      await until(read, ({ method, params }) => {
        if (method === "context_output" && params.context_id === id)
          text += String(Buffer.from(params.data, "base64"));
        return text.endsWith("\r\n");
      });
      expect(text).toBe(`${word}\r\n`);
      return id;
    };
    const first = await printing("first");
    await down();
    await until(read, ({ method, params }) => method === "context_exited" && params.context_id === first);
    await startAgain("after");
    const second = await printing("second");
    await own.call("kill", { context_id: second });
    await call("kill", "there/after");
  });
});

describe("mullion down on the near machine", { timeout: 60_000 }, () => {
  const { near, call } = severalMachines(["there"]);

  test("answers the calls that run on a host, so that no client starts another daemon", async () => {
    await call("run", "--on", "there", "-n", "work", "--", "sh", "-c", "echo begun; exec cat");
    const calls = ["logs -f there/work", "attach there/work"];
    const outers = await Promise.all(
      calls.map((words) => openTerminal(near, `mullion ${words}; echo left $?; exec cat`)),
    );
    for (const outer of outers) await outer.see("begun");
    await outputOf(near.run("down", "--force"));
    for (const outer of outers) await outer.see(/the daemon was ended[\s\S]*left 1/);
    expect(near.pid()).toBeUndefined();
    await call("kill", "there/work");
  });
});
