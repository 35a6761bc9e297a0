import type { Caller } from "../../../core/target/target.ts";
import type { Client } from "../../../core/tree/client.ts";
import type { Session } from "../../../core/tree/session.ts";
import type { Invocation } from "../../../wire/invocation.ts";
import { Call } from "../call.ts";
import type { DoorServer } from "../door-server.ts";
import { ParseError } from "../parse-commands/parse-error.ts";
import { CommandQueue } from "../queue.ts";
import { newState } from "../queue-state.ts";
import { type ClientFlags, flagNames, NO_FLAGS, withFlags } from "./client-flags.ts";
import { ControlOutput } from "./control-output.ts";
import { LineReader } from "./line-reader.ts";
import { Subscriptions } from "./subscriptions.ts";

export interface ControlClientOptions {
  readonly door: DoorServer;
  readonly invocation: Invocation;
  /** 2: -CC, on a terminal. */
  readonly mode: 1 | 2;
  readonly utf8: boolean;
}

/** What stands around the answer of one command. */
export interface ControlBlock {
  end(): void;
  fail(): void;
}

/** A line that never ends is no command. */
const MAX_LINE_BYTES = 1024 * 1024;

/**
 * A client that is a program (`tmux -C`). Each line it writes is commands, and each command is answered in a block between
 * `%begin` and `%end` or `%error`; between blocks it is told what happens, and what the panes of its session print. It
 * stays while it is attached, until it writes an empty line, closes its input, or its session ends.
 */
export class ControlClient {
  readonly name: string;
  readonly output: ControlOutput;
  readonly subscriptions: Subscriptions;
  readonly #options: ControlClientOptions;
  readonly #call: Call;
  readonly #queue: CommandQueue;
  readonly #lines = new LineReader();
  readonly #left: Promise<void>;
  #settleLeft!: () => void;
  #client: Client | undefined;
  #flags: ClientFlags = NO_FLAGS;
  #draining = false;
  #stopInput = () => {};
  /** It goes as soon as nothing of it runs any more. */
  #due: { readonly status: number; readonly reason?: string } | undefined;
  #gone = false;

