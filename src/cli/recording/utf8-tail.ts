import { attempt } from "../../core/attempt.ts";

/** A character of UTF-8 has at most this many bytes before its last one. */
const MAX_UNFINISHED = 3;

/** The end of a stream of UTF-8: how many bytes of it are an incomplete character. */
export class Utf8Tail {
  #last = new Uint8Array();

  push(bytes: Uint8Array): void {
    this.#last = Buffer.concat([this.#last, bytes.subarray(-MAX_UNFINISHED)]).subarray(-MAX_UNFINISHED);
  }

  get unfinishedBytes(): number {
    for (let count = this.#last.length; count > 0; count--)
      if (isUnfinished(this.#last.subarray(-count))) return count;
    return 0;
  }
}

/** The decoder itself decides, because it also knows which beginnings no byte can complete. */
function isUnfinished(bytes: Uint8Array): boolean {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  return attempt(() => decoder.decode(bytes, { stream: true })) === "";
}
