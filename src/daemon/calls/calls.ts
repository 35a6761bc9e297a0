import type { PaneId } from "../../core/ids.ts";
import type { AttachedPlace, Invocation } from "../../wire/invocation.ts";
import { crashPoint } from "../life/crash-point.ts";
import type { Log } from "../life/log.ts";
import type { Ledger } from "../records/ledger.ts";
import { requestSettled } from "../system/clock.ts";
import type { AttachedPlaces } from "./attached-places.ts";
import type { WholeAnswer } from "./call-output.ts";
import type { CallTaker, ClientCall } from "./client-call.ts";
import type { ExactlyOnce, Remembered } from "./exactly-once.ts";
import type { TerminalCall, TerminalRecords } from "./raw-terminal.ts";
import { inRequest, type RequestScope } from "./request-scope.ts";

export interface CallsOptions {
  readonly ledger: Ledger;
  readonly exactlyOnce: ExactlyOnce;
  readonly places: AttachedPlaces;
  readonly log: Log;
  /** `place`: where a previous daemon had attached the client. */
  run(invocation: Invocation, place: AttachedPlace | undefined): Promise<void>;
  /** Closes a pane that a request started without ever answering. */
  undo(server: string, pane: PaneId): void;
}

interface Running {
  readonly scope: RequestScope;
  readonly commitsBefore: number;
  /** Called when nothing of the call runs any more. */
  onEnd?: () => void;
}

interface Rejection {
  readonly sentence: string;
  except(call: TerminalCall): boolean;
}

/**
 * Runs the calls of clients. Each call runs once, however often its client repeats it, and is answered after its
 * changes are on record.
 */
export class Calls implements CallTaker, TerminalRecords {
  readonly records = this;
  readonly ledger: Ledger;
  readonly places: AttachedPlaces;
  readonly exactlyOnce: ExactlyOnce;
  readonly #options: CallsOptions;
  readonly #running = new Map<TerminalCall, Running>();
  readonly #attached = new Set<TerminalCall>();
  #idle: (() => void)[] = [];
  #answered = 0;
  #rejection: Rejection | undefined;

  constructor(options: CallsOptions) {
    this.#options = options;
    this.ledger = options.ledger;
    this.places = options.places;
    this.exactlyOnce = options.exactlyOnce;
  }

  /** Calls answered since the daemon started. */
  get answered(): number {
    return this.#answered;
  }

  take(call: ClientCall): void {
    const earlier = call.retry ? this.#firstAttempt(call.requestId) : undefined;
    if (earlier) earlier.onEnd = () => this.take(call);
    else this.#takeNow(call);
  }

  /**
   * The same request, still running: its client was at another machine, and lost its connection to this daemon. It ends
   * before it is repeated, so that what it did is known.
   */
  #firstAttempt(requestId: bigint): Running | undefined {
    for (const [call, running] of this.#running) if (call.requestId === requestId) return running;
    return undefined;
  }

  #takeNow(call: ClientCall): void {
    const { places, exactlyOnce } = this;
    const place = call.retry ? places.recall(call.requestId) : undefined;
    const remembered = call.retry && !place ? exactlyOnce.recall(call.requestId) : undefined;
    if (remembered?.kind === "answered") repeat(call, remembered.answer);
    else if (this.#rejection && !this.#rejection.except(call)) reject(call, this.#rejection.sentence);
    else {
      this.undo(remembered);
      void this.#run(call, place);
    }
  }

  /**
   * A call is answered once nothing it did can be lost. Input that it typed may still be on its way to a holder: the
   * daemon may first have to find the holder, or the pane's shell may not be ready for input.
   */
  unsettled(call: ClientCall): Promise<void> | undefined {
    const settling = this.#running.get(call)?.scope.settling;
    return settling && requestSettled(settling);
  }

  /** Runs before the daemon sends any byte of an answer. */
  beforeAnswer(call: ClientCall, answer: (() => WholeAnswer) | undefined): void {
    const { ledger, exactlyOnce } = this;
    const running = this.#running.get(call);
    ledger.commit((changed) => {
      if (!running || !answer) return [];
      const { scope, commitsBefore } = running;
      const mutating = changed || scope.spawned.length > 0 || ledger.commits !== commitsBefore;
      return mutating ? exactlyOnce.answered(scope, answer()) : [];
    });
    if (running && answer) running.scope.answered = true;
    crashPoint("before-answer");
  }

  onAttached(call: TerminalCall): void {
    const running = this.#running.get(call);
    if (running) running.scope.answered = true;
    this.#attached.add(call);
    this.#notifyIdle();
  }

  undo(remembered: Remembered | undefined): void {
    if (remembered?.kind !== "begun") return;
    for (const [server, pane] of remembered.spawned) this.#options.undo(server, pane as PaneId);
  }

  /** Resolves when no call is running except long-lived ones (attached clients). */
  idle(): Promise<void> {
    return new Promise((resolve) => {
      this.#idle.push(resolve);
      this.#notifyIdle();
    });
  }

  /** From now on, new calls but these are answered with this sentence. Those that run go on. */
  rejectNew(rejection: Rejection): void {
    this.#rejection = rejection;
  }

  /** Answers every call but these, so that no client repeats its request to a new daemon. */
  dismiss({ sentence, except }: Rejection): void {
    for (const call of this.#running.keys()) if (!except(call)) reject(call, sentence);
  }

  async #run(call: ClientCall, place: AttachedPlace | undefined): Promise<void> {
    const { log } = this.#options;
    const { ledger } = this;
    await inRequest(call.requestId, async (scope) => {
      this.#running.set(call, { scope, commitsBefore: ledger.commits });
      try {
        await this.#options.run(call, place);
      } catch (error) {
        log.bug(error, `${call.program} ${call.argv.join(" ")}`);
        call.stderr("internal error\n");
        call.exit(1);
      }
    });
    await call.done;
    this.#answered += 1;
    const { onEnd } = this.#running.get(call) ?? {};
    this.#running.delete(call);
    // The place, and how many keys were handled there, belong to the next attempt if there is one.
    if (this.#attached.delete(call) && !onEnd) this.places.forget(call.requestId);
    this.#notifyIdle();
    onEnd?.();
  }

  #notifyIdle(): void {
    if (this.#running.size > this.#attached.size) return;
    for (const resolve of this.#idle.splice(0)) resolve();
  }
}

function reject(call: TerminalCall, sentence: string): void {
  call.stderr(`${sentence}\n`);
  call.exit(1);
}

function repeat(call: ClientCall, { stdout, stderr, status }: WholeAnswer): void {
  call.stdout(Buffer.from(stdout, "latin1"));
  call.stderr(Buffer.from(stderr, "latin1"));
  call.exit(status);
}