  constructor(options: ControlClientOptions) {
    const { door, invocation, utf8 } = options;
    this.#options = options;
    this.name = invocation.tty.name || `client-${invocation.pid}`;
    this.#left = new Promise((resolve) => {
      this.#settleLeft = resolve;
    });
    this.output = new ControlOutput({
      sink: invocationSink(invocation),
      now: () => door.context.clock.now(),
      tooFarBehind: () => this.leave({ status: 0, reason: "too far behind" }),
    });
    invocation.onDrained(() => this.output.pump());
    this.subscriptions = new Subscriptions({
      clock: door.context.clock,
      client: () => this.#client,
      expand: (format, place) => door.expand(format, place),
      tell: (line) => this.output.tell(line),
    });
    const say = (data: string | Uint8Array) => this.output.say(data);
    this.#call = new Call({
      invocation,
      control: this,
      caller: this.#caller(),
      utf8,
      name: this.name,
      cwd: invocation.cwd,
      output: { stdout: say, stderr: say },
    });
    this.#queue = new CommandQueue(door, this.#call);
  }

  /** Undefined until it attaches. */
  get client(): Client | undefined {
    return this.#client;
  }

  get session(): Session | undefined {
    return this.#client?.session;
  }

  get flagNames(): string {
    return flagNames(this.#flags, { attached: this.session !== undefined, utf8: this.#options.utf8 });
  }

  /** Settles when the client was sent away. */
  async run(words: readonly string[]): Promise<void> {
    const { door, invocation, mode } = this.#options;
    invocation.setControl(mode);
    if (mode === 2) this.output.say("\x1bP1000p");
    invocation.onGone(() => this.leave({ status: 0 }));
    door.controls.add(this);
    try {
      this.#queue.append(door.parseWords(words), newState());
    } catch (error) {
      if (!(error instanceof ParseError)) throw error;
      this.#call.error(error.message);
    }
    await this.#drain();
    door.turn.nextNumber(); // tmux ends the first command by a callback, which is numbered too.
    if (!this.session) this.leave({ status: this.#call.status });
    else if (!this.#gone) this.#listen();
    await this.#left;
  }

  attach(session: Session): void {
    const { door, invocation, utf8 } = this.#options;
    if (this.#client) {
      door.mux.switchClient(this.#client, session);
      return;
    }
    const { pid, cwd, environment, tty } = invocation;
    const { uid, user } = door.context;
    const { readonly, ignoreSize } = this.#flags;
    const termName = environment.get("TERM") ?? "";
    const about = { name: this.name, tty: tty.name, termName, pid, uid, user, utf8, cwd, environment };
    this.#client = door.mux.attachClient(session, { ...about, control: true, readonly, ignoreSize });
  }

  setFlags(text: string): void {
    const { mux } = this.#options.door;
    const before = this.#flags;
    this.#flags = withFlags(before, text);
    const { readonly, ignoreSize, noOutput, pauseAfterMs } = this.#flags;
    if (this.#client) mux.setClientFlags(this.#client, { readonly, ignoreSize });
    this.output.pauseAfterMs = pauseAfterMs;
    this.output.silent = noOutput;
    if (noOutput && !before.noOutput) this.output.discard();
  }

  openBlock(number: number, typed: boolean): ControlBlock {
    const seconds = Math.floor(this.#options.door.context.clock.now() / 1000);
    const head = `${seconds} ${number} ${typed ? 1 : 0}`;
    this.output.hold();
    this.output.say(`%begin ${head}\n`);
    const close = (word: string) => {
      this.output.say(`%${word} ${head}\n`);
      this.output.release();
    };
    return { end: () => close("end"), fail: () => close("error") };
  }

  /** Its session ended, or somebody detached it. */
  dropped(): void {
    if (!this.#gone && !this.session) this.leave({ status: 0 });
  }

  /** Sends it away, once its commands have run. */
  leave(due: { readonly status: number; readonly reason?: string }): void {
    this.#due ??= due;
    this.#stopInput();
    this.#options.door.turn.poke();
  }

  leaveIfDue(): void {
    if (!this.#due || this.#gone || this.#queue.busy) return;
    this.#gone = true;
    const { door } = this.#options;
    door.controls.remove(this);
    this.subscriptions.stop();
    this.output.discard();
    if (this.#client?.session) door.mux.detachClient(this.#client);
    void this.#sayGoodbye(this.#due);
  }

  async #sayGoodbye({
    status,
    reason,
  }: {
    readonly status: number;
    readonly reason?: string;
  }): Promise<void> {
    const { door, invocation, mode } = this.#options;
    this.output.say(reason === undefined ? "%exit\n" : `%exit ${reason}\n`);
    if (this.#flags.waitExit) await this.#emptyLine();
    if (mode === 2) this.output.say("\x1b\\");
    await door.settle();
    invocation.exit(status);
    this.#settleLeft();
  }

  /** wait-exit: what was said may be read in peace; an empty line or the end of the input is the sign. */
  #emptyLine(): Promise<void> {
    const lines = new LineReader();
    return new Promise((resolve) => {
      const { invocation } = this.#options;
      invocation.onGone(resolve);
      const stop = invocation.relayStdin((bytes) => {
        if ([...lines.take(bytes)].includes("")) resolve();
      }, resolve);
      this.#stopInput = stop;
    });
  }

  #listen(): void {
    const end = () => this.leave({ status: 0 });
    this.#stopInput = this.#options.invocation.relayStdin((bytes) => this.#read(bytes), end);
    if (this.#due) this.#stopInput();
  }

  #read(bytes: Uint8Array): void {
    for (const line of this.#lines.take(bytes)) {
      if (this.#due) return;
      if (line === "") this.leave({ status: 0 });
      else this.#take(line);
    }
    if (this.#lines.waitingBytes > MAX_LINE_BYTES) this.leave({ status: 1, reason: "line too long" });
    void this.#drain();
  }

  #take(line: string): void {
    try {
      this.#queue.append(this.#options.door.parseText(line), newState({ typed: true }));
    } catch (error) {
      if (!(error instanceof ParseError)) throw error;
      this.#queue.appendCallback((number) => {
        const block = this.openBlock(number, true);
        this.output.say(`parse error: ${error.message}\n`);
        block.fail();
      });
    }
  }

  /** One at a time: what comes meanwhile is taken by the one that runs. */
  async #drain(): Promise<void> {
    if (this.#draining) return;
    this.#draining = true;
    try {
      await this.#queue.drain();
    } finally {
      this.#draining = false;
    }
    if (this.#client && !this.session) this.dropped();
  }

  /** Whose commands these are changes when it attaches. */
  #caller(): Caller {
    const { invocation } = this.#options;
    const attached = () => this.#client;
    return {
      tty: invocation.tty.name || undefined,
      paneId: invocation.environment.get("TMUX_PANE"),
      get client() {
        return attached();
      },
    };
  }
}

function invocationSink(invocation: Invocation) {
  return {
    write: (data: Uint8Array) => invocation.stdout(data),
    get congested() {
      return invocation.congested;
    },
  };
}
