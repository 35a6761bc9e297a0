import { AsyncResource } from "node:async_hooks";
import { constants } from "node:os";
import { deferred } from "../../../core/deferred.ts";
import type { DetachOptions, OpenFace } from "../../../core/face/face.ts";
import type { ClientView } from "../../../core/format/context.ts";
import { showLines } from "../../../core/modes/copy/view-mode.ts";
import type { Client, Session } from "../../../core/tree/tree.ts";
import type { ClientTerminal, Invocation } from "../../../wire/invocation.ts";
import { isReader } from "../access/permit.ts";
import type { Call, StayingTerminal } from "../call.ts";
import { type ClientFlags, flagNames, keptFlags, NO_FLAGS, withFlags } from "../control/client-flags.ts";
import type { Door } from "../door.ts";
import type { CommandList } from "../parse-commands/command.ts";
import type { CommandQueue } from "../queue/queue.ts";
import type { QueueState } from "../queue/queue-state.ts";
import { terminalHost } from "./terminal-host.ts";

export interface TerminalClientOptions {
  readonly door: Door;
  readonly invocation: Invocation;
  readonly call: Call;
  /** Queue of the call: keys wait for the commands of the command line. */
  readonly queue: CommandQueue;
}

const { SIGCONT, SIGHUP, SIGTERM } = constants.signals;

/** How the client ends, and its last message. */
interface Leaving extends DetachOptions {
  readonly status: number;
  readonly sentence: string;
  /** The connection was lost; the client was not detached. */
  readonly lost?: boolean;
}

/**
 * A terminal attached to a session: the door's side of it; its face (src/faces/tui) is the other. It begins with a
 * command that attaches, and stays after the commands it came with: its keys run commands in the same queue. It is one
 * of the tree's clients from when it attaches; `leave` decides its end, which happens when its commands have run.
 */
export class TerminalClient implements StayingTerminal {
  readonly #options: TerminalClientOptions;
  readonly #left = deferred();
  #client: Client | undefined;
  #face: OpenFace | undefined;
  #flags: ClientFlags;
  #leaving: Leaving | undefined;
  #gone = false;
  /** Number of keys that are put on record after the commands that they queued. */
  #afterCommands = 0;
  #closed: Promise<void> | undefined;

  constructor(options: TerminalClientOptions) {
    this.#options = options;
    this.#flags = { ...NO_FLAGS, readonly: this.#isReader };
  }

  get name(): string {
    return this.#options.call.name;
  }

  /** The call with which the client attached; the client shows its output. */
  get call(): Call {
    return this.#options.call;
  }

  /** The client in the tree, while attached to a session. */
  get client(): Client | undefined {
    return this.#client?.session ? this.#client : undefined;
  }

  get face(): OpenFace | undefined {
    return this.#face;
  }

  /** Resolves when the client has left; undefined if it never attached. */
  get staying(): Promise<void> | undefined {
    return this.#client && this.#left.promise;
  }

  /** The client as formats show it. */
  get view(): ClientView {
    const { utf8 } = this.#options.call;
    const attached = this.client !== undefined;
    const flags = flagNames(this.#flags, {
      attached,
      utf8,
      control: false,
      focused: this.#client?.focused ?? false,
      suspended: this.#face?.away ?? false,
    });
    return { ...this.#face?.view, flags };
  }

  /** Attaches the client to this session. */
  attach(session: Session, { newSession = false, resumed = false } = {}): void {
    const { door, invocation } = this.#options;
    if (this.client) {
      door.mux.switchClient(this.client, session);
      this.keyTable = session.options.get("key-table") || "root";
    } else this.#open(session, newSession || resumed);
    this.#keepPlace(session);
    if (!this.#face) throw new Error(`${invocation.pid} has no face`);
  }

  get keyTable(): string {
    return this.#face?.keys.table ?? "root";
  }

  set keyTable(name: string) {
    if (this.#face) this.#face.keys.table = name;
  }

  setFlags(text: string): void {
    this.#change(withFlags(this.#flags, text));
  }

  /** `switch-client -r`: unlike `-f` it can also turn read-only off. */
  setReadonly(on: boolean): void {
    this.#change({ ...this.#flags, readonly: on || this.#isReader, ignoreSize: on });
  }

  /** The access of the client's user has changed. */
  setAccess(readonly: boolean): void {
    this.#change({ ...this.#flags, readonly });
  }

  /** Shows the output of a command. */
  print(text: string): void {
    const { door } = this.#options;
    const pane = this.client?.pane;
    if (pane) showLines(door.mux, pane, { lines: text.split("\n"), ports: door.copyPorts });
  }

  /** Shows why a command failed, with a capital letter first. */
  complain(sentence: string): void {
    this.#face?.layers.showMessage(sentence.charAt(0).toUpperCase() + sentence.slice(1), { plain: true });
  }

  /** Detaches the client once its commands have run. */
  detach({ exec, kill = false, sentence }: DetachOptions = {}): void {
    const from = this.client?.session?.name ?? "";
    const said = kill ? `[detached and SIGHUP (from session ${from})]` : `[detached (from session ${from})]`;
    this.leave({ exec, kill, status: 0, sentence: sentence ?? said });
  }

  /** The client's session has ended. */
  onSessionEnded(): void {
    this.leave({ status: 0, sentence: "[exited]" });
  }

  /** Ends the client. The first call decides the reason. */
  leave(leaving: Leaving): void {
    this.#leaving ??= leaving;
    this.#options.door.turn.poke();
  }

  leaveIfDue(): void {
    if (!this.#leaving || this.#gone || this.#options.queue.busy) return;
    this.#withdraw();
    void this.#sayGoodbye(this.#leaving);
  }

  #open(session: Session, quietly: boolean): void {
    const { door, invocation, call, queue } = this.#options;
    const { pid, cwd, environment, tty } = invocation;
    const { readonly, ignoreSize, activePane: ownPanes } = this.#flags;
    this.#client = door.mux.attachClient(session, {
      name: call.name,
      tty: tty.name,
      termName: environment.get("TERM") || "unknown",
      pid,
      uid: invocation.uid,
      user: door.userOf(invocation.uid),
      utf8: call.utf8,
      cwd,
      environment,
      size: tty.size,
      newSession: quietly,
      readonly,
      ignoreSize,
      ownPanes,
    });
    door.faces.add(this);
    const client = this.#client;
    const host = terminalHost({ door, call, queue, client, terminal: this });
    queue.onIdle = () => this.#face?.onIdle();
    const terminal = this.#listen(client);
    this.#face = door.context.openFace({ host, terminal, features: call.features });
  }

