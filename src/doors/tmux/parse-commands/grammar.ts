import { ParseError } from "../command-error.ts";
import type { ArgumentValue } from "./command.ts";
import { Lexer, type Token } from "./lexer.ts";
import type { ParseInput } from "./parse-input.ts";

/** A command as written: words, and blocks in braces, which a caller may have parsed before. */
export interface RawCommand {
  readonly line: number;
  readonly words: readonly (ArgumentValue | readonly RawCommand[])[];
}

/**
 * Parses a text into commands. Conditions are evaluated and variables assigned while parsing, because later text may
 * depend on them; both only inside branches that are taken.
 */
export function parseText(text: string, input: ParseInput): RawCommand[] {
  return new Grammar(text, input).lines();
}

/**
 * Maximum nesting of blocks and conditions. tmux's own stack ends at 2,498; ours must end, with the same sentence,
 * before the stack of the process does, which everything that walks over commands shares.
 */
const MAX_NESTED_BLOCKS = 400;

class Grammar {
  readonly #input: ParseInput;
  readonly #lexer: Lexer;
  #ahead: Token | undefined;
  /** Whether each open condition's current branch is taken, innermost last. */
  readonly #branches: boolean[] = [];
  #nested = 0;

  constructor(text: string, input: ParseInput) {
    this.#input = input;
    this.#lexer = new Lexer(text, input);
  }

  lines(): RawCommand[] {
    const commands: RawCommand[] = [];
    while (this.#peek().kind !== "end") {
      commands.push(...this.#statement());
      this.#expect("\n");
    }
    return commands;
  }

  #statement(): RawCommand[] {
    const { kind } = this.#peek();
    if (kind === "\n" || kind === "}") return [];
    if (kind === "%hidden") return this.#hidden();
    const commands = this.#commands({ atLineStart: true });
    return this.#taken ? commands : [];
  }

  #hidden(): RawCommand[] {
    this.#take();
    const token = this.#take();
    if (token.kind !== "assignment") throw this.#fault();
    this.#assign(token.text, { hidden: true });
    return [];
  }

  #commands({ atLineStart = false } = {}): RawCommand[] {
    let commands: RawCommand[] = [];
    if (this.#peek().kind === "%if") {
      const condition = this.#condition({ mayBeBlock: atLineStart });
      if (condition.block) return condition.commands;
      commands = condition.commands;
    } else commands = this.#one([]);
    while (this.#peek().kind === ";") {
      this.#take();
      const { kind } = this.#peek();
      if (kind === "%if") commands.push(...this.#condition({ mayBeBlock: false }).commands);
      else if (kind === "word" || kind === "assignment") commands = this.#one(commands);
    }
    return commands;
  }

  /**
   * Adds one command to the previous ones on its line. A bare assignment is no command, and discards them, as in tmux.
   */
  #one(before: RawCommand[]): RawCommand[] {
    const command = this.#command();
    return command.words.length > 0 && this.#taken ? [...before, command] : [];
  }

  #command(): RawCommand {
    if (this.#peek().kind === "assignment") {
      this.#assign((this.#take() as { text: string }).text, { hidden: false });
      if (this.#peek().kind !== "word") return { line: this.#lexer.line, words: [] };
    }
    const name = this.#take();
    if (name.kind !== "word") throw this.#fault();
    const words: RawCommand["words"][number][] = [name.text];
    for (;;) {
      const token = this.#peek();
      if (token.kind === "word" || token.kind === "assignment") words.push(token.text);
      else if (token.kind !== "{") break;
      this.#take();
      if (token.kind === "{") words.push(this.#block());
    }
    return { line: this.#lexer.line, words };
  }

  #block(): RawCommand[] {
    this.#nest();
    const commands = this.#statement();
    while (this.#peek().kind === "\n") {
      this.#take();
      commands.push(...this.#statement());
    }
    this.#expect("}");
    this.#nested -= 1;
    return commands;
  }

  #nest(): void {
    this.#nested += 1;
    if (this.#nested > MAX_NESTED_BLOCKS) throw this.#fault("yacc stack overflow");
  }

  /**
   * `%if` … `%endif`, on lines of its own or inside one line. The first branch whose condition holds provides the
   * commands; all branches are parsed.
   */
  #condition({ mayBeBlock }: { mayBeBlock: boolean }): { block: boolean; commands: RawCommand[] } {
    this.#take();
    this.#nest();
    const branches = [{ taken: this.#open(), commands: [] as RawCommand[] }];
    const block = this.#peek().kind === "\n";
    if (block && !mayBeBlock) throw this.#fault();
    branches[0]!.commands = this.#branch(block);
    while (this.#peek().kind === "%elif") {
      this.#take();
      this.#branches.pop();
      const taken = this.#open();
      branches.push({ taken, commands: this.#branch(block) });
    }
    if (this.#peek().kind === "%else") {
      this.#take();
      this.#branches.push(!this.#branches.pop());
      branches.push({ taken: true, commands: this.#branch(block) });
    }
    this.#expect("%endif");
    this.#branches.pop();
    this.#nested -= 1;
    return { block, commands: branches.find(({ taken }) => taken)?.commands ?? [] };
  }

  #open(): boolean {
    const token = this.#take();
    if (token.kind !== "word" && token.kind !== "format") throw this.#fault();
    const value = this.#input.world.expand(token.text);
    const taken = value !== "" && value !== "0";
    this.#branches.push(taken);
    return taken;
  }

  #branch(block: boolean): RawCommand[] {
    if (!block) return this.#commands();
    this.#expect("\n");
    const commands: RawCommand[] = [];
    do {
      commands.push(...this.#statement());
      this.#expect("\n");
    } while (!["%elif", "%else", "%endif"].includes(this.#peek().kind));
    return commands;
  }

  #assign(text: string, { hidden }: { hidden: boolean }): void {
    if (this.#input.parseOnly || !this.#taken) return;
    const at = text.indexOf("=");
    this.#input.world.assign(text.slice(0, at), text.slice(at + 1), { hidden });
  }

  get #taken(): boolean {
    return this.#branches.at(-1) ?? true;
  }

  #peek(): Token {
    this.#ahead ??= this.#lexer.next();
    return this.#ahead;
  }

  #take(): Token {
    const token = this.#peek();
    this.#ahead = undefined;
    return token;
  }

  #expect(kind: Token["kind"]): void {
    if (this.#peek().kind !== kind) throw this.#fault();
    this.#take();
  }

  #fault(sentence = "syntax error"): ParseError {
    return new ParseError(sentence, { file: this.#input.file, line: this.#lexer.line });
  }
}
