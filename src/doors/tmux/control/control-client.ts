import { deferred } from "../../../core/deferred.ts";
import type { Client, Session } from "../../../core/tree/tree.ts";
import type { Invocation } from "../../../wire/invocation.ts";
import { isReader, permit } from "../access/permit.ts";
import { Call, type ControlBlock, type StayingControl } from "../call.ts";
import { CommandError, ParseError } from "../command-error.ts";
import type { Door } from "../door.ts";
import type { CommandList } from "../parse-commands/command.ts";
import { CommandQueue } from "../queue/queue.ts";
import { newState, type QueueState } from "../queue/queue-state.ts";
import { type ClientFlags, flagNames, NO_FLAGS, withFlags } from "./client-flags.ts";
import { ControlLineReader } from "./control-line-reader.ts";
import { ControlOutput } from "./control-output.ts";
import { Subscriptions } from "./subscriptions.ts";
import { UnseenOverlay } from "./unseen-overlay.ts";

export interface ControlClientOptions {
  readonly door: Door;
  readonly invocation: Invocation;
  /** 1: -C. 2: -CC, on a terminal. */
  readonly mode: 1 | 2;
  readonly utf8: boolean;
}

interface Leaving {
  /** Text after `%exit`. */
  readonly reason?: string;
  /** Exit status; by default 1 if a command failed, else 0. */
  readonly status?: number;
  /** Another client or a command detached this client. */
  readonly detached?: boolean;
}

const SIGHUP = 1;
const SIGTERM = 15;
const DCS = "\x1bP1000p";
const ST = "\x1b\\";
/** A longer line is no command: nothing more is read from the client. */
const MAX_LINE_BYTES = 16 * 1024 * 1024;
/** With more unread answers than this, no further commands are read from the client. */
const MAX_UNREAD_BYTES = 1024 * 1024;

/**
 * A client that is a program (`tmux -C`, or `-CC` inside a DCS sequence on a terminal that understands it). It starts
 * with any command; then each line that it writes is a list of commands. Each command is answered in a block between
 * `%begin` and `%end` or `%error`; between blocks the client receives notifications (`notifications.ts`) and the output
 * of its session's panes (`control-output.ts`). It stays until it writes an empty line, closes its input, is detached,
 * or its session ends.
 *
 * It is one of the tree's clients from when it attaches until its session has ended. `leave` decides its end, which
 * happens when its commands have run: `leaveIfDue`.
 */
export class ControlClient implements StayingControl {
  readonly name: string;
  /** The call of its commands; the client receives its output. */
  readonly call: Call;
  readonly output: ControlOutput;
  readonly subscriptions: Subscriptions;
  /** A control client has no keys, but `#{client_key_table}` shows this. */
  keyTable = "root";
  readonly #door: Door;
  readonly #invocation: Invocation;
  readonly #options: ControlClientOptions;
  readonly #queue: CommandQueue;
  readonly #lines = new ControlLineReader();
  readonly #left = deferred();
  #client: Client | undefined;
  #flags: ClientFlags;
  #attached = false;
  /** The command that the client was started with has run. */
  #started = false;
  #suspended = false;
  #overlay: UnseenOverlay | undefined;
  #stopReading: (() => void) | undefined;
  #leaving: Leaving | undefined;
  #gone = false;

  constructor(options: ControlClientOptions) {
    const { door, invocation } = options;
    this.#options = options;
    this.#door = door;
    this.#invocation = invocation;
    this.#flags = { ...NO_FLAGS, readonly: this.#isReader };
    this.name = this.#tty || `client-${invocation.pid}`;
    this.output = new ControlOutput({
      sink: {
        write: (data) => invocation.stdout(data),
        get congested() {
          return invocation.flow.congested;
        },
      },
      now: () => door.context.clock.now(),
      tooFarBehind: () => this.leave({ reason: "too far behind" }),
    });
    this.subscriptions = new Subscriptions({
      clock: door.context.clock,
      client: () => this.client,
      expand: (format, place) => door.expand(format, place),
      tell: (line) => this.output.tell(line),
    });
    this.call = this.#createCall();
    this.#queue = new CommandQueue(door, this.call);
  }

  /** The client in the tree, while attached to a session. */
  get client(): Client | undefined {
    return this.#client?.session ? this.#client : undefined;
  }

  get session(): Session | undefined {
    return this.#client?.session;
  }

