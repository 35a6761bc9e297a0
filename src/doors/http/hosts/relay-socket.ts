import type { Duplex } from "node:stream";
import { WebSocket } from "ws";
import { legible } from "../../../core/text/legible.ts";
import type { Admission } from "../admission.ts";
import type { OtherMachines } from "../host.ts";
import { COMPRESSED, ENDED, InFlight, keepAlive, NORMAL, POLICY } from "../reader-socket.ts";
import type { CheckMessage } from "./host-message.ts";

/** The host cannot be reached, or the link to it was lost: the page tries again. */
const LOST = 1012;
/** Longest message that is accepted from a host. */
const MAX_MESSAGE_BYTES = 16 * 1024 * 1024;
/** Bytes on their way to the page beyond which nothing more is read from the host. */
const MAX_IN_FLIGHT_BYTES = 64 * 1024;
/** A longer text describes a host or a screen completely, with which a page begins. */
const COMPRESSED_BYTES = 64 * 1024;
/** Messages of a page that wait for the connection to the host. */
const MAX_EARLY = 16;
/** Bytes of a page that may wait for a host that does not read them: the longest paste, all of it escaped. */
const MAX_UNREAD_BYTES = 96 * 1024 * 1024;
const HANDSHAKE_MS = 20_000;
/** A close frame has room for this. */
const MAX_REASON_BYTES = 123;
/** What a page shows of a host whose daemon was ended, and its panes with it. */
const EMPTY_HOUSE = JSON.stringify({ type: "house", panes: [], windows: [] });

export interface RelayOptions {
  readonly machines: OtherMachines;
  readonly admission: Admission;
  readonly host: string;
  /** Path and query of the socket there. */
  readonly path: string;
  readonly check: CheckMessage;
  /** Binary frames are output, which a live pane alone has. */
  readonly isLive: boolean;
}

/**
 * Joins a page's socket with the same socket of a host's daemon. The two never share bytes: each message of the host is
 * checked, and its answer to the upgrade stays here. The overview's socket waits for an unreachable host and outlives a cut
 * of the link. A live pane's ends with a cut, so that the page says that its screen is old and types nothing. When the daemon
 * there was ended on purpose, the overview's socket waits for the next one, which something else starts.
 */
export function relaySocket(page: WebSocket, options: RelayOptions): void {
  new SocketRelay(page, options);
}

class SocketRelay {
  readonly #page: WebSocket;
  readonly #options: RelayOptions;
  readonly #over = new AbortController();
  readonly #early: string[] = [];
  readonly #inFlight: InFlight;
  #far: WebSocket | undefined;

  constructor(page: WebSocket, options: RelayOptions) {
    this.#page = page;
    this.#options = options;
    this.#inFlight = new InFlight(page, () => {
      if (this.#inFlight.bytes <= MAX_IN_FLIGHT_BYTES) this.#far?.resume();
    });
    const stopPings = keepAlive(page);
    const ignoreEnd = options.admission.onEnd((reason) => this.#close(POLICY, reason));
    page.on("error", () => {});
    page.on("message", (data, isBinary) => {
      if (page.readyState !== page.OPEN) return;
      if (isBinary) this.#close(POLICY, "frames to the daemon are JSON");
      else this.#pass(String(data));
    });
    page.on("close", () => {
      stopPings();
      ignoreEnd();
      this.#over.abort();
      this.#far?.terminate();
    });
    void this.#begin();
  }

  async #begin(): Promise<void> {
    const { machines, host, isLive } = this.#options;
    try {
      const { signal } = this.#over;
      const connection = await machines.connect(host, { wait: !isLive, signal });
      if (isLive) {
        const ignoreCut = machines.onCut(host, (sentence) => this.#close(LOST, sentence));
        signal.addEventListener("abort", ignoreCut, { once: true });
      }
      this.#join(connection);
    } catch (error) {
      this.#close(LOST, (error as Error).message);
    }
  }

  #join(connection: Duplex): void {
    const { host, path } = this.#options;
    const far = new WebSocket(`ws://localhost${path}`, {
      createConnection: () => connection,
      perMessageDeflate: false,
      maxPayload: MAX_MESSAGE_BYTES,
    });
    this.#far = far;
    // The library's own limit works on sockets of the system alone.
    const late = setTimeout(() => this.#close(LOST, `host ${host} did not answer`), HANDSHAKE_MS);
    far.on("open", () => {
      clearTimeout(late);
      for (const text of this.#early.splice(0)) far.send(text);
    });
    far.on("message", (data, isBinary) => this.#receive(data as Buffer, isBinary));
    far.on("unexpected-response", (asked) => {
      this.#close(LOST, `host ${host} serves no page: mullion host upgrade ${host} may help`);
      asked.destroy();
    });
    far.on("error", (error) => this.#close(LOST, `host ${host}: ${error.message}`));
    far.on("close", (code, reason) => {
      clearTimeout(late);
      const isOurs = code === NORMAL || code === POLICY;
      if (code === ENDED) this.#onDaemonEnd(String(reason));
      else this.#close(isOurs ? code : LOST, String(reason) || `the link to host ${host} was lost`);
    });
  }

  #onDaemonEnd(reason: string): void {
    if (this.#options.isLive) {
      this.#close(LOST, reason);
      return;
    }
    this.#early.length = 0;
    this.#send(EMPTY_HOUSE);
    this.#beginAfterCut();
  }

  /** Until then the link leads to the daemon that ends. */
  #beginAfterCut(): void {
    const { machines, host } = this.#options;
    try {
      const ignoreCut = machines.onCut(host, () => void this.#begin());
      this.#over.signal.addEventListener("abort", ignoreCut, { once: true });
    } catch (error) {
      this.#close(LOST, (error as Error).message); // The host was removed.
    }
  }

  #pass(text: string): void {
    const far = this.#far;
    if (far?.readyState === WebSocket.OPEN) {
      far.send(text);
      if (far.bufferedAmount > MAX_UNREAD_BYTES)
        this.#close(LOST, `host ${this.#options.host} does not read`);
    } else if (this.#early.length < MAX_EARLY) this.#early.push(text);
  }

  #receive(data: Buffer, isBinary: boolean): void {
    const { host, check, isLive } = this.#options;
    try {
      if (isBinary && (!isLive || data.length < 8)) throw new Error("it sends bytes that no one asked for");
      const message = isBinary ? data : check(String(data));
      if (message !== undefined) this.#send(message);
    } catch (error) {
      this.#close(
        LOST,
        `host ${host} sends what no page reads, is its version another? ${(error as Error).message}`,
      );
    }
  }

  #send(message: Buffer | string): void {
    if (this.#page.readyState !== WebSocket.OPEN) return;
    this.#inFlight.send(message, message.length > COMPRESSED_BYTES ? COMPRESSED : undefined);
    if (this.#inFlight.bytes > MAX_IN_FLIGHT_BYTES) this.#far?.pause();
  }

  #close(code: number, reason: string): void {
    this.#page.close(code, shortened(legible(reason)));
  }
}

function shortened(sentence: string): string {
  const bytes = Buffer.from(sentence);
  if (bytes.length <= MAX_REASON_BYTES) return sentence;
  // A character that is cut in two becomes a mark of three bytes.
  return `${bytes
    .subarray(0, MAX_REASON_BYTES - 3)
    .toString()
    .replace(/\uFFFD+$/, "")}…`;
}
