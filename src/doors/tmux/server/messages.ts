import { formatKey } from "../../../core/keys/key-name.ts";
import type { KeyPress } from "../../../core/tree/tree.ts";
import type { Call } from "../call.ts";
import { type Command, printCommand } from "../parse-commands/command.ts";

export interface Message {
  readonly number: number;
  /** Milliseconds since the epoch. */
  readonly time: number;
  readonly text: string;
}

const MOST_LEFT_OVER = 1000;

/** Commands and errors for show-messages, newest last, up to the option message-limit. */
export class Messages {
  readonly #now: () => number;
  readonly #limit: () => number;
  readonly #list: Message[] = [];
  /** Index of the oldest message that counts. Those before it leave many at a time: each removal moves all others. */
  #first = 0;
  #next = 0;

  constructor(ports: { readonly now: () => number; readonly limit: () => number }) {
    this.#now = ports.now;
    this.#limit = ports.limit;
  }

  list(): readonly Message[] {
    return this.#list.slice(this.#first);
  }

  add(text: string): void {
    this.#push(() => text);
  }

  /** Stores the command unformatted, because most are never listed. */
  addCommand({ name }: Call, command: Command, press?: KeyPress): void {
    const by = press === undefined ? () => "command" : () => `key ${formatKey(press.key)}`;
    this.#push(() => `${name === "" ? "" : `${name} `}${by()}: ${printCommand(command)}`);
  }

  #push(print: () => string): void {
    const message = { number: this.#next++, time: this.#now() };
    this.#list.push({
      ...message,
      get text() {
        return print();
      },
    });
    this.#first = Math.max(this.#first, this.#list.length - this.#limit());
    if (this.#first < MOST_LEFT_OVER) return;
    this.#list.splice(0, this.#first);
    this.#first = 0;
  }
}
