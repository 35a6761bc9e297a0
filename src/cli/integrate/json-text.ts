/**
 * JSON as text: where each value begins and ends, so that an edit leaves every other byte as it was. Comments and
 * trailing commas are accepted, because some agents accept them in their configuration.
 */
export interface JsonValue {
  readonly kind: "object" | "array" | "plain";
  /** Offsets of the value in the text; for a member of an object, `start` is that of its key. */
  readonly start: number;
  readonly end: number;
  /** Values of an object or an array. */
  readonly children: readonly JsonChild[];
  /** The value itself, for text, numbers, true, false and null. */
  readonly plain?: unknown;
}

export interface JsonChild {
  /** The key of a member of an object. */
  readonly key: string | undefined;
  readonly start: number;
  readonly end: number;
  readonly value: JsonValue;
}

/** The text is no JSON; the message ends a sentence about the file. */
export class NotJson extends Error {}

const BLANK = /(?:\s+|\/\/[^\n]*|\/\*[\s\S]*?\*\/)*/y;
const PLAIN = /"(?:[^"\\\u0000-\u001f]|\\.)*"|-?\d[\d.eE+-]*|true|false|null/y;
/** Deeper nesting than a person writes would overflow the stack. */
const MAX_DEPTH = 200;

export function parseJsonText(text: string): JsonValue {
  const reader = new JsonReader(text);
  const value = reader.value(0);
  reader.end();
  return value;
}

/** The value of a member; the last one counts if a key occurs twice. */
export function memberNamed(value: JsonValue, key: string): JsonChild | undefined {
  return value.kind === "object" ? value.children.findLast((child) => child.key === key) : undefined;
}

class JsonReader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  end(): void {
    this.#skip(BLANK);
    if (this.#at < this.#text.length) throw this.#fault();
  }

  value(depth: number): JsonValue {
    this.#skip(BLANK);
    if (depth > MAX_DEPTH) throw this.#fault();
    const opens = this.#text[this.#at];
    if (opens === "{") return this.#container("object", "}", depth);
    if (opens === "[") return this.#container("array", "]", depth);
    const start = this.#at;
    const plain = this.#plain();
    return { kind: "plain", start, end: this.#at, children: [], plain };
  }

  #container(kind: "object" | "array", closes: string, depth: number): JsonValue {
    const start = this.#at++;
    const children: JsonChild[] = [];
    for (;;) {
      this.#skip(BLANK);
      if (this.#text[this.#at] === closes) break;
      children.push(this.#child(kind, depth));
      this.#skip(BLANK);
      if (this.#text[this.#at] === closes) break;
      this.#expect(",");
    }
    this.#at++;
    return { kind, start, end: this.#at, children };
  }

  #child(kind: "object" | "array", depth: number): JsonChild {
    const start = this.#at;
    const key = kind === "object" ? this.#key() : undefined;
    const value = this.value(depth + 1);
    return { key, start: kind === "object" ? start : value.start, end: this.#at, value };
  }

  #key(): string {
    const key = this.#plain();
    if (typeof key !== "string") throw this.#fault();
    this.#skip(BLANK);
    this.#expect(":");
    return key;
  }

  #plain(): unknown {
    const start = this.#at;
    this.#skip(PLAIN);
    try {
      return JSON.parse(this.#text.slice(start, this.#at));
    } catch {
      this.#at = start;
      throw this.#fault();
    }
  }

  #skip(pattern: RegExp): void {
    pattern.lastIndex = this.#at;
    if (pattern.test(this.#text)) this.#at = pattern.lastIndex;
  }

  #expect(character: string): void {
    if (this.#text[this.#at] !== character) throw this.#fault();
    this.#at++;
  }

  #fault(): NotJson {
    const line = this.#text.slice(0, this.#at).split("\n").length;
    return new NotJson(this.#at >= this.#text.length ? "it ends too early" : `line ${line} is not valid`);
  }
}
