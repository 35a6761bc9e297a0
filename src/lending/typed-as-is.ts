import type { FaceHost } from "../core/face/face-host.ts";
import { KeyDecoder } from "../core/keys/decode/key-decoder.ts";
import { encodeKey } from "../core/keys/encode-key.ts";
import { bindable, isCharacter, type Key } from "../core/keys/key.ts";
import { isPrefix } from "../core/keys/key-name.ts";
import { ANY_KEY } from "../core/keys/special-keys.ts";
import { keyModes } from "../core/keys/type-keys.ts";
import type { Pane } from "../core/tree/tree.ts";

export interface TypedAsIsOptions {
  readonly host: FaceHost;
  /** The terminal's erase character; 0 if unknown. */
  readonly erase: number;
}

const ESCAPE = 0x1b;
const ASCII = 0x80;
const ALL = 0x100;

/**
 * The bytes of a terminal that may go to a pane unchanged: those that decoding, key lookup and encoding would turn
 * into the same byte. A byte that may start a longer sequence is excluded.
 */
export class TypedAsIs {
  readonly #options: TypedAsIsOptions;
  #known: { readonly from: string; readonly bytes: Uint8Array } | undefined;

  constructor(options: TypedAsIsOptions) {
    this.#options = options;
  }

  /** A bitmap with one bit per byte value; the same array as before if nothing changed. */
  bytesFor(pane: Pane, table: string): Uint8Array {
    const { mux, client } = this.#options.host;
    const { options, keys } = mux.server;
    const session = client.session!;
    const from = [
      keys.revision,
      table,
      session.options.get("prefix"),
      session.options.get("prefix2"),
      options.get("backspace"),
      pane.screen.modes.extendedKeys,
      ...options.list("user-keys").map(([, sequence]) => sequence),
    ].join("\0");
    if (this.#known?.from !== from) this.#known = { from, bytes: this.#find(pane, table) };
    return this.#known.bytes;
  }

  #find(pane: Pane, table: string): Uint8Array {
    const bytes = new Uint8Array(ALL / 8);
    const { keys } = this.#options.host.mux.server;
    const add = (byte: number) => {
      bytes[byte >> 3]! |= 1 << (byte & 7);
    };
    if (keys.get(table, ANY_KEY)) return bytes;
    for (let byte = 0; byte < ASCII; byte++) if (this.#isItself(byte, pane, table)) add(byte);
    // The first byte does not identify a character beyond ASCII.
    const anyBound = keys.bindings(table).some(({ key }) => isCharacter(key));
    if (!anyBound) for (let byte = ASCII; byte < ALL; byte++) add(byte);
    return bytes;
  }

  #isItself(byte: number, pane: Pane, table: string): boolean {
    const { host } = this.#options;
    const key = byte === ESCAPE ? undefined : this.#keyOf(byte);
    if (key === undefined || host.mux.server.keys.get(table, key)) return false;
    if (isPrefix(host.client.session!.options, bindable(key))) return false;
    const typed = encodeKey(key, keyModes(pane));
    return typed?.length === 1 && typed[0] === byte;
  }

  #keyOf(byte: number): Key | undefined {
    const { host, erase } = this.#options;
    const userKeys = host.mux.server.options.list("user-keys");
    const decoder = new KeyDecoder({ userKeys, ...(erase !== 0 && { erase }) });
    const [input] = decoder.push(Uint8Array.of(byte));
    return input?.kind === "key" && !decoder.waiting ? input.key : undefined;
  }
}
