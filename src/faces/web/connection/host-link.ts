import type { PageMessage, PageRequest } from "../../../protocol/page.ts";
import { addressAt } from "./host-address.ts";
import { onWake, Reopening } from "./reopening.ts";
import { openSocket } from "./request.ts";

export interface HostLinkHandlers {
  message(message: PageMessage): void;
  /** What the page knows of the host is from before. */
  lost(): void;
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
    const socket = openSocket(this.#path);
    this.#socket = socket;
    socket.onmessage = ({ data }) => this.#take(JSON.parse(data));
    socket.onclose = () => {
      if (socket !== this.#socket) return;
      this.#leave();
      this.#reopening.later();
    };
  }

  #take(message: PageMessage): void {
    if (message.type === "hello") {
      this.#reopening.succeeded();
      this.#isServed = true;
      for (const request of this.#standing.values()) this.send(request);
    }
    this.#handlers.message(message);
  }

  #leave(): void {
    const socket = this.#socket;
    this.#socket = undefined;
    this.#isServed = false;
    socket?.close();
    this.#handlers.lost();
  }
}
