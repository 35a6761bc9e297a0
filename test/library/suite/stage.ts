import { expect } from "vitest";
import type { Substrate, Target } from "../../../src/library/index.ts";

/** A backend of its own, with nothing in it. */
export interface Backend {
  /** Each is a client of its own. */
  open(): Promise<Substrate>;
  /** Runs a tmux command on the server that the sessions are on, whatever program that takes. */
  tmux(...words: string[]): Promise<string>;
  stop(): Promise<void>;
}

/** A shell that says nothing by itself, so that what stands on the screen is what was typed and what was printed. */
export const SHELL = ["sh"];

export const failsWith = (code: string) => expect.objectContaining({ code }) as Error;

/** What every test of the suite acts on: one backend for all of them, a session's name for each. */
export class Stage {
  backend!: Backend;
  substrate!: Substrate;
  session = "";
  #count = 0;

  async open(start: () => Promise<Backend>): Promise<void> {
    this.backend = await start();
    this.substrate = await this.backend.open();
  }

  nextSession(): void {
    this.session = `s${++this.#count}`;
  }

  async clear(): Promise<void> {
    for (const name of await this.names()) await this.substrate.destroySession(name).catch(() => {});
  }

  async close(): Promise<void> {
    await this.substrate?.close();
    await this.backend?.stop();
  }

  readonly names = async () => (await this.substrate.listSessions()).map(({ name }) => name);

  /** Waits for a line that ends with the text; a prompt may precede it if the shell was slower than the typing. */
  readonly printed = async (target: Target, text: string) => {
    const { outcome } = await this.substrate.waitFor(target, { regex: `${text}$` }, { timeoutMs: 20_000 });
    expect(outcome, text).toBe("met");
  };

  /** Prints a text that is not the text that was typed. */
  readonly say = async (target: Target, text: string) => {
    await this.substrate.sendCommand(target, `echo ${text.slice(0, 2)}''${text.slice(2)}`);
    await this.printed(target, text);
  };
}
