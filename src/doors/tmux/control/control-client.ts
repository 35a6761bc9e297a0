import type { EventMap, EventName } from "../../../core/events.ts";
import type { PaneId } from "../../../core/ids.ts";
import type { Size } from "../../../core/ports.ts";
import type { Client } from "../../../core/tree/client.ts";
import type { Session } from "../../../core/tree/session.ts";
import type { Invocation } from "../../../wire/invocation.ts";
import { type Block, Call } from "../call.ts";
import type { DoorServer } from "../door-server.ts";
import type { GlobalFlags } from "../global-flags.ts";
import { ParseError } from "../parse-commands/parse-error.ts";
import { CommandQueue } from "../queue.ts";
import { newState } from "../queue-state.ts";
import { readsUtf8 } from "../sanitize.ts";
import { notification } from "./notifications.ts";
import { PaneOutput } from "./pane-output.ts";
import { Subscriptions } from "./subscriptions.ts";

/**
 * A client that is a program (`tmux -C`). Each line of its input is commands, each command is answered in a block between
 * `%begin` and `%end` or `%error`; between blocks it is told of what happens and what its session's panes print. It stays
 * while it is attached, until an empty line, the end of its input, or the end of its session.
 */
export class ControlClient {
  readonly #door: DoorServer;
  readonly #invocation: Invocation;
  readonly #flags: GlobalFlags;
  readonly #call: Call;
  readonly #queue: CommandQueue;
  readonly #output: PaneOutput;
  readonly #subscriptions: Subscriptions;
  readonly #done: Promise<void>;
  #settle!: () => void;
  #client: Client | undefined;
  /** Told when the queue comes to rest, so that no block is broken up. */
  #pending: (() => string | undefined)[] = [];
  #draining = false;
  #text = "";
  #stopInput = () => {};
  #unsubscribe = () => {};
  #size: Size | undefined;
  #leaving = false;
  /** The flag wait-exit: the program is left only when the client has read everything. */
  #waitExit = false;

