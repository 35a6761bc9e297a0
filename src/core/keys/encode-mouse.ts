import type { Modes } from "../screen/screen.ts";
import { encodeUtf8 } from "../text/utf8.ts";
import type { MousePlace } from "../tree/tree.ts";
import { BUTTON_BASE, isMotion, isRelease, isWheel, POSITION_BASE } from "./decode/mouse-report.ts";

const LARGEST_BYTE = 255;
const LARGEST_UTF8 = 0x7ff;

/**
 * The bytes of a mouse report in the form that the application requested; undefined if it did not request this
 * report.
 */
export function encodeMouse(place: MousePlace, modes: Modes): Uint8Array | undefined {
  const { paneX: x, paneY: y, buttons, sgrButtons, release } = place;
  if (x === undefined || y === undefined || place.repeated || !wants(modes, place)) return undefined;
  if (sgrButtons !== undefined && modes.mouseSgr)
    return encodeUtf8(`\x1b[<${sgrButtons};${x + 1};${y + 1}${release ? "m" : "M"}`);
  const numbers = [buttons + BUTTON_BASE, x + POSITION_BASE, y + POSITION_BASE];
  if (modes.mouseUtf8) {
    if (numbers.some((number) => number > LARGEST_UTF8)) return undefined;
    return encodeUtf8(`\x1b[M${String.fromCharCode(...numbers)}`);
  }
  if (numbers[0]! > LARGEST_BYTE) return undefined;
  return Uint8Array.of(0x1b, 0x5b, 0x4d, ...numbers.map((number) => Math.min(number, LARGEST_BYTE)));
}

/** Moves are sent only if the application requested all of them, or those with a button held. */
function wants({ mouse }: Modes, { buttons, sgrButtons, last }: MousePlace): boolean {
  if (mouse === "none") return false;
  const moves = isMotion(buttons) && !isWheel(buttons);
  if (!moves) return true;
  if (mouse === "all") return true;
  const held =
    sgrButtons === undefined ? !(isRelease(buttons) && isRelease(last.buttons)) : !isRelease(sgrButtons);
  return mouse === "button" && held;
}
