import { createSignal } from "solid-js";
import type { PagePane } from "../../../protocol/page.ts";
import { command } from "../connection/request.ts";
import { ask, askText } from "./ask.tsx";
import { keyName, type PrefixBinding, readBindings } from "./key-name.ts";

/** After a key that repeats, the next one needs no prefix for this long, as tmux's own default. */
const REPEAT_MS = 500;

interface PageKeys {
  find(pane: PagePane): void;
  overview(): void;
  notice(sentence: string): void;
}

/**
 * tmux's keys in the page: the prefix, then a key that the pane's server has a command for. The server runs that command on
 * the pane. Commands that open something inside of an attached terminal have the page's own counterpart, or say that they
 * need a terminal.
 */
export class PrefixKeys {
  readonly #page: PageKeys;
  /** The bindings of each server, read at the first prefix. */
  readonly #servers = new Map<string, Promise<{ prefix: string; bindings: readonly PrefixBinding[] }>>();
  readonly #armed = createSignal(false);
  readonly #prefixes = createSignal<ReadonlyMap<string, string>>(new Map());
  #repeatsUntil = 0;

  constructor(page: PageKeys) {
    this.#page = page;
  }

  /** The prefix was pressed: the next key is a command. */
  get isArmed(): boolean {
    return this.#armed[0]();
  }

  /** Reads a server's keys before they are needed. */
  async prepare(socket: string): Promise<void> {
    const keys = await this.#keysOf(socket);
    this.#prefixes[1]((known) => new Map(known).set(socket, keys.prefix));
  }

  /** tmux's name of the server's prefix, once it is known. */
  prefixOf(socket: string): string | undefined {
    return this.#prefixes[0]().get(socket);
  }

  /** True if the key is a prefix or follows one. */
  take(event: KeyboardEvent, pane: PagePane): boolean {
    const name = keyName(event);
    if (event.type !== "keydown" || name === undefined) return this.isArmed;
    const follows = this.isArmed || Date.now() < this.#repeatsUntil;
    if (!this.isArmed && name === this.prefixOf(pane.socket)) {
      event.preventDefault();
      this.#armed[1](true);
      return true;
    }
    if (!follows) return false;
    const wasArmed = this.isArmed;
    this.#armed[1](false);
    if (!wasArmed && !this.#isRepeating.has(name)) {
      this.#repeatsUntil = 0;
      return false;
    }
    event.preventDefault();
    void this.#run(name, pane);
    return true;
  }

  readonly #isRepeating = new Set<string>();

  async #run(name: string, pane: PagePane): Promise<void> {
    try {
      const { bindings } = await this.#keysOf(pane.socket);
      const binding = bindings.find(({ key }) => key === name);
      if (!binding) return this.#page.notice(`No command is bound to ${name}.`);
      this.#repeatsUntil = binding.repeats ? Date.now() + REPEAT_MS : 0;
      if (binding.repeats) this.#isRepeating.add(name);
      await this.#execute(binding.command, pane);
    } catch (error) {
      this.#page.notice((error as Error).message);
    }
  }

  async #execute(text: string, pane: PagePane): Promise<void> {
    const [verb = ""] = text.split(" ");
    if (verb === "copy-mode") return this.#page.find(pane);
    if (OVERVIEWS.has(verb)) return this.#page.overview();
    if (verb === "confirm-before") return this.#confirm(text, pane);
    if (text === "command-prompt") return this.#prompt(pane);
    if (NEEDS_TERMINAL.has(verb)) return this.#page.notice(`${verb} needs an attached terminal.`);
    await runText(text, pane);
  }

  async #confirm(text: string, pane: PagePane): Promise<void> {
    const inner = text.replace(/^confirm-before\s+(-p\s+("[^"]*"|'[^']*'|\S+)\s+)?/, "");
    if (await ask({ title: `Run ${inner}?`, text: `On ${pane.name}.`, yes: "Run" }))
      await runText(inner, pane);
  }

  async #prompt(pane: PagePane): Promise<void> {
    const text = await askText({ title: "tmux command", yes: "Run", initial: "" });
    if (text) await runText(text, pane);
  }

  #keysOf(socket: string): Promise<{ prefix: string; bindings: readonly PrefixBinding[] }> {
    const known = this.#servers.get(socket) ?? readKeys(socket);
    this.#servers.set(socket, known);
    known.catch(() => this.#servers.delete(socket));
    return known;
  }
}

const OVERVIEWS = new Set(["choose-tree", "choose-window", "choose-session", "detach-client"]);
const NEEDS_TERMINAL = new Set([
  "command-prompt",
  "display-menu",
  "display-panes",
  "display-popup",
  "choose-buffer",
  "choose-client",
  "clock-mode",
  "customize-mode",
  "refresh-client",
  "suspend-client",
  "switch-client",
]);

async function readKeys(socket: string): Promise<{ prefix: string; bindings: readonly PrefixBinding[] }> {
  const [prefix, list] = await Promise.all([
    command(socket, ["show-options", "-gv", "prefix"]),
    command(socket, ["list-keys", "-T", "prefix"]),
  ]);
  return { prefix: prefix.trim(), bindings: readBindings(list) };
}

/** The server reads the text as it reads a key's command; what has no target means this pane. */
async function runText(text: string, { socket, pane_id }: PagePane): Promise<void> {
  await command(socket, ["run-shell", "-C", text], pane_id);
}