  /** `#{client_flags}`. */
  get flagNames(): string {
    const { utf8 } = this.#options;
    const attached = this.#attached;
    return flagNames(this.#flags, {
      attached,
      focused: attached,
      utf8,
      control: true,
      suspended: this.#suspended,
    });
  }

  /** Runs the client from its first command to its end. */
  async run(words: readonly string[]): Promise<void> {
    const { mode } = this.#options;
    this.#invocation.setControl(mode);
    if (mode === 2) this.output.say(DCS);
    this.#invocation.onGone(() => this.#lose());
    this.#invocation.flow.onDrained(() => this.#drained());
    this.#invocation.onSignal((signal) => {
      if (signal === SIGHUP || signal === SIGTERM) this.leave({ status: 0 });
    });
    this.#door.controls.add(this);
    this.#start(words);
    await this.#left.promise;
  }

  /** Attaches the client to this session. */
  attach(session: Session, { newSession = false } = {}): void {
    const { mux } = this.#door;
    this.#attached = true;
    this.keyTable = "root";
    if (this.client) {
      mux.switchClient(this.client, session);
      return;
    }
    const { pid, uid, cwd, environment } = this.#invocation;
    const { readonly, ignoreSize, activePane: ownPanes } = this.#flags;
    this.#client = mux.attachClient(session, {
      name: this.name,
      tty: this.#tty,
      termName: environment.get("TERM") || "unknown",
      pid,
      uid,
      user: this.#door.userOf(uid),
      utf8: this.#options.utf8,
      cwd,
      environment,
      control: true,
      newSession,
      readonly,
      ignoreSize,
      ownPanes,
    });
  }

  setFlags(text: string): void {
    const before = this.#flags;
    this.#flags = withFlags(before, text);
    const { readonly, ignoreSize, activePane: ownPanes, noOutput, pauseAfterMs } = this.#flags;
    const resized = readonly !== before.readonly || ignoreSize !== before.ignoreSize;
    if (this.client && (resized || ownPanes !== before.activePane))
      this.#door.mux.setClientFlags(this.client, { readonly, ignoreSize, ownPanes });
    this.output.pauseAfterMs = pauseAfterMs;
    this.output.silent = noOutput;
    if (/(?:^|,)!?no-output(?:,|$)/.test(text)) this.output.discard();
  }

  /** `suspend-client` only sets a flag, because there is no terminal to give back. */
  suspend(): void {
    this.#suspended = true;
  }

  /** The client's overlay, while attached to a session. */
  get overlay(): UnseenOverlay | undefined {
    if (this.client) this.#overlay ??= new UnseenOverlay(this.client);
    return this.#overlay;
  }

  /** `switch-client -r`: unlike `-f` it can also turn read-only off. */
  setReadonly(on: boolean): void {
    const readonly = on || this.#isReader;
    this.#flags = { ...this.#flags, readonly, ignoreSize: on };
    if (this.client) this.#door.mux.setClientFlags(this.client, { readonly, ignoreSize: on });
  }

  /** The access of the client's user has changed. */
  setAccess(readonly: boolean): void {
    this.#flags = { ...this.#flags, readonly };
    if (this.client) this.#door.mux.setClientFlags(this.client, { readonly });
  }

  /** Runs commands as this client, after those that it has sent. */
  runCommands(list: CommandList, state: QueueState): void {
    this.#queue.append(list, state);
    this.#drain();
  }

  openBlock(number: number, typed: boolean): ControlBlock {
    const seconds = Math.floor(this.#door.context.clock.now() / 1000);
    const head = `${seconds} ${number} ${typed ? 1 : 0}`;
    const close = (word: string) => {
      this.output.say(`%${word} ${head}\n`);
      this.output.release();
    };
    this.output.hold();
    this.output.say(`%begin ${head}\n`);
    return { end: () => close("end"), fail: () => close("error") };
  }

  /** The client's session has ended. */
  onSessionEnded(): void {
    if (!this.#gone) this.leave();
  }

  /** Detaches the client once its commands have run. The first call decides the reason. */
  leave(leaving: Leaving = {}): void {
    this.#leaving ??= leaving;
    this.#door.turn.poke();
  }

  leaveIfDue(): void {
    if (!this.#leaving || this.#gone || this.#queue.busy || this.#queue.usesFile) return;
    this.output.discard();
    this.#withdraw();
    void this.#sayGoodbye(this.#leaving);
  }

  get #isReader(): boolean {
    return isReader(this.#door.access, this.#invocation);
  }

  /** Name of the terminal on standard input, which identifies a terminal as in tmux. */
  get #tty(): string {
    const { tty } = this.#invocation;
    return tty.stdin ? tty.name : "";
  }

  #createCall(): Call {
    const { invocation, utf8 } = this.#options;
    const attached = () => this.client;
    const say = (data: string | Uint8Array) => this.output.say(data);
    return new Call({
      invocation,
      control: this,
      caller: {
        tty: this.#tty || undefined,
        paneId: invocation.environment.get("TMUX_PANE"),
        get client() {
          return attached();
        },
      },
      utf8,
      name: this.name,
      cwd: invocation.cwd,
      output: { stdout: say, stderr: say },
    });
  }

  /** Runs the command that the client was started with. If that does not attach it, the client ends. */
  #start(words: readonly string[]): void {
    try {
      const list = this.#door.parseWords(words);
      permit(this.#door, this.call, list);
      this.#queue.append(list, newState());
      this.#queue.appendCallback(() => {
        if (!this.session) this.leave();
        // After the notifications of that command: lines may already wait to be read.
        this.#door.turn.later(() => this.#readLines());
      });
    } catch (error) {
      if (!(error instanceof ParseError || error instanceof CommandError)) throw error;
      this.#door.report(this.call, error.message, { file: undefined, line: 0 });
      this.leave();
    }
    this.#drain();
  }

  #readLines(): void {
    this.#started = true;
    if (!this.#gone) this.#read();
  }

  #read(): void {
    this.#stopReading = this.#invocation.stdin.relay({
      onData: (bytes) => this.#take(bytes),
      onEnd: () => this.leave(),
    });
  }

  #take(bytes: Uint8Array): void {
    for (const line of this.#lines.take(bytes)) {
      if (this.#leaving) break;
      if (line === "") this.leave();
      else this.#append(line);
    }
    this.#drain();
    if (this.#invocation.flow.unsentBytes > MAX_UNREAD_BYTES || this.#lineIsTooLong) this.#stopInput();
  }

  get #lineIsTooLong(): boolean {
    return this.#lines.waitingBytes > MAX_LINE_BYTES;
  }

  #stopInput(): void {
    this.#stopReading?.();
    this.#stopReading = undefined;
  }

  #append(line: string): void {
    try {
      const list = this.#door.parseText(line, { assignsNothing: this.#isReader });
      permit(this.#door, this.call, list);
      this.#queue.append(list, newState({ typed: true }));
      if (list.commands.length === 0) this.#queue.appendCallback(() => {});
    } catch (error) {
      if (!(error instanceof ParseError || error instanceof CommandError)) throw error;
      const said = error instanceof ParseError ? `parse error: ${error.message}` : error.message;
      this.#queue.appendCallback((number) => {
        const block = this.openBlock(number, true);
        this.output.say(`${said}\n`);
        block.fail();
      });
    }
  }

  #drain(): void {
    this.#queue
      .drain()
      .catch((error: unknown) => this.#door.context.reportBug(error, "commands of a control client"));
  }

  #drained(): void {
    this.output.pump();
    if (this.#started && !this.#stopReading && !this.#gone && !this.#lineIsTooLong) this.#read();
  }

  /** The connection is lost, so nothing more is sent. */
  #lose(): void {
    if (!this.#gone) this.#withdraw();
    this.#left.resolve();
  }

  #withdraw(): void {
    this.#gone = true;
    this.subscriptions.stop();
    this.#overlay?.closeOverlay();
    const { controls, mux, server } = this.#door;
    controls.remove(this);
    if (this.client) mux.detachClient(this.client, { lost: !this.#leaving?.detached });
    else if (this.#attached) server.events.emit("client-detached", { client: this.name });
  }

  async #sayGoodbye({ reason, status = this.call.status }: Leaving): Promise<void> {
    this.output.say(reason === undefined ? "%exit\n" : `%exit ${reason}\n`);
    this.#stopInput();
    if (this.#flags.waitExit) await this.#emptyLine();
    if (this.#options.mode === 2) this.output.say(ST);
    await this.#door.settle();
    this.#invocation.exit(status);
    this.#left.resolve();
  }

  /** wait-exit: the client reads everything first, then confirms with an empty line or the end of its input. */
  #emptyLine(): Promise<void> {
    const lines = new ControlLineReader();
    return new Promise((resolve) => {
      this.#invocation.onGone(resolve);
      this.#stopReading = this.#invocation.stdin.relay({
        onData: (bytes) => {
          if ([...lines.take(bytes)].includes("")) resolve();
        },
        onEnd: resolve,
      });
    });
  }
}
