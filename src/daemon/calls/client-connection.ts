import type { Socket } from "node:net";
import type { CallRelay, RelayedClient } from "../../hosts/relayed-call.ts";
import {
  CLIENT_WIRE_VERSION,
  type ClientMessage,
  decodeClientMessage,
  encodeRefused,
  type Hello,
  WIRE_MAX_CLIENT_PAYLOAD,
} from "../../wire/client-wire.ts";
import { decodePreamble, FrameDecoder, WIRE_PREAMBLE_SIZE, WIRE_ROLE, WireFault } from "../../wire/frames.ts";
import { type CallConnection, type CallTaker, ClientCall } from "./client-call.ts";
import type { PeerUser } from "./peers.ts";
import { unknownMessage } from "./raw-terminal.ts";

export interface ClientConnectionSetup {
  readonly version: string;
  readonly peer: PeerUser;
  /** Time that a new connection has to send its first request. */
  readonly helloTimeoutMs?: number;
  readonly calls: CallTaker;
  /** The doors other than the client's. Each takes over the connection together with the bytes read so far. */
  readonly doors: OtherDoors;
  /** Takes over a call that is about another host; undefined: it is not. */
  relay(hello: Hello, client: RelayedClient): CallRelay | undefined;
}

export type OtherDoors = Readonly<
  Record<Exclude<DoorKind, "client">, (socket: Socket, head: Buffer) => void>
>;

const HELLO_TIMEOUT_MS = 10_000;
/** A client that has received its status and does not disconnect is disconnected after this time. */
const LEAVE_TIMEOUT_MS = 100;
/** A rejected client may still be sending; its connection is closed after this time. */
const REFUSED_TIMEOUT_MS = 5_000;

