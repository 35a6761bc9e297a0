import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readlinkSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { WebSocket } from "ws";
import type { Bench, Row } from "./measure.ts";
import { type Both, cpuMs, packageRoot, pssBytes, withSession } from "./multiplexer.ts";

const PANES = 50;
const PAGES = 5;
const RECONNECTS = 1_000;
/** Reconnects that are under way at the same time. */
const AT_ONCE = 20;
const megabyte = 1024 * 1024;
/** Until this long after their start, programs and the daemon have more to do than later. */
const SETTLED_MS = 5_000;
/** Ten coloured lines a second, without starting a process for each. */
const PRINTER = `exec 3<> <(:); for ((i = 0; ; i++)); do printf '\\033[3%dmstep %d\\033[m of the work, and a word about it\\n' $((i % 8)) $i; read -t 0.1 -u 3; done`;

interface Message {
  readonly type: string;
  readonly panes?: readonly { readonly id: string }[];
  readonly pictures?: readonly unknown[];
}

interface Access {
  readonly url: string;
  readonly token: string;
}

/** A page that watches every pane, as one does that is left open. */
class Page {
  readonly socket: WebSocket;
  pictures = 0;

  constructor({ url, token }: Access) {
    this.socket = new WebSocket(`${url.replace("http", "ws")}/api/page`, {
      headers: { authorization: `Bearer ${token}` },
    });
    this.socket.on("message", (data) => {
      const { type, panes = [], pictures = [] } = JSON.parse(String(data)) as Message;
      this.pictures += pictures.length;
      if (type !== "house") return;
      this.socket.send(JSON.stringify({ type: "watch", ids: panes.map(({ id }) => id) }));
      this.socket.emit("furnished");
    });
  }

  furnished(): Promise<unknown> {
    return once(this.socket, "furnished");
  }

  async close(): Promise<void> {
    const closed = once(this.socket, "close");
    this.socket.terminate();
    await closed;
  }
}

async function openPages(access: Access, count: number): Promise<Page[]> {
  const pages = Array.from({ length: count }, () => new Page(access));
  await Promise.all(pages.map((page) => page.furnished()));
  return pages;
}

/** CPU milliseconds of the daemon for each second: without a page, and with several. They take turns. */
async function cpuPerSecond(access: Access, daemon: number, quick: boolean) {
  const seconds = quick ? 4 : 10;
  const rounds = quick ? 2 : 3;
  const spent = { none: 0, pages: 0 };
  let pictures = 0;
  const during = async () => {
    const before = cpuMs([daemon]);
    await delay(seconds * 1000);
    return cpuMs([daemon]) - before;
  };
  for (let round = 0; round < rounds; round++) {
    spent.none += await during();
    const pages = await openPages(access, PAGES);
    await delay(1000);
    const before = pages.map((page) => page.pictures);
    spent.pages += await during();
    pictures += pages.reduce((sum, page, i) => sum + page.pictures - before[i]!, 0);
    for (const page of pages) await page.close();
  }
  const total = seconds * rounds;
  return { none: spent.none / total, pages: spent.pages / total, pictures: pictures / total / PAGES / PANES };
}

/** Megabytes by which the daemon grows for pages that stop reading, while all panes print. */
async function unreadMegabytes(access: Access, daemon: number, quick: boolean): Promise<number> {
  const readers = await openPages(access, PAGES);
  await delay(2_000);
  const before = pssBytes([daemon]);
  for (const { socket } of readers) socket.pause();
  await delay(quick ? 5_000 : 20_000);
  const grown = pssBytes([daemon]) - before;
  for (const page of readers) await page.close();
  return grown / megabyte;
}

/** Sockets of the daemon that are left, and megabytes by which it has grown, after many connections of pages. */
async function reconnect(access: Access, daemon: number) {
  const once = async () => {
    const [page] = await openPages(access, 1);
    await page!.close();
  };
  for (let i = 0; i < AT_ONCE; i++) await once();
  const before = { sockets: openSockets(daemon), bytes: pssBytes([daemon]) };
  for (let i = 0; i < RECONNECTS; i += AT_ONCE) await Promise.all(Array.from({ length: AT_ONCE }, once));
  await delay(1_000);
  return {
    sockets: openSockets(daemon) - before.sockets,
    megabytes: (pssBytes([daemon]) - before.bytes) / megabyte,
  };
}

function openSockets(pid: number): number {
  return readdirSync(`/proc/${pid}/fd`).filter((fd) => linkOf(`/proc/${pid}/fd/${fd}`).startsWith("socket:"))
    .length;
}

/** Empty if the file was closed meanwhile. */
function linkOf(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return "";
  }
}

function openAccess({ environment }: Both): Access {
  const mullion = join(packageRoot, "bin/mullion");
  return JSON.parse(
    execFileSync(mullion, ["token", "--json"], { env: environment, encoding: "utf8" }),
  ) as Access;
}

/** Pages that watch 50 panes while all of these print: what they cost the daemon, also if they do not read or come and go. */
export const pageBench: Bench = {
  name: "page",
  async run(both, quick): Promise<Row[]> {
    return await withSession(
      both.mullion,
      () => ["-x", "80", "-y", "24", "bash", "-c", PRINTER],
      async (ours) => {
        for (let i = 1; i < PANES; i++)
          await ours.call("new-window", "-d", "-t", `bench:${i}`, "bash", "-c", PRINTER);
        const access = openAccess(both);
        await delay(SETTLED_MS);
        const daemon = (await ours.processes())[0]!;
        const cpu = await cpuPerSecond(access, daemon, quick);
        console.error(
          `CPU of a second: ${cpu.none.toFixed(0)} ms without a page, ${cpu.pages.toFixed(0)} ms with ${PAGES}; ${cpu.pictures.toFixed(1)} pictures of each pane for each page`,
        );
        const unread = await unreadMegabytes(access, daemon, quick);
        const left = await reconnect(access, daemon);
        if (left.sockets > 0) throw new Error(`${RECONNECTS} reconnects left ${left.sockets} sockets open`);
        return [
          {
            id: `${PANES} panes print, ${PAGES} pages beside none`,
            unit: "ms",
            tmux: cpu.none,
            mullion: cpu.pages,
          },
          { id: `${PAGES} pages that do not read, memory`, unit: "MB", tmux: undefined, mullion: unread },
          {
            id: `${RECONNECTS} reconnects of pages, memory`,
            unit: "MB",
            tmux: undefined,
            mullion: left.megabytes,
          },
        ];
      },
    );
  },
};
