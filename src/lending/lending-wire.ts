import { encodeFrame, type Frame } from "../wire/frames.ts";
import { PayloadReader, PayloadWriter } from "../wire/payload.ts";
import type { OutputPlace } from "./output-place.ts";

/** The frames of lending on the client's and the holder's wire: the other half of `native/lending/lending-wire.h`. */
export const LENDING_CLIENT_TO_DAEMON = { CLIENT_LENT: 7 } as const;
export const LENDING_DAEMON_TO_CLIENT = { DAEMON_LEND: 76 } as const;
export const LENDING_DAEMON_TO_HOLDER = {
  HOLDER_LEND: 10,
  HOLDER_TAKE_BACK: 11,
  HOLDER_DRAW: 12,
  HOLDER_DRAW_NO_MORE: 13,
  HOLDER_UNREAD_TAKEN: 14,
} as const;
export const LENDING_HOLDER_TO_DAEMON = {
  PANE_TYPED: 71,
  PANE_DRAWN: 72,
  PANE_DRAWS_NO_MORE: 73,
  PANE_GAVE_BACK: 74,
  PANE_UNREAD: 75,
} as const;

/** What a holder may draw on a lent terminal beside plain text, and how. */
export const DRAW_ABILITY = {
  all: 1 << 0,
  atCursor: 1 << 1,
  cursorShown: 1 << 2,
  toEdge: 1 << 3,
  lastColumn: 1 << 4,
  erases: 1 << 5,
  utf8: 1 << 6,
  dim: 1 << 7,
  italic: 1 << 8,
  blink: 1 << 9,
  hidden: 1 << 10,
  strikethrough: 1 << 11,
  colours: 1 << 12,
  bright: 1 << 13,
  palette: 1 << 14,
  rgb: 1 << 15,
} as const;

const H = LENDING_DAEMON_TO_HOLDER;
const P = LENDING_HOLDER_TO_DAEMON;

/** A terminal as the system identifies it: the name alone may refer to another terminal in another namespace. */
export interface TerminalIdentity {
  /** Empty if no other process can open the terminal: the client has kept it. */
  readonly name: string;
  readonly device: bigint;
  readonly inode: bigint;
  readonly number: bigint;
}

/** The client stops reading its terminal and answers which one it is, or reads it again. */
export function encodeClientLend(on: boolean): Buffer {
  return encodeFrame(LENDING_DAEMON_TO_CLIENT.DAEMON_LEND, Buffer.from([on ? 1 : 0]));
}

/** Undefined for a frame that is not lending's. */
export function decodeLent({ type, payload }: Frame): TerminalIdentity | undefined {
  if (type !== LENDING_CLIENT_TO_DAEMON.CLIENT_LENT) return undefined;
  const reader = new PayloadReader(payload);
  return { name: reader.str(), device: reader.u64(), inode: reader.u64(), number: reader.u64() };
}

/** Events of a terminal that was lent to a holder. */
export type LendingMessage =
  /** `agoMs`: time since the last of these bytes arrived. */
  | { readonly kind: "typed"; readonly lease: bigint; readonly bytes: number; readonly agoMs: number }
  | { readonly kind: "drawn"; readonly lease: bigint; readonly end: number }
  | { readonly kind: "draws-no-more"; readonly lease: bigint; readonly spoiled: boolean }
  | {
      readonly kind: "gave-back";
      readonly lease: bigint;
      readonly refused: boolean;
      readonly unread: Buffer;
    }
  /** Keys that the holder returned to a previous daemon, which did not handle them; `client` is a request id. */
  | { readonly kind: "unread"; readonly lease: bigint; readonly client: bigint; readonly bytes: Buffer };

const decoders = new Map<number, (reader: PayloadReader) => LendingMessage>([
  [
    P.PANE_TYPED,
    (reader) => ({
      kind: "typed",
      lease: reader.u64(),
      bytes: reader.u32(),
      agoMs: reader.atEnd ? 0 : reader.u32() / 1000,
    }),
  ],
  [P.PANE_DRAWN, (reader) => ({ kind: "drawn", lease: reader.u64(), end: reader.count() })],
  [
    P.PANE_DRAWS_NO_MORE,
    (reader) => ({ kind: "draws-no-more", lease: reader.u64(), spoiled: reader.u8() === 1 }),
  ],
  [
    P.PANE_GAVE_BACK,
    (reader) => ({
      kind: "gave-back",
      lease: reader.u64(),
      refused: reader.u8() === 1,
      unread: reader.rest(),
    }),
  ],
  [
    P.PANE_UNREAD,
    (reader) => ({ kind: "unread", lease: reader.u64(), client: reader.u64(), bytes: reader.rest() }),
  ],
]);

/** Undefined for a frame that is not lending's. */
export function decodeLendingMessage({ type, payload }: Frame): LendingMessage | undefined {
  return decoders.get(type)?.(new PayloadReader(payload));
}

/** A terminal and the conditions under which a holder borrows it. */
export interface TerminalOffer {
  readonly terminal: TerminalIdentity;
  /** Request id of the client that owns the terminal. */
  readonly client: bigint;
  /** A bitmap of the byte values that go into the pane unchanged, lowest bit first. */
  readonly typedAsIs: Uint8Array;
}

export function encodeLend(lease: bigint, { client, terminal, typedAsIs }: TerminalOffer): Buffer {
  const { name, device, inode, number } = terminal;
  const head = new PayloadWriter().u64(lease).u64(client).str(name).u64(device).u64(inode).u64(number);
  return encodeFrame(H.HOLDER_LEND, Buffer.concat([head.done(), typedAsIs]));
}

/** The terminal shows all of the pane's output before the offset, and the pane at this place. */
export function encodeDraw(lease: bigint, offset: number, place: OutputPlace): Buffer {
  const { area, x, y, columns } = place;
  const head = new PayloadWriter().u64(lease).count(offset);
  for (const cells of [area.x, area.y, area.cols, area.rows, x - area.x, y - area.y, columns])
    head.u16(cells);
  return encodeFrame(H.HOLDER_DRAW, Buffer.concat([head.u32(drawAbilities(place)).done(), place.pen]));
}

/** A frame of this type that names a lease, and nothing more. */
const aboutLease = (type: number) => (lease: bigint) =>
  encodeFrame(type, new PayloadWriter().u64(lease).done());

export const encodeTakeBack = aboutLease(H.HOLDER_TAKE_BACK);
export const encodeDrawNoMore = aboutLease(H.HOLDER_DRAW_NO_MORE);
export const encodeUnreadTaken = aboutLease(H.HOLDER_UNREAD_TAKEN);

function drawAbilities({ features, ...place }: OutputPlace): number {
  const colours = features.colours === "rgb" ? Number.POSITIVE_INFINITY : features.colours;
  const abilities: Readonly<Record<keyof typeof DRAW_ABILITY, boolean>> = {
    ...features,
    all: place.isOrdinary,
    atCursor: place.isAtCursor,
    cursorShown: place.cursorVisible,
    toEdge: place.reachesEdge,
    erases: features.erasesWithBackground,
    colours: colours >= 8,
    bright: colours >= 16,
    palette: colours >= 256,
    rgb: features.colours === "rgb",
  };
  let bits = 0;
  for (const [name, bit] of Object.entries(DRAW_ABILITY))
    if (abilities[name as keyof typeof DRAW_ABILITY]) bits |= bit;
  return bits;
}