  constructor(door: DoorServer, invocation: Invocation, flags: GlobalFlags) {
    this.#door = door;
    this.#invocation = invocation;
    this.#flags = flags;
    this.#done = new Promise((resolve) => {
      this.#settle = resolve;
    });
    this.#call = this.#createCall();
    this.#queue = new CommandQueue(door, this.#call);
    const notify = (line: string) => this.#notify(() => line);
    this.#output = new PaneOutput({
      line: invocation,
      now: () => door.context.clock.now(),
      tap: (pane, onOutput) => door.hosted.tap(pane, onOutput),
      notify,
      tooFarBehind: () => this.exit("too far behind"),
    });
    this.#subscriptions = new Subscriptions({ door, client: () => this.#client, notify });
  }

  get client(): Client | undefined {
    return this.#client;
  }

  /** Settles when the client was sent away; it is answered then. */
  async run(): Promise<void> {
    const { controlMode, words } = this.#flags;
    this.#invocation.setControl(controlMode === 2 ? 2 : 1);
    if (controlMode === 2) this.#invocation.stdout("\x1bP1000p");
    this.#invocation.onGone(() => this.exit());
    this.#unsubscribe = this.#door.server.events.onAny((name, event) => this.#onEvent(name, event));
    try {
      this.#queue.append(this.#door.parseWords(words.length > 0 ? words : ["new-session"]), newState());
    } catch (error) {
      if (!(error instanceof ParseError)) throw error;
      this.#call.error(error.message);
    }
    await this.#drain();
    if (!this.#client) this.exit();
    else this.#stopInput = this.#invocation.relayStdin((bytes) => this.#read(bytes), () => this.exit());
    await this.#done;
  }

  attach(session: Session): void {
    const { mux } = this.#door;
    if (this.#client) {
      mux.switchClient(this.#client, session);
      return;
    }
    const { pid, cwd, environment, tty } = this.#invocation;
    const { uid, user } = this.#door.context;
    this.#client = mux.attachClient(session, {
      name: this.#call.name,
      tty: tty.name,
      termName: environment.get("TERM") ?? "",
      pid,
      uid,
      user,
      utf8: this.#call.utf8,
      control: true,
      cwd,
      environment,
      ...(this.#size && { size: this.#size }),
    });
    this.#door.controlClients.set(this.#client, this);
    this.#call.caller = { ...this.#call.caller, client: this.#client };
    this.#watch();
    // mux.attachClient told of it before there was a client to tell.
    this.#notify(() => `%session-changed ${session.id} ${session.name}`);
  }

  /** `refresh-client -A`. */
  setPane(id: PaneId, state: string): void {
    this.#output.set(id, state);
  }

  /** `refresh-client -B`. */
  subscribe(text: string): void {
    this.#subscriptions.set(text);
  }

  setOutput({ muted, pauseAfterMs, waitExit }: { muted?: boolean; pauseAfterMs?: number | undefined; waitExit?: boolean }): void {
    if (muted !== undefined) this.#output.muted = muted;
    if (waitExit !== undefined) this.#waitExit = waitExit;
    this.#output.pauseAfterMs = pauseAfterMs;
  }

  get outputFlags(): readonly string[] {
    const { muted, pauseAfterMs } = this.#output;
    return [
      ...(muted ? ["no-output"] : []),
      ...(this.#waitExit ? ["wait-exit"] : []),
      ...(pauseAfterMs === undefined ? [] : [`pause-after=${pauseAfterMs / 1000}`]),
    ];
  }

  exit(reason = ""): void {
    if (this.#leaving) return;
    this.#leaving = true;
    this.#stopInput();
    this.#unsubscribe();
    this.#subscriptions.close();
    this.#output.close();
    if (this.#client) this.#door.controlClients.delete(this.#client);
    if (this.#client?.session) this.#door.mux.detachClient(this.#client);
    this.#flush();
    this.#invocation.stdout(`%exit${reason === "" ? "" : ` ${reason}`}\n`);
    if (this.#waitExit) this.#stopInput = this.#invocation.relayStdin((bytes) => this.#lastLine(bytes), () => this.#end());
    else this.#end();
  }

  #lastLine(bytes: Uint8Array): void {
    this.#text += Buffer.from(bytes).toString();
    if (/(^|\n)\n/.test(this.#text)) this.#end();
  }

  #end(): void {
    this.#stopInput();
    if (this.#flags.controlMode === 2) this.#invocation.stdout("\x1b\\");
    this.#settle();
  }

  #createCall(): Call {
    const { environment, tty, pid, cwd } = this.#invocation;
    const say = (data: string | Uint8Array) => this.#invocation.stdout(data);
    const call = new Call({
      invocation: this.#invocation,
      caller: { tty: tty.name || undefined, paneId: environment.get("TMUX_PANE") },
      utf8: readsUtf8(environment, this.#flags.utf8),
      name: tty.name || `client-${pid}`,
      cwd,
      output: { stdout: say, stderr: say },
      block: this.#block(),
      control: this,
    });
    return call;
  }

  #block(): Block {
    let head = "";
    return {
      begin: (fromInput) => {
        const seconds = Math.floor(this.#door.context.clock.now() / 1000);
        head = `${seconds} ${this.#door.nextItemNumber()} ${fromInput ? 1 : 0}`;
        this.#invocation.stdout(`%begin ${head}\n`);
      },
      end: ({ failed }) => this.#invocation.stdout(`%${failed ? "error" : "end"} ${head}\n`),
    };
  }

  #read(bytes: Uint8Array): void {
    const lines = (this.#text + Buffer.from(bytes).toString()).split("\n");
    this.#text = lines.pop()!;
    for (const line of lines) {
      if (line === "") {
        void this.#drain().then(() => this.exit());
        return;
      }
      this.#take(line);
    }
    void this.#drain();
  }

  #take(line: string): void {
    try {
      this.#queue.append(this.#door.parseText(line, { line: 0 }), newState({ fromInput: true }));
    } catch (error) {
      if (!(error instanceof ParseError)) throw error;
      this.#queue.appendCallback(() => {
        this.#call.block?.begin(true);
        this.#invocation.stdout(`parse error: ${error.message}\n`);
        this.#call.block?.end({ failed: true });
      });
    }
  }

  /** One at a time; lines that come meanwhile are taken by the drain that runs. */
  async #drain(): Promise<void> {
    if (this.#draining) return;
    this.#draining = true;
    try {
      await this.#queue.drain(() => this.#flush());
    } finally {
      this.#draining = false;
      this.#flush();
    }
    if (this.#client && !this.#client.session) this.exit();
    await this.#door.hosted.commit();
  }

  #onEvent<N extends EventName>(name: N, event: EventMap[N]): void {
    const client = this.#client;
    if (!client) return;
    if (name === "client-detached" && !client.session) {
      // Not from inside the block of the command that did it.
      if (!this.#draining) this.exit();
      return;
    }
    this.#notify(() => notification(name, event, { door: this.#door, client }));
    if (PANES_CHANGED.has(name)) this.#watch();
  }

  #watch(): void {
    const windows = new Set(this.#client?.session?.links.map(({ window }) => window));
    this.#output.watch([...windows].flatMap(({ panes }) => panes));
  }

  #notify(line: () => string | undefined): void {
    this.#pending.push(line);
    if (!this.#draining) this.#flush();
  }

  #flush(): void {
    for (const line of this.#pending.splice(0)) {
      const text = line();
      if (text !== undefined) this.#invocation.stdout(`${text}\n`);
    }
  }
}

const PANES_CHANGED = new Set<EventName>([
  "pane-created",
  "pane-closed",
  "pane-respawned",
  "window-linked",
  "window-unlinked",
  "client-session-changed",
  "session-closed",
]);
