import type { Socket } from "node:net";
import type { CallRelay, RelayedClient } from "../../hosts/relayed-call.ts";
import {
  CLIENT_WIRE_VERSION,
  type ClientMessage,
  decodeClientMessage,
  encodeExit,
  encodeRefused,
  encodeStderr,
  type Hello,
  WIRE_MAX_CLIENT_PAYLOAD,
} from "../../wire/client-wire.ts";
import { decodePreamble, FrameDecoder, WIRE_PREAMBLE_SIZE, WIRE_ROLE, WireFault } from "../../wire/frames.ts";
import { Overdue } from "../system/overdue.ts";
import { type CallConnection, type CallTaker, ClientCall } from "./client-call.ts";
import type { PeerUser } from "./peers.ts";
import { unknownMessage } from "./raw-terminal.ts";

export interface ClientConnectionSetup {
  readonly version: string;
  readonly peer: PeerUser;
  readonly silent: SilentConnections;
  readonly calls: CallTaker;
  /** The doors other than the client's. Each takes over the connection together with the bytes read so far. */
  readonly doors: OtherDoors;
  /** Takes over a call that is about another host; undefined: it is not. */
  relay(hello: Hello, client: RelayedClient): CallRelay | undefined;
}

export type OtherDoors = Readonly<
  Record<Exclude<DoorKind, "client">, (socket: Socket, head: Buffer) => void>
>;

const NO_BYTES = Buffer.alloc(0);
/** A rejected client may still be sending; its connection is closed after this time. */
const REFUSED_TIMEOUT_MS = 5_000;

/** Connections that have not sent a request, with the time that they have for it. */
export type SilentConnections = Overdue<ClientConnection>;

export function silentConnections(delayMs = 10_000): SilentConnections {
  return new Overdue(delayMs, (connection) => connection.refuseSilent());
}

/** Clients that have received their status. Those that do not disconnect are disconnected after this time. */
const answeredClients = new Overdue<ClientConnection>(100, (connection) => connection.leave());

/** A connection to one of the daemon's sockets. Its first byte chooses the door, which then reads the request. */
export class ClientConnection implements CallConnection, RelayedClient {
  readonly #socket: Socket;
  readonly #options: ClientConnectionSetup;
  readonly #decoder = new FrameDecoder(WIRE_MAX_CLIENT_PAYLOAD, (frame) => {
    if (this.#relayed) this.#relayed.take(frame);
    else this.#take(decodeClientMessage(frame));
  });
  readonly #silent: SilentConnections;
  /** What has arrived of the bytes that choose the door; undefined once they have. */
  #head: Buffer | undefined = NO_BYTES;
  #call: ClientCall | undefined;
  /** The call, if it runs on another host. */
  #relayed: CallRelay | undefined;

  constructor(socket: Socket, options: ClientConnectionSetup) {
    this.#socket = socket;
    this.#options = options;
    this.#silent = options.silent;
    this.#silent.add(this);
    socket.on("data", (chunk) => this.#data(chunk));
    socket.on("error", () => {});
    socket.on("close", () => {
      this.#silent.delete(this);
      answeredClients.delete(this);
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
    answeredClients.add(this);
  }

  /**
   * Bytes that the system has accepted reach the client even after the socket is closed; the remaining ones are sent
   * first.
   */
  leave(): void {
    if (this.#socket.writableLength === 0) this.#socket.destroy();
    else this.#socket.end();
  }

  drop(): void {
    this.#socket.destroy();
  }

  /** Answers a client whose request has not arrived: without an answer, it would send it to the next daemon. */
  dismiss(sentence: string): void {
    this.send(encodeStderr(Buffer.from(`${sentence}\n`)), encodeExit(1));
    this.#socket.removeAllListeners("data").resume();
    this.end();
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

  onGone(listener: () => void): void {
    this.#socket.on("close", listener);
  }

  #data(chunk: Buffer): void {
    try {
      if (this.#head) this.#begin(this.#head.length === 0 ? chunk : Buffer.concat([this.#head, chunk]));
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
    this.#silent.delete(this);
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
    this.#silent.delete(this);
    this.#relayed = peer.confinedTo === undefined ? this.#options.relay(hello, this) : undefined;
    if (this.#relayed) return;
    this.#call = new ClientCall({ hello, peer, connection: this, calls });
    calls.take(this.#call);
  }

  /** The client has sent no request in time. */
  refuseSilent(): void {
    this.#refuse(`nothing was asked for within ${this.#silent.delayMs / 1000} s`);
    this.#socket.destroySoon(); // A silent client may never close the connection itself, and file descriptors are scarce.
  }

  #refuse(sentence: string): void {
    this.send(encodeRefused(sentence));
    this.#socket.removeAllListeners("data").resume();
    // Half-close only: if the client still sends, a full close would discard the error sentence before the client reads
    // it.
    this.#socket.end();
    setTimeout(() => this.#socket.destroy(), REFUSED_TIMEOUT_MS).unref();
  }
}

/**
 * One socket serves several doors: the first byte of a connection decides. 0xF5 never begins UTF-8 text, an HTTP
 * request line begins with a capital letter, and everything else goes to the JSON door, which rejects what is not JSON.
 */
type DoorKind = "client" | "json" | "http";

function detectDoor(firstByte: number): DoorKind {
  if (firstByte === 0xf5) return "client";
  return firstByte >= 0x41 && firstByte <= 0x5a ? "http" : "json";
}
