/**
 * Reproducible random numbers: CAMPAIGN_SEED repeats a run. scripts/campaign.mjs prints the seed of each run, and every
 * finding's message contains it.
 */
const seed = Number(process.env.CAMPAIGN_SEED ?? 1);

/** mulberry32 */
export function generator(name: string): () => number {
  let state = seed;
  for (const character of name) state = (Math.imul(state, 31) + character.codePointAt(0)!) | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

export class Random {
  readonly #next: () => number;

  constructor(name: string) {
    this.#next = generator(name);
  }

  /** At least 0, less than 1. */
  fraction(): number {
    return this.#next();
  }

  below(limit: number): number {
    return Math.floor(this.#next() * limit);
  }

  pick<T>(from: readonly T[]): T {
    return from[this.below(from.length)]!;
  }

  chance(share: number): boolean {
    return this.#next() < share;
  }

  bytes(length: number): Buffer {
    const bytes = Buffer.alloc(length);
    for (let i = 0; i < length; i++) bytes[i] = this.below(256);
    return bytes;
  }
}
