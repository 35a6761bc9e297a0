/**
 * The parameters of a control sequence, read from the bytes between the introducer and the final byte. tmux refuses a
 * whole sequence with too many of them, or with a number that does not fit an int.
 */
export const MAX_PARAMETER_BYTES = 63;
const MAX_PARAMETERS = 23;
const MAX_NUMBER = 0x7fffffff;

export const MISSING = -1;
/** A parameter with colons in it; only SGR looks inside. */
export const COMPOUND = -2;

export class Parameters {
  readonly values = new Int32Array(MAX_PARAMETERS);
  count = 0;
  private readonly starts = new Int32Array(MAX_PARAMETERS);
  private readonly ends = new Int32Array(MAX_PARAMETERS);
  private source: Uint8Array = new Uint8Array(0);

  /** False where the sequence is to be ignored. The bytes are 0-9, colon and semicolon. */
  parse(source: Uint8Array, start: number, end: number): boolean {
    this.source = source;
    this.count = 0;
    if (start === end) return true;
    let value = MISSING;
    let first = start;
    for (let i = start; ; i++) {
      const byte = i < end ? source[i]! : 0x3b;
      if (byte === 0x3b) {
        if (this.count === MAX_PARAMETERS) return false;
        this.values[this.count] = value;
        this.starts[this.count] = first;
        this.ends[this.count] = i;
        this.count++;
        if (i >= end) return true;
        value = MISSING;
        first = i + 1;
      } else if (byte === 0x3a) {
        value = COMPOUND;
      } else if (value !== COMPOUND) {
        value = value === MISSING ? byte - 0x30 : value * 10 + byte - 0x30;
        // A colon further on makes it a compound after all, however long the digits.
        if (value > MAX_NUMBER) {
          if (!this.compoundAhead(i, end)) return false;
          value = COMPOUND;
        }
      }
    }
  }

  /** The number at `index`, at least `least`; the default where it is missing, -1 where it is no number. */
  get(index: number, least: number, missing: number): number {
    if (index >= this.count) return missing;
    const value = this.values[index]!;
    if (value === MISSING) return missing;
    if (value === COMPOUND) return -1;
    return value < least ? least : value;
  }

  /** The parts of a compound, MISSING for an empty one; undefined where it is malformed. */
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

  private compoundAhead(start: number, end: number): boolean {
    for (let i = start; i < end && this.source[i] !== 0x3b; i++) if (this.source[i] === 0x3a) return true;
    return false;
  }
}
