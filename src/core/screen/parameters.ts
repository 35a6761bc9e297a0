/**
 * The parameters of a control sequence, read from the bytes between the introducer and the final byte. tmux rejects a
 * complete sequence with too many of them, or with a number that does not fit an int.
 */
export const MAX_PARAMETER_BYTES = 63;
const MAX_PARAMETERS = 23;
const MAX_NUMBER = 0x7fffffff;

export const MISSING = -1;
/** A parameter with colons in it; only SGR reads its parts. */
export const COMPOUND = -2;

export class Parameters {
  readonly values = new Int32Array(MAX_PARAMETERS);
  count = 0;
  private readonly starts = new Int32Array(MAX_PARAMETERS);
  private readonly ends = new Int32Array(MAX_PARAMETERS);
  private source: Uint8Array = new Uint8Array(0);

  /** End of the parameters: the first byte that does not belong to them. */
  end = 0;

  /** Reads digits, colons and semicolons. Returns false if the sequence is to be ignored. */
  parse(source: Uint8Array, start: number, limit: number): boolean {
    this.source = source;
    let count = 0;
    let value = MISSING;
    let first = start;
    let sound = true;
    let i = start;
    for (; i < limit; i++) {
      const byte = source[i]!;
      if (byte < 0x30 || byte > 0x3b) break;
      if (byte === 0x3b) {
        if (count < MAX_PARAMETERS) sound = this.store(count, value, first, i) && sound;
        count++;
        value = MISSING;
        first = i + 1;
      } else if (byte === 0x3a) {
        value = COMPOUND;
      } else if (value >= 0) {
        value = value * 10 + byte - 0x30;
      } else if (value === MISSING) value = byte - 0x30;
    }
    this.end = i;
    if (i === start) {
      this.count = 0;
      return true;
    }
    if (count < MAX_PARAMETERS) sound = this.store(count, value, first, i) && sound;
    this.count = count + 1;
    return sound && count < MAX_PARAMETERS;
  }

  /** The number at `index`, at least `least`; `missing` if it is absent, -1 if it is not a number. */
  get(index: number, least: number, missing: number): number {
    if (index >= this.count) return missing;
    const value = this.values[index]!;
    if (value === MISSING) return missing;
    if (value === COMPOUND) return -1;
    return Math.max(value, least);
  }

  /** The parts of a compound, MISSING for an empty one; undefined if it is malformed. */
  parts(index: number, most: number): number[] | undefined {
    const parts: number[] = [];
    let value = MISSING;
    for (let i = this.starts[index]!; i <= this.ends[index]!; i++) {
      const byte = i < this.ends[index]! ? this.source[i]! : 0x3a;
      if (byte === 0x3a) {
        if (parts.push(value) === most) return undefined;
        value = MISSING;
      } else {
        value = value === MISSING ? byte - 0x30 : value * 10 + byte - 0x30;
        if (value > MAX_NUMBER) return undefined;
      }
    }
    return parts;
  }

  /** Returns false for a number that does not fit. */
  private store(index: number, value: number, start: number, end: number): boolean {
    this.values[index] = value;
    if (value === COMPOUND) {
      this.starts[index] = start;
      this.ends[index] = end;
    }
    return value <= MAX_NUMBER;
  }
}
