import type { Instruction, Regex } from "./regex.ts";

export interface RegexMatch {
  readonly start: number;
  readonly end: number;
  /** Groups by number, 0 for the complete match; undefined for a group that did not take part. */
  readonly groups: readonly ({ readonly start: number; readonly end: number } | undefined)[];
}

/** One path through the program so far; -1 in a slot that was not reached. */
interface Thread {
  readonly at: number;
  readonly slots: readonly number[];
}

/**
 * Finds the leftmost match from `from` on, and among those that start there the longest. Text before `from` is
 * ignored: `^` matches there, unless `before` gives the preceding character. All paths advance together, one
 * character at a time; when two paths reach the same instruction the preferred one survives, so there are never more
 * paths than instructions.
 */
export function matchRegex(
  regex: Regex,
  characters: readonly string[],
  from: number,
  before?: string,
): RegexMatch | undefined {
  const machine = new Machine(regex, { characters, from, before });
  let threads: Thread[] = [];
  let best: readonly number[] | undefined;
  for (let position = from; ; position++) {
    if (!best) machine.follow(threads, { at: 0, slots: new Array<number>(regex.slots).fill(-1) }, position);
    for (const { at, slots } of threads) {
      if (regex.program[at]!.kind === "match" && isBetter(slots, best)) best = slots;
    }
    if (position >= characters.length || threads.length === 0) {
      if (best || position >= characters.length) break;
    }
    threads = machine.step(threads, position, best?.[0]);
  }
  return best && toMatch(best);
}

function isBetter(slots: readonly number[], best: readonly number[] | undefined): boolean {
  if (!best || slots[0]! < best[0]!) return true;
  return slots[0] === best[0] && slots[1]! > best[1]!;
}

function toMatch(slots: readonly number[]): RegexMatch {
  const groups: RegexMatch["groups"][number][] = [];
  for (let at = 0; at < slots.length; at += 2) {
    groups.push(slots[at + 1]! < 0 ? undefined : { start: slots[at]!, end: slots[at + 1]! });
  }
  return { start: slots[0]!, end: slots[1]!, groups };
}

interface Text {
  readonly characters: readonly string[];
  readonly from: number;
  readonly before: string | undefined;
}

class Machine {
  readonly #program: readonly Instruction[];
  readonly #ignoreCase: boolean;
  readonly #characters: readonly string[];
  readonly #from: number;
  readonly #beforeStart: string | undefined;
  /** Position at which each instruction was last reached. */
  readonly #reached: Int32Array;

  constructor({ program, ignoreCase }: Regex, { characters, from, before }: Text) {
    this.#program = program;
    this.#ignoreCase = ignoreCase;
    this.#characters = characters;
    this.#from = from;
    this.#beforeStart = before;
    this.#reached = new Int32Array(program.length).fill(-1);
  }

  /**
   * The threads that accept the character at this position; threads that started after the best match are discarded.
   */
  step(threads: readonly Thread[], position: number, bestStart: number | undefined): Thread[] {
    const character = this.#characters[position]!;
    const next: Thread[] = [];
    for (const { at, slots } of threads) {
      const instruction = this.#program[at]!;
      if (instruction.kind !== "character" || (bestStart !== undefined && slots[0]! > bestStart)) continue;
      if (this.#takes(instruction, character)) this.follow(next, { at: at + 1, slots }, position + 1);
    }
    return next;
  }

  #takes({ matches }: Extract<Instruction, { kind: "character" }>, character: string): boolean {
    if (matches(character)) return true;
    return this.#ignoreCase && (matches(character.toLowerCase()) || matches(character.toUpperCase()));
  }

  /** Advances a thread to the instructions that consume a character, preferred paths first. */
  follow(threads: Thread[], start: Thread, position: number): void {
    const open = [start];
    for (let thread = open.pop(); thread; thread = open.pop()) {
      const { at, slots } = thread;
      if (this.#reached[at] === position) continue;
      this.#reached[at] = position;
      const instruction = this.#program[at]!;
      switch (instruction.kind) {
        case "jump":
          open.push({ at: instruction.to, slots });
          break;
        case "split":
          open.push({ at: instruction.second, slots }, { at: instruction.first, slots });
          break;
        case "save":
          open.push({ at: at + 1, slots: slots.with(instruction.slot, position) });
          break;
        case "assert":
          if (instruction.holds(this.#before(position), this.#characters[position]))
            open.push({ at: at + 1, slots });
          break;
        default:
          threads.push(thread);
      }
    }
  }

  #before(position: number): string | undefined {
    return position > this.#from ? this.#characters[position - 1] : this.#beforeStart;
  }
}
