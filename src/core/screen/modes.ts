import type { Modes, MouseMode } from "./screen.ts";

/** The switches of a terminal, as bits of one number. */
export const mode = {
  cursor: 1,
  insert: 1 << 1,
  applicationCursor: 1 << 2,
  applicationKeypad: 1 << 3,
  wrap: 1 << 4,
  mouseStandard: 1 << 5,
  mouseButton: 1 << 6,
  mouseAll: 1 << 7,
  mouseUtf8: 1 << 8,
  mouseSgr: 1 << 9,
  cursorBlinking: 1 << 10,
  cursorVeryVisible: 1 << 11,
  bracketedPaste: 1 << 12,
  focusEvents: 1 << 13,
  origin: 1 << 14,
  extendedKeys: 1 << 15,
  synchronized: 1 << 16,
} as const;

export const ALL_MODES = (1 << 17) - 1;
export const INITIAL_MODES = mode.cursor | mode.wrap;
export const ALL_MOUSE = mode.mouseStandard | mode.mouseButton | mode.mouseAll;

export function describeModes(bits: number, alternate: boolean): Modes {
  const has = (bit: number): boolean => (bits & bit) !== 0;
  return {
    alternate,
    insert: has(mode.insert),
    wrap: has(mode.wrap),
    origin: has(mode.origin),
    applicationCursor: has(mode.applicationCursor),
    applicationKeypad: has(mode.applicationKeypad),
    bracketedPaste: has(mode.bracketedPaste),
    focusEvents: has(mode.focusEvents),
    mouse: describeMouse(bits),
    mouseUtf8: has(mode.mouseUtf8),
    mouseSgr: has(mode.mouseSgr),
    extendedKeys: has(mode.extendedKeys),
    synchronized: has(mode.synchronized),
  };
}

function describeMouse(bits: number): MouseMode {
  if (bits & mode.mouseAll) return "all";
  if (bits & mode.mouseButton) return "button";
  return bits & mode.mouseStandard ? "standard" : "none";
}
