import { paneAddress } from "./host-address.ts";
import { inputMessages } from "./input-messages.ts";
import { LivePosition, readOutputFrame } from "./live-position.ts";
import { onWake, Reopening } from "./reopening.ts";
import { openSocket, POLICY, TOO_LONG, TRY_LATER } from "./request.ts";

export interface LiveSnapshot {
  readonly cols: number;
  readonly rows: number;
  /** Write it to an empty terminal of this size. */
  readonly screen: string;
  /** Acknowledge it once the terminal has processed the screen. */
  readonly offset: number;
}

export interface LiveHandlers {
  snapshot(snapshot: LiveSnapshot): void;
  /** `offset` is the position after these bytes: acknowledge it once the terminal has processed them. */
  output(bytes: Uint8Array, offset: number): void;
  resized(size: { readonly cols: number; readonly rows: number }): void;
  /** The daemon did not type what was written; `reason` is its sentence. The link reconnects. */
  refused(reason: string): void;
  /** Output is missing. A snapshot follows. */
  gap(reason: string): void;
  /** False without a connection and before the screen of a new process: keys go nowhere then, and the view must say so. */
  current(isCurrent: boolean): void;
}

/** Codes with which the daemon gives a reason. */
const REFUSALS: readonly number[] = [POLICY, TOO_LONG, TRY_LATER];
const HISTORY_LINES = 5_000;
/** The daemon sends no more ahead than the link carries at once, and nothing that is seconds old. */
const ADAPT = "adapt=1";

/** What the daemon sends. The page shows how an agent is and how a program ended from what it knows of all panes. */
type LiveMessage =
  | ({ readonly type: "snapshot"; readonly pid: number } & LiveSnapshot)
  | { readonly type: "gap"; readonly reason: string }
  | { readonly type: "resized"; readonly cols: number; readonly rows: number }
  | { readonly type: "respawned" | "agent" | "exited" | "closed" };

/** One pane as a full terminal. The link reconnects by itself and continues at the byte it had. */
export class LiveLink {
  readonly #id: string;
  readonly #handlers: LiveHandlers;
  readonly #position = new LivePosition();
  readonly #reopening = new Reopening(() => this.#open());
  readonly #stopWatching: () => void;
  #socket: WebSocket | undefined;
  #isCurrent = false;

  constructor(id: string, handlers: LiveHandlers) {
    this.#id = id;
    this.#handlers = handlers;
    this.#stopWatching = onWake(() => this.#open());
    this.#open();
  }

  /** Types into the pane. False if there is no connection: then nothing is typed, now or later. */
  write(data: string): boolean {
    if (!this.#isCurrent) return false;
    for (const message of inputMessages(data)) this.#send(message);
    return true;
  }

  ack(offset: number): void {
    // Another process counts from 0: an acknowledgement of the previous one's output would be an error.
    if (this.#isCurrent && offset <= this.#position.offset) this.#send({ type: "ack", offset });
  }

  /** Asks for a snapshot. */
  refresh(): void {
    this.#send({ type: "refresh" });
  }

  close(): void {
    this.#stopWatching();
    this.#reopening.stop();
    this.#leave();
  }

  #open(): void {
    this.#reopening.stop();
    this.#leave();
    const socket = openSocket(paneAddress(this.#id, `live?${this.#position.query(HISTORY_LINES)}&${ADAPT}`));
    this.#socket = socket;
    socket.onmessage = ({ data }) =>
      typeof data === "string" ? this.#take(JSON.parse(data)) : this.#print(data);
    socket.onclose = ({ code, reason }) => {
      if (socket === this.#socket) this.#lost(code, reason);
    };
  }

  /** The first message of a connection shows that it is served; what follows continues the screen, or replaces it. */
  #take(message: LiveMessage): void {
    this.#reopening.succeeded();
    if (message.type === "snapshot") this.#replace(message);
    else if (message.type === "gap") this.#interrupt(message.reason);
    else if (message.type === "resized") this.#resize(message);
    else if (message.type === "closed") this.close();
    else if (message.type === "respawned") {
      this.#position.forget();
      this.#setCurrent(false);
    }
    // A connection that continues sends the agent's state first; one that cannot sends a gap or a snapshot before it.
    else if (message.type === "agent" && this.#position.isKnown) this.#setCurrent(true);
  }

  #replace(message: Extract<LiveMessage, { type: "snapshot" }>): void {
    this.#position.restart(message.offset, message.pid);
    this.#position.resize(message);
    this.#handlers.snapshot(message);
    this.#setCurrent(true);
  }

  /**
   * The screen cannot be continued. A snapshot follows, which takes seconds on a slow link; keys reach a program that prints
   * too much for the link meanwhile, because its person wants to stop it.
   */
  #interrupt(reason: string): void {
    this.#position.forget();
    this.#handlers.gap(reason);
  }

  #resize(size: Extract<LiveMessage, { type: "resized" }>): void {
    this.#position.resize(size);
    this.#handlers.resized(size);
  }

  #print(frame: ArrayBuffer): void {
    const { offset, bytes } = readOutputFrame(frame);
    const fresh = this.#position.accept(offset, bytes);
    if (fresh) {
      this.#setCurrent(true);
      this.#handlers.output(fresh, this.#position.offset);
    } else {
      this.#position.forget();
      this.#open();
    }
  }

  #lost(code: number, reason: string): void {
    this.#setCurrent(false);
    if (REFUSALS.includes(code)) this.#handlers.refused(reason);
    this.#reopening.later();
  }

  #leave(): void {
    const socket = this.#socket;
    this.#socket = undefined;
    socket?.close();
    this.#setCurrent(false);
  }

  #send(message: object): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  #setCurrent(isCurrent: boolean): void {
    if (this.#isCurrent === isCurrent) return;
    this.#isCurrent = isCurrent;
    this.#handlers.current(isCurrent);
  }
}