  #listen(client: Client): ClientTerminal {
    const { door, invocation } = this.#options;
    const terminal = invocation.openTerminal();
    invocation.onGone(() => this.#lose());
    invocation.onSignal((signal) => this.#onSignal(signal));
    terminal.onResize((size) => {
      if (this.#gone || (client.size?.cols === size.cols && client.size.rows === size.rows)) return;
      door.mux.resizeClient(client, size);
      this.#face?.onResize();
    });
    return terminal;
  }

  #onSignal(signal: number): void {
    if (signal === SIGTERM) this.leave({ status: 1, sentence: "[terminated]", lost: true });
    else if (signal === SIGHUP) this.leave({ status: 1, sentence: "[lost tty]", lost: true });
    else if (signal === SIGCONT) this.#face?.onResume();
  }

  runCommands(list: CommandList, state: QueueState): void {
    const { queue } = this.#options;
    queue.append(list, state);
    queue.appendCallback(this.afterKey());
    queue.drainUnawaited();
  }

  /** Call when a key is handled: returns what to call when its commands have run, whichever command the queue runs. */
  afterKey(): () => void {
    this.#afterCommands += 1;
    return AsyncResource.bind(() => this.#options.door.hosted.commit({ ofKey: true }));
  }

  /** Handles a key, and puts its effects on record together with its stdin offset, unless commands follow it. */
  settle<Result>(run: () => Result): Result {
    const before = this.#afterCommands;
    const result = run();
    if (this.#afterCommands === before) this.#options.door.hosted.commit({ ofKey: true });
    return result;
  }

  get #isReader(): boolean {
    const { door, invocation } = this.#options;
    return isReader(door.access, invocation);
  }

  #change(flags: ClientFlags): void {
    const before = this.#flags;
    this.#flags = flags;
    const { readonly, ignoreSize, activePane: ownPanes } = flags;
    if (!this.client) return;
    if (readonly !== before.readonly || ignoreSize !== before.ignoreSize || ownPanes !== before.activePane)
      this.#options.door.mux.setClientFlags(this.client, { readonly, ignoreSize, ownPanes });
    if (this.client.session) this.#keepPlace(this.client.session);
  }

  /** Records where the client is attached, so that the next daemon can restore it. */
  #keepPlace(session: Session): void {
    const { door, invocation, call } = this.#options;
    const { utf8, features } = call;
    const { socketPath } = door.server;
    const flags = keptFlags(this.#flags);
    invocation.openTerminal().recordPlace({ socketPath, session: session.id, flags, utf8, features });
  }

  /** The connection is lost, so nothing more is sent. */
  #lose(): void {
    if (!this.#gone) this.#withdraw();
    this.#left.resolve();
  }

  #withdraw(): void {
    const { door } = this.#options;
    this.#gone = true;
    door.faces.remove(this);
    this.#closed = this.#face?.close();
    if (this.client) door.mux.detachClient(this.client, { lost: this.#leaving?.lost ?? !this.#leaving });
  }

  async #sayGoodbye({ exec, kill = false, status, sentence }: Leaving): Promise<void> {
    const { door, invocation } = this.#options;
    await Promise.all([door.settle(), this.#closed]);
    if (exec !== undefined) invocation.exec([door.shell(this.#client?.lastSession), "-c", exec]);
    else {
      invocation.stdout(`${sentence}\n`);
      invocation.exit(status, { hangUp: kill });
    }
    this.#left.resolve();
  }
}
