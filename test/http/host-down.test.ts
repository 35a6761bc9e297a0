import { beforeAll, describe, expect, test } from "vitest";
import { WebSocket } from "ws";
import type { PageHost } from "../../src/protocol/page.ts";
import { outputOf } from "../fixtures/output-of.ts";
import { waitFor } from "../fixtures/wait-for.ts";
import { severalMachines } from "../hosts/several-machines.ts";
import { type Access, access } from "./http-client.ts";
import { PageReader } from "./page-reader.ts";

describe("mullion down on a host that a page shows", { timeout: 60_000 }, () => {
  const { near, hosts, call } = severalMachines(["there"]);
  const [there] = hosts;
  let http: Access;
  beforeAll(async () => {
    http = await access(near);
  });

  const run = (name: string) => call("run", "--on", "there", "-n", name, "--", "cat");
  const pane = ({ panes }: PageReader, wanted: string) =>
    waitFor(() => [...panes.values()].find(({ name }) => name === wanted), `the pane ${wanted}`);

  async function openHost(name: string): Promise<{ page: PageReader; id: string }> {
    const page = new PageReader(http, "there");
    return { page, id: (await pane(page, name)).id };
  }

  function hostOf({ messages }: PageReader): PageHost | undefined {
    const message = messages.findLast(({ type }) => type === "hosts");
    return message?.type === "hosts" ? message.hosts[0] : undefined;
  }

  /** A live pane of the host, and how its socket ended. */
  function openLive(id: string) {
    const socket = new WebSocket(`${http.url.replace("http", "ws")}/host/there/api/panes/${id}/live`, {
      headers: { authorization: `Bearer ${http.token}` },
    });
    const seen = { text: "", closed: undefined as number | undefined, reason: "" };
    socket.on("message", (data) => {
      seen.text += String(data);
    });
    socket.on("close", (code, reason) => Object.assign(seen, { closed: code, reason: String(reason) }));
    return seen;
  }

  /** Ends the daemon there, and waits until the page of the near machine shows it. */
  async function down(local: PageReader): Promise<void> {
    await outputOf(there!.run("down", "--force"));
    await waitFor(() => hostOf(local)?.state === "unreachable", "the news of the end");
  }

  /** A link that a page needs tries again within 100 ms, and a page within 250. These calls take longer. */
  async function expectNoDaemon(): Promise<void> {
    for (let asked = 0; asked < 10; asked++) {
      await call("agents");
      expect(there!.pid()).toBeUndefined();
    }
  }

  test("starts no daemon there, and the page shows the panes of the next one", async () => {
    await run("before");
    const local = new PageReader(http);
    const { page, id } = await openHost("before");
    const live = openLive(id);
    await waitFor(() => live.text !== "", "the live pane");
    await down(local);
    expect(hostOf(local)?.reason).toContain("the daemon was ended");
    await waitFor(() => page.panes.size === 0, "the end of the panes");
    expect(page.closed).toBeUndefined();
    await waitFor(() => live.closed === 1012, "the end of the live pane");
    expect(live.reason).toContain("the daemon was ended");

    // A page that wakes up, or is opened now, opens sockets of its own.
    const late = new PageReader(http, "there");
    const again = openLive(id);
    await waitFor(() => again.closed === 1012, "the end of the live pane that was opened late");
    expect(again.reason).toContain("the daemon was ended");
    await expectNoDaemon();

    await run("after");
    await pane(page, "after");
    await pane(late, "after");
    await waitFor(() => hostOf(local)?.state === "connected", "the news of the return");
    for (const each of [local, page, late]) await each.close();
  });

  test("may happen again, and ends also for pages that came later", async () => {
    await run("first");
    const local = new PageReader(http);
    const { page } = await openHost("first");
    await down(local);
    await run("second");
    await pane(page, "second");
    await down(local);
    await waitFor(() => page.panes.size === 0, "the end of the panes");
    await expectNoDaemon();
    await run("third");
    await pane(page, "third");
    for (const each of [local, page]) await each.close();
  });

  test("is nothing like an upgrade of the host, after which a page connects by itself", async () => {
    await run("stays");
    const { page } = await openHost("stays");
    const before = there!.pid()!;
    process.kill(before, "SIGTERM");
    await waitFor(() => page.closed === 1012, "the end of the page's socket");
    const next = await openHost("stays");
    expect(there!.pid()).not.toBe(before);
    await next.page.close();
  });
});
