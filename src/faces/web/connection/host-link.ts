import type { PageMessage, PageRequest } from "../../../protocol/page.ts";
import { addressAt } from "./host-address.ts";
import { onWake, Reopening } from "./reopening.ts";
import { openSocket } from "./request.ts";

export interface HostLinkHandlers {
  message(message: PageMessage): void;
  /** What the page knows of the host is from before; `reason` says why, if the daemon did. */
  lost(reason: string): void;
}

let opened: Promise<unknown> = Promise.resolve();

/** Opens sockets one after the other: Chromium delays each of many that are opened at once by seconds. */
function inTurn(open: () => WebSocket | undefined): void {
  opened = opened.then(async () => {
    const socket = open();
    if (!socket) return;
    await new Promise((resolve) => {
      for (const name of ["open", "close"]) socket.addEventListener(name, resolve, { once: true });
    });
  });
}

/**
 * The page's socket to one host, through the daemon of this machine. That daemon waits for a host that cannot be reached,
 * and says so; an open socket is silent meanwhile.
 */
export class HostPageLink {
  readonly #path: string;
  readonly #handlers: HostLinkHandlers;
  readonly #reopening = new Reopening(() => this.#open());
  readonly #stopWatching: () => void;
  /** The newest request of each type that describes what the page shows. */
  readonly #standing = new Map<PageRequest["type"], PageRequest>();
  #socket: WebSocket | undefined;
  /** Of the socket that is to be opened. */
  #turn: object | undefined;
  #isServed = false;

  constructor(host: string, handlers: HostLinkHandlers) {
    this.#path = `${addressAt(host)}/api/page`;
    this.#handlers = handlers;
    this.#stopWatching = onWake(() => this.#open());
    this.#open();
  }

  send(request: PageRequest): void {
    if (request.type === "watch" || request.type === "viewing") this.#standing.set(request.type, request);
    if (this.#isServed) this.#socket?.send(JSON.stringify(request));
  }

  close(): void {
    this.#stopWatching();
    this.#reopening.stop();
    this.#leave();
  }

  #open(): void {
    this.#reopening.stop();
    this.#leave();
    const turn = {};
    this.#turn = turn;
    inTurn(() => (turn === this.#turn ? this.#connect() : undefined));
  }

  #connect(): WebSocket {
    const socket = openSocket(this.#path);
    this.#socket = socket;
    socket.onmessage = ({ data }) => this.#take(JSON.parse(data));
    socket.onclose = ({ reason }) => {
      if (socket !== this.#socket) return;
      this.#leave(reason);
      this.#reopening.later();
    };
    return socket;
  }

  #take(message: PageMessage): void {
    if (message.type === "hello") {
      this.#reopening.succeeded();
      this.#isServed = true;
      for (const request of this.#standing.values()) this.send(request);
    }
    this.#handlers.message(message);
  }

  #leave(reason = ""): void {
    const socket = this.#socket;
    this.#socket = undefined;
    this.#turn = undefined;
    this.#isServed = false;
    socket?.close();
    this.#handlers.lost(reason);
  }
}
