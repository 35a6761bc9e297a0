import type { PageMessage, PageRequest } from "../../../protocol/page.ts";
import { forgetKey, storedKey } from "./credentials.ts";
import { type Attempt, afterFailure, type LinkState } from "./link-state.ts";
import { onWake, Reopening, reopenAll, retryNow } from "./reopening.ts";
import { openSocket, request, TRY_LATER } from "./request.ts";

export interface PageLinkHandlers {
  message(message: PageMessage): void;
  state(state: LinkState): void;
}

/** A daemon that answers no ping for this long is gone, or hangs: an open socket says nothing about that. */
const PING_MS = 4_000;

/** The page's one socket: reconnects by itself, and says how it is. */
export class PageLink {
  readonly #handlers: PageLinkHandlers;
  readonly #reopening = new Reopening(() => this.#open());
  readonly #stopWatching: () => void;
  /** The newest request of each type that describes what the page shows. A new connection begins with them. */
  readonly #standing = new Map<PageRequest["type"], PageRequest>();
  readonly #pings = setInterval(() => this.#ping(), PING_MS);
  /** A ping was sent, and nothing was received since. */
  #isUnanswered = false;
  #socket: WebSocket | undefined;
  #state: LinkState = { kind: "connecting" };

  constructor(handlers: PageLinkHandlers) {
    this.#handlers = handlers;
    this.#stopWatching = onWake(() => this.#reconnect());
  }

  /** `refused`: why the link in the page's address was not accepted. */
  open(refused?: string): void {
    if (storedKey() === undefined) this.#change({ kind: "logged-out", reason: refused });
    else this.#open();
  }

  send(message: PageRequest): void {
    if (message.type === "watch" || message.type === "viewing") this.#standing.set(message.type, message);
    if (this.#state.kind === "connected") this.#socket?.send(JSON.stringify(message));
  }

  close(): void {
    clearInterval(this.#pings);
    this.#stopWatching();
    this.#reopening.stop();
    this.#leave();
  }

  #ping(): void {
    if (this.#state.kind !== "connected") return;
    if (this.#isUnanswered) {
      reopenAll();
      return;
    }
    this.#isUnanswered = true;
    this.send({ type: "ping" });
  }

  #open(): void {
    this.#leave();
    const socket = openSocket("/api/page");
    this.#socket = socket;
    this.#isUnanswered = false;
    socket.onmessage = ({ data }) => this.#take(JSON.parse(data));
    socket.onclose = ({ code, reason }) => void this.#lost(socket, code === TRY_LATER ? reason : undefined);
  }

  /** A socket that lived through the machine's sleep may be dead and not know it. */
  #reconnect(): void {
    if (this.#state.kind === "logged-out") return;
    if (this.#state.kind === "connected") this.#change(afterFailure(this.#state, "failed", Date.now()));
    this.#reopening.stop();
    this.#open();
    retryNow();
  }

  #take(message: PageMessage): void {
    this.#isUnanswered = false;
    if (message.type === "ended") this.#end(message.reason);
    if (message.type === "hello") {
      this.#reopening.succeeded();
      this.#change({ kind: "connected" });
      for (const request of this.#standing.values()) this.send(request);
      retryNow();
    }
    this.#handlers.message(message);
  }

  #end(reason: string): void {
    this.close();
    forgetKey();
    this.#change({ kind: "logged-out", reason });
  }

  /** `refusal`: why the daemon does not serve the page now, if it said so. */
  async #lost(socket: WebSocket, refusal: string | undefined): Promise<void> {
    if (socket !== this.#socket) return;
    if (this.#state.kind === "connected") this.#change(afterFailure(this.#state, "failed", Date.now()));
    const attempt = refusal === undefined ? await reasonOfFailure() : "failed";
    if (socket !== this.#socket) return;
    this.#change(afterFailure(this.#state, attempt, Date.now(), refusal));
    if (attempt === "rejected") forgetKey();
    else this.#reopening.later();
  }

  #leave(): void {
    const socket = this.#socket;
    this.#socket = undefined;
    socket?.close();
  }

  #change(state: LinkState): void {
    this.#state = state;
    this.#handlers.state(state);
  }
}

/** A socket that does not open gives no reason. A request does. */
async function reasonOfFailure(): Promise<Attempt> {
  try {
    const { status } = await request("/api/health");
    return status === 401 ? "rejected" : "failed";
  } catch {
    return "unreachable";
  }
}
