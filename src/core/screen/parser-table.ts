/**
 * The state machine of an ANSI parser, after Paul Williams' diagram with tmux's differences: strings for APC and for
 * the window name, DCS that hands over every byte, and ESC ending any string. One number per state and byte: the action
 * to take, and the state to go to.
 */
export const state = {
  ground: 0,
  escape: 1,
  escapeIntermediate: 2,
  csiEntry: 3,
  csiParameter: 4,
  csiIntermediate: 5,
  csiIgnore: 6,
  dcsEntry: 7,
  dcsParameter: 8,
  dcsIntermediate: 9,
  dcsData: 10,
  dcsEscape: 11,
  dcsIgnore: 12,
  osc: 13,
  apc: 14,
  windowName: 15,
  ignoredString: 16,
} as const;
export const STATES = 17;

export const action = {
  none: 0,
  execute: 1,
  collect: 2,
  parameter: 3,
  escape: 4,
  csi: 5,
  put: 6,
  dcs: 7,
  bell: 8,
} as const;

/** Where the next state is this, the machine stays, without leaving and entering again. */
export const STAY = 31;
const STATE_BITS = 5;

export const actionOf = (entry: number): number => entry >> STATE_BITS;
export const nextOf = (entry: number): number => entry & STAY;

type Rule = readonly [first: number, last: number, action: number, next?: number];

const anywhere: readonly Rule[] = [
  [0x18, 0x18, action.execute, state.ground],
  [0x1a, 0x1a, action.execute, state.ground],
  [0x1b, 0x1b, action.none, state.escape],
];
const controls: readonly Rule[] = [[0x00, 0x1f, action.execute], ...anywhere];

const rules: Readonly<Record<keyof typeof state, readonly Rule[]>> = {
  // The parser itself handles text and controls here.
  ground: anywhere,
  escape: [
    ...controls,
    [0x20, 0x2f, action.collect, state.escapeIntermediate],
    [0x30, 0x7e, action.escape, state.ground],
    [0x50, 0x50, action.none, state.dcsEntry],
    [0x58, 0x58, action.none, state.ignoredString],
    [0x5b, 0x5b, action.none, state.csiEntry],
    [0x5d, 0x5d, action.none, state.osc],
    [0x5e, 0x5e, action.none, state.ignoredString],
    [0x5f, 0x5f, action.none, state.apc],
    [0x6b, 0x6b, action.none, state.windowName],
  ],
  escapeIntermediate: [...controls, [0x20, 0x2f, action.collect], [0x30, 0x7e, action.escape, state.ground]],
  csiEntry: [
    ...controls,
    [0x20, 0x2f, action.collect, state.csiIntermediate],
    [0x30, 0x3b, action.parameter, state.csiParameter],
    [0x3c, 0x3f, action.collect, state.csiParameter],
    [0x40, 0x7e, action.csi, state.ground],
  ],
  csiParameter: [
    ...controls,
    [0x20, 0x2f, action.collect, state.csiIntermediate],
    [0x30, 0x3b, action.parameter],
    [0x3c, 0x3f, action.none, state.csiIgnore],
    [0x40, 0x7e, action.csi, state.ground],
  ],
  csiIntermediate: [
    ...controls,
    [0x20, 0x2f, action.collect],
    [0x30, 0x3f, action.none, state.csiIgnore],
    [0x40, 0x7e, action.csi, state.ground],
  ],
  csiIgnore: [...controls, [0x40, 0x7e, action.none, state.ground]],
  dcsEntry: [
    ...anywhere,
    [0x20, 0x2f, action.collect, state.dcsIntermediate],
    [0x30, 0x3b, action.parameter, state.dcsParameter],
    [0x3a, 0x3a, action.none, state.dcsIgnore],
    [0x3c, 0x3f, action.collect, state.dcsParameter],
    [0x40, 0x7e, action.put, state.dcsData],
  ],
  dcsParameter: [
    ...anywhere,
    [0x20, 0x2f, action.collect, state.dcsIntermediate],
    [0x30, 0x3b, action.parameter],
    [0x3a, 0x3a, action.none, state.dcsIgnore],
    [0x3c, 0x3f, action.none, state.dcsIgnore],
    [0x40, 0x7e, action.put, state.dcsData],
  ],
  dcsIntermediate: [
    ...anywhere,
    [0x20, 0x2f, action.collect],
    [0x30, 0x3f, action.none, state.dcsIgnore],
    [0x40, 0x7e, action.put, state.dcsData],
  ],
  dcsData: [
    [0x00, 0xff, action.put],
    [0x1b, 0x1b, action.none, state.dcsEscape],
  ],
  dcsEscape: [
    [0x00, 0xff, action.put, state.dcsData],
    [0x5c, 0x5c, action.dcs, state.ground],
  ],
  dcsIgnore: anywhere,
  osc: [...anywhere, [0x07, 0x07, action.bell, state.ground], [0x20, 0xff, action.put]],
  apc: [...anywhere, [0x20, 0xff, action.put]],
  windowName: [...anywhere, [0x20, 0xff, action.put]],
  ignoredString: anywhere,
};

export const transitions = build();

function build(): Uint16Array {
  const table = new Uint16Array(STATES * 256).fill(STAY);
  for (const [name, from] of Object.entries(state) as [keyof typeof state, number][])
    for (const [first, last, act, next = STAY] of rules[name])
      table.fill((act << STATE_BITS) | next, from * 256 + first, from * 256 + last + 1);
  return table;
}

/** Intermediates and final byte of a sequence as one number, the final byte lowest. */
export const sequenceKey = (intermediates: number, final: number): number => (intermediates << 8) | final;

/** The same for a sequence that is written as text. */
export function textKey(sequence: string): number {
  return Array.from(sequence).reduce((key, character) => sequenceKey(key, character.charCodeAt(0)), 0);
}
