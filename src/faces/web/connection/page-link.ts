import type { PageMessage, PageRequest } from "../../../protocol/page.ts";
import { forgetKey, storedKey } from "./credentials.ts";
import { type Attempt, afterFailure, type LinkState } from "./link-state.ts";
import { followersWait, onWake, Reopening, reopenAll, retryNow } from "./reopening.ts";
import { openSocket, request, TRY_LATER } from "./request.ts";

export interface PageLinkHandlers {
  message(message: PageMessage): void;
  state(state: LinkState): void;
}

/** A daemon that answers no ping for this long is gone, or hangs: an open socket says nothing about that. */
const PING_MS = 4_000;
/** A socket that is not served after this time never will be: something on the way drops what is sent. */
const SERVED_MS = 8_000;
/** A request without an answer after this time says nothing about the daemon: its connection may be an old, dead one. */
const ANSWERED_MS = 4_000;

/** The page's one socket: reconnects by itself, and says how it is. */
export class PageLink {
  readonly #handlers: PageLinkHandlers;
  readonly #reopening = new Reopening(() => void this.#tryAgain(), { leads: true });
  readonly #stopWatching: () => void;
  /** The newest request of each type that describes what the page shows. A new connection begins with them. */
  readonly #standing = new Map<PageRequest["type"], PageRequest>();
  readonly #pings = setInterval(() => this.#ping(), PING_MS);
  /** A ping was sent, and nothing was received since. */
  #isUnanswered = false;
  /** The hidden page has paused, and the daemon has answered no ping since: all connections may be dead. */
  #isInDoubt = false;
  #socket: WebSocket | undefined;
  #overdue: ReturnType<typeof setTimeout> | undefined;
  /** The newest request that asks whether the daemon answers. */
  #asked: object | undefined;
  #state: LinkState = { kind: "connecting" };

  constructor(handlers: PageLinkHandlers) {
    this.#handlers = handlers;
    this.#stopWatching = onWake(
      () => this.#reconnect(),
      () => {
        this.#isInDoubt = true;
      },
    );
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
    this.#overdue = setTimeout(() => {
      this.#leave();
      this.#failed("failed");
    }, SERVED_MS);
  }

  /** A socket that lived through the machine's sleep may be dead and not know it. */
  #reconnect(): void {
    this.#isInDoubt = false;
    if (this.#state.kind === "logged-out") return;
    if (this.#state.kind === "connected") this.#change(afterFailure(this.#state, "failed", Date.now()));
    this.#reopening.stop();
    this.#open();
    retryNow();
  }

  #take(message: PageMessage): void {
    this.#isUnanswered = false;
    if (message.type === "pong") this.#isInDoubt = false;
    if (message.type === "ended") this.#end(message.reason);
    if (message.type === "hello") {
      clearTimeout(this.#overdue);
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
    if (this.#isInDoubt) return reopenAll();
    this.#leave();
    if (this.#state.kind === "connected") this.#change(afterFailure(this.#state, "failed", Date.now()));
    const attempt = refusal === undefined ? await this.#ask() : "failed";
    if (attempt) this.#failed(attempt, refusal);
  }

  /** A request comes first: after many sockets that failed, Chromium delays the next one by seconds. */
  async #tryAgain(): Promise<void> {
    const attempt = await this.#ask();
    if (attempt === "failed") this.#open();
    else if (attempt) this.#failed(attempt);
  }

  /** A socket that does not open gives no reason. A request does. Undefined: another attempt has begun meanwhile. */
  async #ask(): Promise<Attempt | undefined> {
    const asked = {};
    this.#asked = asked;
    const attempt = await reasonOfFailure();
    return asked === this.#asked ? attempt : undefined;
  }

  #failed(attempt: Attempt, refusal?: string): void {
    if (attempt === "rejected") forgetKey();
    this.#change(afterFailure(this.#state, attempt, Date.now(), refusal));
    if (attempt !== "rejected") this.#reopening.later();
  }

  #leave(): void {
    const socket = this.#socket;
    this.#socket = undefined;
    this.#asked = undefined;
    clearTimeout(this.#overdue);
    socket?.close();
  }

  #change(state: LinkState): void {
    this.#state = state;
    followersWait(state.kind !== "connected");
    this.#handlers.state(state);
  }
}

async function reasonOfFailure(): Promise<Attempt> {
  const signal = AbortSignal.timeout(ANSWERED_MS);
  try {
    const { status, body } = await request("/api/health", { signal });
    await body?.cancel();
    return status === 401 ? "rejected" : "failed";
  } catch {
    return signal.aborted ? "failed" : "unreachable";
  }
}
