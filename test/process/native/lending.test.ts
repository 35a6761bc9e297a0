import { statSync } from "node:fs";
import { describe, expect, it } from "vitest";
import {
  encodeDraw,
  encodeDrawNoMore,
  encodeLend,
  encodeTakeBack,
  encodeUnreadTaken,
  type TerminalIdentity,
} from "../../../src/lending/lending-wire.ts";
import type { OutputPlace } from "../../../src/lending/output-place.ts";
import { encodeClose } from "../../../src/wire/holder-wire.ts";
import { waitFor } from "../../fixtures/wait-for.ts";
import { type HeldPane, scriptedPanes } from "./holders.ts";

const start = scriptedPanes();

/** A terminal in raw mode without a reader, and a pane that echoes its input. */
async function terminalAndPane(): Promise<{ terminal: HeldPane; pane: HeldPane }> {
  const terminal = await start("stty raw -echo; printf ready; exec sleep 1000");
  await terminal.connection.outputHas("ready");
  return { terminal, pane: await start("exec cat") };
}

/** All printable characters and the line's end. */
const PRINTABLE = bits((byte) => byte === 0x0d || (byte >= 0x20 && byte < 0x7f));
const LEASE = 7n;
const CLIENT = 99n;

/** The top left of the terminal, with room for text of `columns` columns only. */
const textPlace = (columns: number): OutputPlace => ({
  area: { x: 0, y: 0, cols: 80, rows: 24 },
  x: 0,
  y: 0,
  columns,
  isOrdinary: false,
  isAtCursor: true,
  cursorVisible: true,
  reachesEdge: false,
  pen: Buffer.from("\x1b[m"),
  features: {
    lastColumn: false,
    erasesWithBackground: false,
    utf8: false,
    dim: false,
    italic: false,
    blink: false,
    hidden: false,
    strikethrough: false,
    colours: 0,
  },
});

function bits(holds: (byte: number) => boolean): Uint8Array {
  const set = new Uint8Array(32);
  for (let byte = 0; byte < 256; byte++) if (holds(byte)) set[byte >> 3]! |= 1 << (byte & 7);
  return set;
}

async function identityOf({ connection }: HeldPane) {
  const { welcome } = await connection.next("welcome");
  const { dev, ino, rdev } = statSync(welcome.tty, { bigint: true });
  return { name: welcome.tty, device: dev, inode: ino, number: rdev };
}

const offer = (terminal: TerminalIdentity) => ({ client: CLIENT, terminal, typedAsIs: PRINTABLE });

async function lend(terminal: HeldPane, pane: HeldPane, lease = LEASE): Promise<void> {
  pane.connection.write(encodeLend(lease, offer(await identityOf(terminal))));
}

describe("a terminal that is lent to a holder", () => {
  it("types into its pane, and the daemon is told how much", async () => {
    const { terminal, pane } = await terminalAndPane();
    expect((await pane.connection.next("welcome")).welcome.level).toBeGreaterThanOrEqual(2);
    await lend(terminal, pane);
    terminal.connection.type("hello\r");
    await pane.connection.outputHas("hello\r\nhello\r\n");
    await waitFor(() => typed(pane) === 6, "what was typed");
  });

  it("is given back at the first byte that must be looked at, with all that came with it", async () => {
    const { terminal, pane } = await terminalAndPane();
    await lend(terminal, pane);
    terminal.connection.type("ab");
    await pane.connection.outputHas("ab");
    terminal.connection.type("c\x02d");
    const { unread, refused, lease } = await pane.connection.next("gave-back");
    expect({ unread: unread.toString("latin1"), refused, lease }).toEqual({
      unread: "c\x02d",
      refused: false,
      lease: LEASE,
    });
    expect(typed(pane)).toBe(2);
  });

  it("is given back to the next daemon with what the last did not deal with", async () => {
    const { terminal, pane } = await terminalAndPane();
    await lend(terminal, pane);
    terminal.connection.type("\x02c");
    await pane.connection.next("gave-back");
    pane.connection.socket.destroy();
    const { bytes, lease, client } = await pane.reconnect().next("unread");
    expect({ bytes: bytes.toString("latin1"), lease, client }).toEqual({
      bytes: "\x02c",
      lease: LEASE,
      client: CLIENT,
    });
    pane.connection.write(encodeUnreadTaken(LEASE));
    await pane.connection.state(1);
    pane.connection.socket.destroy();
    await pane.reconnect().state(2);
    expect(pane.connection.last("unread")).toBeUndefined();
  });

  it("is given back when it is asked for, and read no more", async () => {
    const { terminal, pane } = await terminalAndPane();
    await lend(terminal, pane);
    pane.connection.write(encodeTakeBack(LEASE));
    expect((await pane.connection.next("gave-back")).unread.length).toBe(0);
    terminal.connection.type("late");
    await waitFor(async () => (await terminal.connection.state(1)).queuedInputBytes === 4, "unread bytes");
    expect(typed(pane)).toBe(0);
  });

  it("is refused where the name means another one", async () => {
    const { terminal, pane } = await terminalAndPane();
    const identity = await identityOf(terminal);
    pane.connection.write(encodeLend(LEASE, offer({ ...identity, inode: identity.inode + 1n })));
    expect(await pane.connection.next("gave-back")).toMatchObject({ refused: true });
    pane.connection.write(encodeLend(8n, offer({ ...identity, name: "/dev/null" })));
    await waitFor(() => pane.connection.last("gave-back")?.lease === 8n, "the second refusal");
  });

  it("is given back for good when it is hung up", async () => {
    const { terminal, pane } = await terminalAndPane();
    await lend(terminal, pane);
    terminal.connection.write(encodeClose(100));
    expect(await pane.connection.next("gave-back")).toMatchObject({ refused: true });
  });

  it("goes home when the daemon is gone, and what is typed there waits for the next reader", async () => {
    const { terminal, pane } = await terminalAndPane();
    await lend(terminal, pane);
    terminal.connection.type("one");
    await pane.connection.outputHas("one");
    pane.connection.socket.destroy();
    const next = pane.reconnect();
    await next.next("welcome");
    await next.state(1);
    terminal.connection.type("two");
    await waitFor(async () => (await terminal.connection.state(2)).queuedInputBytes === 3, "unread bytes");
    expect(next.text()).toBe("");
  });

  it("goes home with the pane's process", async () => {
    const { terminal } = await terminalAndPane();
    const pane = await start("read LINE; exit 3");
    await lend(terminal, pane);
    terminal.connection.type("\r");
    await pane.connection.next("gave-back");
    expect(await pane.connection.next("exit")).toMatchObject({ status: 3 });
  });
});

