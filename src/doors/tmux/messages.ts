import type { Call } from "./call.ts";

export interface Message {
  readonly number: number;
  /** Milliseconds since the epoch. */
  readonly time: number;
  readonly text: string;
}

/** What was asked and what failed, newest last: show-messages. Kept up to the option message-limit. */
export class Messages {
  readonly #now: () => number;
  readonly #limit: () => number;
  #list: Message[] = [];
  #next = 0;

  constructor(ports: { readonly now: () => number; readonly limit: () => number }) {
    this.#now = ports.now;
    this.#limit = ports.limit;
  }

  list(): readonly Message[] {
    return this.#list;
  }

  add(text: string): void {
    this.#list.push({ number: this.#next++, time: this.#now(), text });
    const surplus = this.#list.length - this.#limit();
    if (surplus > 0) this.#list = this.#list.slice(surplus);
  }

  addCommand(call: Call, text: string): void {
    this.add(call.name === "" ? `command: ${text}` : `${call.name} command: ${text}`);
  }
}
