import type { Key } from "../key.ts";

interface Node {
  key: Key | undefined;
  readonly next: Map<number, Node>;
}

export interface SequenceMatch {
  readonly key: Key;
  readonly length: number;
}

/** Byte sequences of keys, matched at the front of the received bytes. Texts are bytes, one character each. */
export class SequenceTree {
  readonly #root = emptyNode();

  constructor(sequences: Iterable<readonly [sequence: string, key: Key]>) {
    for (const [sequence, key] of sequences) this.#add(sequence, key);
  }

  /**
   * "partial": more bytes may form a longer sequence; never returned with `complete`, which matches the bytes as they
   * are.
   */
  find(text: string, from: number, complete: boolean): SequenceMatch | "partial" | undefined {
    let node = this.#root;
    let found: SequenceMatch | undefined;
    for (let at = from; at < text.length; at++) {
      const next = node.next.get(text.charCodeAt(at));
      if (!next) return found;
      node = next;
      if (node.key !== undefined) found = { key: node.key, length: at + 1 - from };
    }
    return !complete && node.next.size > 0 && text.length > from ? "partial" : found;
  }

  #add(sequence: string, key: Key): void {
    let node = this.#root;
    for (let at = 0; at < sequence.length; at++) {
      const code = sequence.charCodeAt(at);
      const next = node.next.get(code) ?? emptyNode();
      node.next.set(code, next);
      node = next;
    }
    node.key = key;
  }
}

function emptyNode(): Node {
  return { key: undefined, next: new Map() };
}