describe("a lent terminal is drawn on", () => {
  it("with simple text, from where the daemon said, and the daemon is told before the output", async () => {
    const { terminal, pane } = await terminalAndPane();
    await lend(terminal, pane);
    pane.connection.write(encodeDraw(LEASE, 0, textPlace(10)));
    terminal.connection.type("abc");
    await terminal.connection.outputHas("ready\x1b[mabc");
    expect(await pane.connection.next("drawn")).toMatchObject({ lease: LEASE, end: 3 });
    expect(drawn(pane)).toBe("abc");
    // All of it 2 ms later, by a clock that counts whole ones, and with it how long ago that was.
    const { agoMs } = await pane.connection.next("typed");
    expect(agoMs).toBeGreaterThanOrEqual(1);
    expect(agoMs).toBeLessThan(10_000);
  });

  it("until something else is printed, or the line is full", async () => {
    const { terminal, pane } = await terminalAndPane();
    await lend(terminal, pane);
    pane.connection.write(encodeDraw(LEASE, 0, textPlace(3)));
    terminal.connection.type("a\rb");
    // The echo, and the line that the pane prints, in whatever order.
    await waitFor(() => pane.connection.end === "a\r\na\r\nb".length, "all output");
    const { end } = pane.connection;
    expect(drawn(pane).length).toBeLessThan(2);
    pane.connection.write(encodeDraw(LEASE, end, textPlace(2)));
    for (const letter of "xyz") {
      terminal.connection.type(letter);
      await pane.connection.outputHas(letter);
    }
    expect(drawn(pane, end)).toBe("xy");
  });

  it("not where the daemon spoke of another place", async () => {
    const { terminal, pane } = await terminalAndPane();
    await lend(terminal, pane);
    pane.connection.write(encodeDraw(LEASE, 5, textPlace(10)));
    terminal.connection.type("abc");
    await pane.connection.outputHas("abc");
    expect(drawn(pane)).toBe("");
  });

  it("no more once the holder has said so", async () => {
    const { terminal, pane } = await terminalAndPane();
    await lend(terminal, pane);
    pane.connection.write(encodeDraw(LEASE, 0, textPlace(10)));
    pane.connection.write(encodeDrawNoMore(LEASE));
    expect(await pane.connection.next("draws-no-more")).toMatchObject({ lease: LEASE, spoiled: false });
    terminal.connection.type("abc");
    await pane.connection.outputHas("abc");
    expect(drawn(pane)).toBe("");
    expect(terminal.connection.text()).toBe("ready");
  });
});

function typed({ connection }: HeldPane): number {
  return connection.messages.reduce((sum, each) => sum + (each.kind === "typed" ? each.bytes : 0), 0);
}

/** What it printed where the daemon let it draw: from each place up to where the holder said that it had drawn. */
function drawn({ connection }: HeldPane, from = 0): string {
  return connection.text().slice(from, connection.last("drawn")?.end ?? from);
}
