import { MuxError } from "../../core/errors.ts";
import type { Call } from "./call.ts";
import { CommandError } from "./command-error.ts";
import type { DoorServer } from "./door-server.ts";
import { type Command, type CommandList, printCommand } from "./parse-commands/command.ts";
import { ParseError } from "./parse-commands/parse-error.ts";
import { prepareRun } from "./prepare-run.ts";
import type { QueueState } from "./queue-state.ts";

interface CommandItem {
  readonly command: Command;
  readonly state: QueueState;
}

/** Something to do between commands that belongs to no group: nothing skips it. */
interface Callback {
  readonly callback: () => void;
}

type Item = CommandItem | Callback;

/**
 * The commands of one call, one after the other. A command that waits holds up only its own call; commands that do not
 * wait run without a break, so that nobody sees a sequence half done. A failure skips the rest of its group.
 */
export class CommandQueue {
  readonly door: DoorServer;
  readonly call: Call;
  #items: Item[] = [];

  constructor(door: DoorServer, call: Call) {
    this.door = door;
    this.call = call;
  }

  append(list: CommandList, state: QueueState): void {
    this.#items.push(...list.commands.map((command) => ({ command, state })));
  }

  /** Runs next, before what is already waiting. */
  insert(list: CommandList, state: QueueState): void {
    this.#items.unshift(...list.commands.map((command) => ({ command, state })));
  }

  /** Runs next, before what is already waiting; commands inserted later run before it. */
  insertCallback(callback: () => void): void {
    this.#items.unshift({ callback });
  }

  async drain(): Promise<void> {
    for (let item = this.#items.shift(); item; item = this.#items.shift()) {
      const waiting = "callback" in item ? item.callback() : this.#fire(item);
      if (waiting) await waiting;
    }
  }

  /** The one catch of this door. */
  #fire(item: CommandItem): Promise<void> | undefined {
    try {
      this.door.messages.addCommand(this.call, printCommand(item.command));
      const prepared = prepareRun(this, item.command, item.state);
      const waiting = item.command.entry.run(prepared.run as never);
      if (waiting) return waiting.then(prepared.finish).catch((error: unknown) => this.#fail(item, error));
      prepared.finish();
    } catch (error) {
      this.#fail(item, error);
    }
    return undefined;
  }

  #fail({ command }: CommandItem, error: unknown): void {
    const expected =
      error instanceof CommandError || error instanceof MuxError || error instanceof ParseError;
    if (!expected) this.door.context.reportBug(error, command.entry.name);
    const sentence = expected ? error.message : `internal error in ${command.entry.name}`;
    if (sentence !== "") this.door.report(this.call, sentence, command);
    this.#items = this.#items.filter((item) => "callback" in item || item.command.group !== command.group);
  }
}
