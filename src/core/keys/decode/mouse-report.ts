/** One mouse report, as the terminal sent it. */
export interface MouseReport {
  /** Cell, from 0. */
  readonly x: number;
  readonly y: number;
  /** Button and modifiers; a release has button 3, whichever button was released. */
  readonly buttons: number;
  /** Only in the newer form (SGR), in which a release names its button. */
  readonly sgr: { readonly buttons: number; readonly release: boolean } | undefined;
}

const BUTTON_MASK = 0b1100_0011;
const MOTION = 0x20;
const RELEASED = 3;

/** The number of a button without modifiers, including the wheels 64 and 65. */
export function buttonOf(buttons: number): number {
  return buttons & BUTTON_MASK;
}

export function isWheel(buttons: number): boolean {
  return buttonOf(buttons) === 64 || buttonOf(buttons) === 65;
}

export function isMotion(buttons: number): boolean {
  return (buttons & MOTION) !== 0;
}

export function isRelease(buttons: number): boolean {
  return buttonOf(buttons) === RELEASED;
}

export function mouseModifiers(buttons: number): { shift: boolean; meta: boolean; ctrl: boolean } {
  return { shift: (buttons & 4) !== 0, meta: (buttons & 8) !== 0, ctrl: (buttons & 16) !== 0 };
}

export interface MouseMatch {
  /** Undefined: a meaningless report, to be skipped. */
  readonly report: MouseReport | undefined;
  readonly length: number;
}

const SGR = /\x1b\[<(\d*);(\d*);(\d*)([Mm])/y;
const PARTIAL = /\x1b\[(?:M.{0,2}|<\d*(?:;\d*){0,2})$/sy;
const OLD = /\x1b\[M(.)(.)(.)/sy;
/** The offset that the older forms add to the button, and to a position counted from 0. */
export const BUTTON_BASE = 32;
export const POSITION_BASE = 33;

export function parseMouse(text: string, from: number): MouseMatch | "partial" | undefined {
  if (matchAt(PARTIAL, text, from)) return "partial";
  const sgr = matchAt(SGR, text, from);
  if (sgr) return sgrReport(sgr);
  const old = matchAt(OLD, text, from);
  return old && oldReport(old);
}

function sgrReport([all, b, column, row, kind]: RegExpExecArray): MouseMatch | undefined {
  const x = Number(column) - 1;
  const y = Number(row) - 1;
  if (x < 0 || y < 0) return undefined;
  const buttons = Number(b);
  const release = kind === "m";
  const length = all.length;
  // Some terminals report a release of the wheel, which has none.
  if (release && isWheel(buttons)) return { report: undefined, length };
  return { report: { x, y, buttons: release ? RELEASED : buttons, sgr: { buttons, release } }, length };
}

function oldReport([all, ...parts]: RegExpExecArray): MouseMatch | undefined {
  const [b, column, row] = parts.map((part) => part.charCodeAt(0)) as [number, number, number];
  const report = {
    x: column - POSITION_BASE,
    y: row - POSITION_BASE,
    buttons: b - BUTTON_BASE,
    sgr: undefined,
  };
  if (report.x < 0 || report.y < 0 || report.buttons < 0) return undefined;
  return { report, length: all.length };
}

export function matchAt(pattern: RegExp, text: string, from: number): RegExpExecArray | undefined {
  pattern.lastIndex = from;
  return pattern.exec(text) ?? undefined;
}
