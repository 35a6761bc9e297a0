import { AsyncResource } from "node:async_hooks";
import { MuxError } from "../../../core/errors.ts";
import type { KeyQueue } from "../../../core/face/face-host.ts";
import { permitAccess } from "../access/permit.ts";
import type { Call, ControlBlock } from "../call.ts";
import { CommandError, ParseError } from "../command-error.ts";
import type { Door } from "../door.ts";
import type { Command, CommandList } from "../parse-commands/command.ts";
import { type PreparedRun, prepareRun } from "./prepare-run.ts";
import type { QueueState } from "./queue-state.ts";

interface Item {
  readonly command: Command;
  readonly state: QueueState;
}

interface RunningItem extends Item {
  /** Where the output goes: the queue's call, or that of the client that stands in for a caller. */
  readonly call: Call;
}

/** Runs between commands and belongs to no group, so no error skips it. Receives its sequence number. */
type Callback = (number: number) => void;

/**
 * Runs the commands of one call in order. A command that waits delays only its own call; commands that do not wait run
 * without interruption, so that no observer sees a sequence half done. A failure skips the rest of its group, except
 * after a wait, as in tmux.
 */
export class CommandQueue implements KeyQueue {
  readonly door: Door;
  readonly call: Call;
  /** Called when everything in the queue has run. */
  onIdle: (() => void) | undefined;
  #items: (Item | Callback)[] = [];
  #busy = false;
  #usesFile = false;
  #draining = false;

  constructor(door: Door, call: Call) {
    this.door = door;
    this.call = call;
  }

  /** Whether a command is running; one that waits for something outside does not count. */
  get busy(): boolean {
    return this.#busy;
  }

  /** Whether a command waits for a file. */
  get usesFile(): boolean {
    return this.#usesFile;
  }

  /** Whether the queue has unfinished work, including waiting commands. */
  get pending(): boolean {
    return this.#draining;
  }

  append(list: CommandList, state: QueueState): void {
    this.#items.push(...list.commands.map((command) => ({ command, state })));
  }

  appendCallback(callback: Callback): void {
    this.#items.push(callback);
  }

  /** Inserts commands before those already waiting. */
  insert(list: CommandList, state: QueueState): void {
    this.#items.unshift(...list.commands.map((command) => ({ command, state })));
  }

  /** Inserts a callback before everything already waiting; commands inserted later run before it. */
  insertCallback(callback: Callback): void {
    this.#items.unshift(callback);
  }

  enqueue(run: () => void): boolean {
    const waits = this.#draining;
    // A callback that waits is bound to its key's async context; otherwise it runs there now. Binding costs 25 µs a key.
    this.appendCallback(waits ? AsyncResource.bind(run) : run);
    this.drainUnawaited();
    return waits;
  }

  /** As `drain`, for commands whose caller does not wait. */
  drainUnawaited(): void {
    const { context } = this.door;
    this.drain().then(this.onIdle, (error: unknown) => context.reportBug(error, "commands of a key"));
  }

  /** Runs everything in the queue, including what is added meanwhile. Does nothing if already running. */
  async drain(): Promise<void> {
    if (this.#draining) return;
    this.#draining = true;
    this.#begin();
    try {
      for (let item = this.#items.shift(); item; item = this.#items.shift()) {
        const waiting = this.#fire(item);
        if (waiting) await waiting;
      }
    } finally {
      this.#draining = false;
      this.#rest();
    }
  }

  #begin(): void {
    this.#busy = true;
    this.door.turn.enter();
  }

  #rest(): void {
    this.#busy = false;
    this.door.turn.leave();
  }

  #fire(item: Item | Callback): Promise<void> | undefined {
    const number = this.door.turn.nextNumber();
    if (typeof item === "function") {
      item(number);
      return undefined;
    }
    const block = this.call.control?.openBlock(number, item.state.typed);
    const { command, state } = item;
    return this.#run({ command, state, call: this.door.answeringCall(this.call) }, block);
  }

  /** Contains the only catch of this door. */
  #run(item: RunningItem, block: ControlBlock | undefined): Promise<void> | undefined {
    try {
      permitAccess(this.door, this.call);
      if (!this.door.configuring) this.door.messages.addCommand(this.call, item.command, item.state.press);
      const prepared = prepareRun(this, item);
      const running = this.#start(item, prepared.run);
      if (running) return this.#finish(item, running.then(prepared.finish), block);
      prepared.finish();
      block?.end();
    } catch (error) {
      this.#report(item, error);
      this.#skipGroup(item);
      block?.fail();
    }
    return undefined;
  }

  #start({ command, state }: Item, run: PreparedRun["run"]): void | Promise<void> {
    const { turn } = this.door;
    turn.inHook = state.noHooks && this.call.invocation === undefined;
    try {
      return command.entry.run(run as never);
    } finally {
      turn.inHook = false;
    }
  }

  /** The block of a command that waits for something outside ends first; the command's output follows separately. */
  async #finish(item: RunningItem, done: Promise<void>, block: ControlBlock | undefined): Promise<void> {
    const { entry, args } = item.command;
    const waits = entry.waits?.(args) ?? false;
    if (waits) {
      block?.end();
      this.#usesFile = waits === "file";
      this.#rest();
    }
    try {
      await (waits ? this.door.ending.orSettled(done) : done);
      if (!waits) block?.end();
    } catch (error) {
      this.#report(item, error);
      if (!waits) {
        this.#skipGroup(item);
        block?.fail();
      }
    }
    // The server has ended: no command follows, and the caller is answered at once.
    if (this.door.hasEnded) this.#items = [];
    this.#usesFile = false;
    if (waits) this.#begin();
  }

  #report({ command, call }: RunningItem, error: unknown): void {
    const expected =
      error instanceof CommandError || error instanceof MuxError || error instanceof ParseError;
    if (!expected) this.door.context.reportBug(error, command.entry.name);
    const sentence = expected ? error.message : `internal error in ${command.entry.name}`;
    if (sentence !== "") this.door.report(call, sentence, command);
  }

  #skipGroup({ command }: Item): void {
    this.#items = this.#items.filter(
      (item) => typeof item === "function" || item.command.group !== command.group,
    );
  }
}
