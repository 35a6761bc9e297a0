import { connect, type Socket } from "node:net";
import { decodeLendingMessage, type LendingMessage } from "../lending/lending.ts";
import { encodePreamble, FrameDecoder, WIRE_ROLE } from "../wire/frames.ts";
import {
  decodeHolderMessage,
  encodeResume,
  type HeldState,
  HOLDER_WIRE_VERSION,
  type HolderMessage,
  type Welcome,
  WIRE_MAX_HOLDER_PAYLOAD,
} from "../wire/holder-wire.ts";
import { guarded } from "./guarded.ts";

/** Events of a holder's connection, in order. */
export interface HolderListener {
  onConnected?(socket: Socket): void;
  /** Returns the offset from which the daemon wants output: everything before it is durably accepted. */
  welcome(welcome: Welcome): number;
  /** Frames sent from now on leave at once. */
  ready(): void;
  output(offset: number, bytes: Buffer): void;
  inputTaken(inputId: bigint): void;
  state(state: HeldState): void;
  lending?(message: LendingMessage): void;
  exit(exit: { readonly status: number; readonly signal: number; readonly finalOffset: number }): void;
  /** The connection ended, and not by `end`. */
  lost(loss: ConnectionLoss): void;
}

export interface ConnectionLoss {
  readonly reason: string;
  /** Code of the system's error, such as ECONNREFUSED. */
  readonly code: string | undefined;
  /** Frames that waited for a welcome that never came. */
  readonly unsent: Buffer[];
}

/** One connection to one holder. Frames sent before the holder's welcome wait for it. */
export class HolderConnection {
  readonly #socket: Socket;
  readonly #listener: HolderListener;
  #waiting: Buffer[] | undefined = [];
  #ended = false;
  #gathering = false;
  #reason = "the holder closed the connection";
  #code: string | undefined;

  constructor(socketPath: string, listener: HolderListener) {
    this.#listener = listener;
    this.#socket = connect(socketPath);
    this.#socket.once("connect", () => this.#listener.onConnected?.(this.#socket));
    this.#socket.write(encodePreamble(WIRE_ROLE.holder, HOLDER_WIRE_VERSION));
    const decoder = new FrameDecoder(WIRE_MAX_HOLDER_PAYLOAD, (frame) => {
      const message = decodeLendingMessage(frame) ?? decodeHolderMessage(frame);
      guarded(() => this.#take(message));
    });
    this.#socket.on("data", (chunk) => {
      try {
        decoder.push(chunk);
      } catch (error) {
        this.#socket.destroy(error as Error);
      }
    });
    this.#socket.on("error", (error: NodeJS.ErrnoException) => {
      this.#reason = error.message;
      this.#code = error.code;
    });
    this.#socket.on("close", () => {
      const lost = !this.#ended;
      this.#ended = true;
      if (lost) this.#listener.lost({ reason: this.#reason, code: this.#code, unsent: this.#waiting ?? [] });
    });
  }

  /** `onHanded` is called once the system has the frame: it then arrives even if the daemon dies. */
  send(frame: Buffer, onHanded?: () => void): void {
    if (this.#waiting) this.#waiting.push(frame);
    else if (!this.#ended) {
      this.#gather();
      this.#socket.write(frame, onHanded && ((error) => error ?? onHanded()));
    }
  }

  /** Joins the frames of one turn into one write, so that a pasted line is not typed letter by letter. */
  #gather(): void {
    if (this.#gathering) return;
    this.#gathering = true;
    this.#socket.cork();
    process.nextTick(() => {
      this.#gathering = false;
      this.#socket.uncork();
    });
  }

  /** Stops reading output until `resume`: the holder keeps it, and the child blocks when the holder is full. */
  pause(): void {
    this.#socket.pause();
  }

  resume(): void {
    this.#socket.resume();
  }

  /** Ends the connection after the queued frames; the holder continues. */
  end(): void {
    this.#ended = true;
    this.#socket.end();
    this.#socket.unref();
  }

  #take(message: HolderMessage | LendingMessage): void {
    if (this.#ended) return;
    if (message.kind === "output") this.#listener.output(message.offset, message.bytes);
    else if (message.kind === "input-taken") this.#listener.inputTaken(message.inputId);
    else if (message.kind === "state") this.#listener.state(message.state);
    else if (message.kind === "exit") this.#listener.exit(message);
    else if (message.kind === "welcome") this.#welcomed(message.welcome);
    else if (message.kind === "refused")
      this.#socket.destroy(new Error(`the holder refused: ${message.sentence}`));
    else this.#listener.lending?.(message);
  }

  #welcomed(welcome: Welcome): void {
    const offset = this.#listener.welcome(welcome);
    const frames = this.#waiting ?? [];
    this.#waiting = undefined;
    this.#socket.cork();
    this.#socket.write(encodeResume(offset));
    for (const frame of frames) this.#socket.write(frame);
    this.#listener.ready();
    this.#socket.uncork();
  }
}