/** A connection to one of the daemon's sockets. Its first byte chooses the door, which then reads the request. */
export class ClientConnection implements CallConnection, RelayedClient {
  readonly #socket: Socket;
  readonly #options: ClientConnectionSetup;
  readonly #decoder = new FrameDecoder(WIRE_MAX_CLIENT_PAYLOAD, (frame) => {
    if (this.#relayed) this.#relayed.take(frame);
    else this.#take(decodeClientMessage(frame));
  });
  readonly #timer: NodeJS.Timeout;
  #head: Buffer | undefined = Buffer.alloc(0);
  #call: ClientCall | undefined;
  /** The call, if it runs on another host. */
  #relayed: CallRelay | undefined;
  #leaving: NodeJS.Timeout | undefined;

  constructor(socket: Socket, options: ClientConnectionSetup) {
    this.#socket = socket;
    this.#options = options;
    const timeoutMs = options.helloTimeoutMs ?? HELLO_TIMEOUT_MS;
    this.#timer = setTimeout(() => {
      this.#refuse(`nothing was asked for within ${timeoutMs / 1000} s`);
      socket.destroySoon(); // A silent client may never close the connection itself, and file descriptors are scarce.
    }, timeoutMs);
    this.#timer.unref();
    socket.on("data", (chunk) => this.#data(chunk));
    socket.on("error", () => {});
    socket.on("close", () => {
      clearTimeout(this.#timer);
      clearTimeout(this.#leaving);
      this.#call?.gone();
      this.#relayed?.gone();
    });
  }

  send(...frames: Buffer[]): void {
    if (frames.length === 0 || !this.#socket.writable) return;
    this.#socket.write(frames.length === 1 ? frames[0]! : Buffer.concat(frames));
  }

  /**
   * The client disconnects when it has received its status. Closing or shutting down the connection here first would
   * wake the client a second time, which costs as much as the answer did.
   */
  end(): void {
    this.#socket.on("end", () => this.#socket.destroy());
    this.#leaving = setTimeout(() => this.#leave(), LEAVE_TIMEOUT_MS).unref();
  }

  /**
   * Bytes that the system has accepted reach the client even after the socket is closed; the remaining ones are sent
   * first.
   */
  #leave(): void {
    if (this.#socket.writableLength === 0) this.#socket.destroy();
    else this.#socket.end();
  }

  drop(): void {
    this.#socket.destroy();
  }

  hold(held: boolean): void {
    if (held) this.#socket.pause();
    else this.#socket.resume();
  }

  get unsentBytes(): number {
    return this.#socket.writableLength;
  }

  get congested(): boolean {
    return this.#socket.writableNeedDrain;
  }

  onDrained(listener: () => void): void {
    this.#socket.on("drain", listener);
  }

  #data(chunk: Buffer): void {
    try {
      if (this.#head) this.#begin(Buffer.concat([this.#head, chunk]));
      else this.#decoder.push(chunk);
    } catch (error) {
      if (!(error instanceof WireFault)) throw error;
      this.#refuse(error.message);
    }
  }

  #begin(head: Buffer): void {
    this.#head = head;
    const door = detectDoor(head[0]!);
    if (door !== "client" && this.#options.peer.confinedTo !== undefined) {
      this.#socket.destroy(); // Another user may use the client's door only.
      return;
    }
    if (door !== "client") {
      this.#handOver(door, head);
      return;
    }
    if (head.length < WIRE_PREAMBLE_SIZE) return;
    const { role, version } = decodePreamble(head);
    if (role !== WIRE_ROLE.client) throw new WireFault("this is the socket for clients");
    if (version !== CLIENT_WIRE_VERSION) {
      const ours = `the running daemon is Mullion ${this.#options.version} and speaks version ${CLIENT_WIRE_VERSION}`;
      throw new WireFault(
        `this client speaks version ${version} of the wire, ${ours}: mullion upgrade replaces it (panes stay)`,
      );
    }
    this.#head = undefined;
    this.#decoder.push(head.subarray(WIRE_PREAMBLE_SIZE));
  }

  #handOver(door: Exclude<DoorKind, "client">, head: Buffer): void {
    clearTimeout(this.#timer);
    this.#socket.removeAllListeners("data");
    this.#options.doors[door](this.#socket, head);
  }

  #take(message: ClientMessage): void {
    const call = this.#call;
    if (message.kind === "hello") this.#hello(message.hello);
    else if (call && message.kind === "stdin") call.stdin.take(message.bytes);
    else if (call && message.kind !== "stdin") call.take(message);
    else if (message.kind === "other") throw unknownMessage(message.frame);
    else throw new WireFault("a client says hello first");
  }

  #hello(hello: Hello): void {
    if (this.#call) throw new WireFault("a client says hello once");
    const { peer, calls } = this.#options;
    if (peer.confinedTo !== undefined && hello.program !== "tmux") throw new WireFault("access not allowed");
    clearTimeout(this.#timer);
    this.#relayed = peer.confinedTo === undefined ? this.#options.relay(hello, this) : undefined;
    if (this.#relayed) return;
    this.#call = new ClientCall({ hello, peer, connection: this, calls });
    calls.take(this.#call);
  }

  #refuse(sentence: string): void {
    this.send(encodeRefused(sentence));
    this.#socket.removeAllListeners("data").resume();
    // Half-close only: if the client still sends, a full close would discard the error sentence before the client reads
    // it.
    this.#socket.end();
    this.#leaving = setTimeout(() => this.#socket.destroy(), REFUSED_TIMEOUT_MS).unref();
  }
}

/**
 * One socket serves several doors: the first byte of a connection decides. 0xF5 never begins UTF-8 text, an HTTP
 * request line begins with a capital letter, and everything else goes to the JSON door, which rejects what is not JSON.
 */
type DoorKind = "client" | "json" | "http";

function detectDoor(firstByte: number): DoorKind {
  if (firstByte === 0xf5) return "client";
  return isCapital(firstByte) ? "http" : "json";
}

function isCapital(byte: number): boolean {
  return byte >= 0x41 && byte <= 0x5a;
}
