import type { AddressInfo, Server, Socket } from "node:net";
import { connect, createServer } from "node:net";
import { onTestFinished } from "vitest";

export interface LinkOptions {
  /** In each direction, for all connections together. */
  readonly bytesPerSecond: number;
  /** One way. */
  readonly latencyMs: number;
}

/** What a modem and the network behind it hold before they make the sender wait. */
const BUFFER_BYTES = 32 * 1024;
const TICK_MS = 10;

/**
 * A slow link, as a SOCKS5 proxy: a browser context that uses it reaches the daemon at the daemon's own address, whose Host
 * and Origin the daemon checks. Chromium's own throttling does not slow WebSockets.
 */
export async function openSlowLink(options: LinkOptions) {
  const [up, down] = [new Pipe(options), new Pipe(options)];
  const server = createServer((near) => accept(near, up, down));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const timer = setInterval(() => {
    up.tick();
    down.tick();
  }, TICK_MS);
  onTestFinished(() => close(server, timer));
  const { port } = server.address() as AddressInfo;
  return {
    /** For `browser.newContext`: loopback addresses too. */
    proxy: { server: `socks5://127.0.0.1:${port}`, bypass: "<-loopback>" },
    get carriedBytes() {
      return down.carried;
    },
  };
}

async function close(server: Server, timer: NodeJS.Timeout): Promise<void> {
  clearInterval(timer);
  await new Promise((resolve) => server.close(resolve));
}

/** Greeting and request of SOCKS5, then bytes. */
function accept(near: Socket, up: Pipe, down: Pipe): void {
  near.on("error", () => {});
  near.once("data", () => {
    near.write(Uint8Array.of(5, 0));
    near.once("data", (request) => {
      const far = connect(request.readUInt16BE(request.length - 2), "127.0.0.1");
      far.on("error", () => near.destroy());
      far.once("connect", () => {
        near.write(Uint8Array.of(5, 0, 0, 1, 0, 0, 0, 0, 0, 0));
        up.carry(near, far);
        down.carry(far, near);
      });
    });
  });
}

interface Parcel {
  readonly to: Socket;
  readonly from: Socket;
  readonly bytes: Buffer;
}

/** One direction: bytes of all connections leave one after the other at the link's rate, and arrive after its latency. */
class Pipe {
  readonly #options: LinkOptions;
  readonly #waiting: Parcel[] = [];
  readonly #travelling: { readonly parcel: Parcel; readonly arrives: number }[] = [];
  #tickedAt = performance.now();
  #allowance = 0;
  carried = 0;

  constructor(options: LinkOptions) {
    this.#options = options;
  }

  carry(from: Socket, to: Socket): void {
    from.on("data", (bytes: Buffer) => {
      // Connections take turns by small parcels, as packets do.
      for (let at = 0; at < bytes.length; at += 1400)
        this.#waiting.push({ from, to, bytes: bytes.subarray(at, at + 1400) });
      if (this.#waitingOf(from) > BUFFER_BYTES) from.pause();
    });
    from.on("close", () => to.destroy());
    to.on("close", () => from.destroy());
  }

  tick(): void {
    const now = performance.now();
    this.#allowance += ((now - this.#tickedAt) * this.#options.bytesPerSecond) / 1_000;
    this.#tickedAt = now;
    const first = this.#waiting.findIndex(({ bytes }) => !this.#pays(bytes.length));
    for (const parcel of this.#waiting.splice(0, first < 0 ? this.#waiting.length : first))
      this.#leave(parcel, now + this.#options.latencyMs);
    if (first < 0) this.#allowance = Math.min(this.#allowance, 0);
    const later = this.#travelling.findIndex(({ arrives }) => arrives > now);
    for (const { parcel } of this.#travelling.splice(0, later < 0 ? this.#travelling.length : later))
      if (parcel.to.writable) parcel.to.write(parcel.bytes);
  }

  #pays(bytes: number): boolean {
    if (this.#allowance <= 0) return false;
    this.#allowance -= bytes;
    return true;
  }

  #leave(parcel: Parcel, arrives: number): void {
    this.carried += parcel.bytes.length;
    this.#travelling.push({ parcel, arrives });
    if (parcel.from.isPaused() && this.#waitingOf(parcel.from) <= BUFFER_BYTES) parcel.from.resume();
  }

  #waitingOf(from: Socket): number {
    return this.#waiting.reduce((sum, parcel) => (parcel.from === from ? sum + parcel.bytes.length : sum), 0);
  }
}
