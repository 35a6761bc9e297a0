import { expect, it } from "vitest";
import { createScreen } from "../screen/emulator.ts";
import type { MousePlace } from "../tree/tree.ts";
import { encodeMouse } from "./encode-mouse.ts";

const press: MousePlace = {
  x: 9,
  y: 9,
  paneX: 4,
  paneY: 2,
  buttons: 0,
  sgrButtons: 0,
  release: false,
  last: { x: 0, y: 0, buttons: 3 },
};
const drag = { ...press, buttons: 32, sgrButtons: 32 };
const move = { ...press, buttons: 35, sgrButtons: 35 };
const release = { ...press, buttons: 3, sgrButtons: 0, release: true };

function encode(asked: string, place: MousePlace): string | undefined {
  const screen = createScreen({ cols: 80, rows: 24, historyLimit: 0 });
  screen.write(Buffer.from(asked));
  const bytes = encodeMouse(place, screen.modes);
  return bytes && Buffer.from(bytes).toString("latin1");
}

it.each<[asked: string, place: MousePlace, expected: string | undefined]>([
  ["", press, undefined],
  ["\x1b[?1000h", press, "\x1b[M %#"],
  ["\x1b[?1000h", release, "\x1b[M#%#"],
  ["\x1b[?1000h\x1b[?1006h", press, "\x1b[<0;5;3M"],
  ["\x1b[?1000h\x1b[?1006h", release, "\x1b[<0;5;3m"],
  ["\x1b[?1000h\x1b[?1006h", drag, undefined],
  ["\x1b[?1002h\x1b[?1006h", drag, "\x1b[<32;5;3M"],
  ["\x1b[?1002h\x1b[?1006h", move, undefined],
  ["\x1b[?1003h\x1b[?1006h", move, "\x1b[<35;5;3M"],
  ["\x1b[?1000h", { ...press, paneX: 300 }, "\x1b[M \xff#"],
  ["\x1b[?1000h\x1b[?1005h", { ...press, paneX: 300 }, "\x1b[M \xc5\x8d#"],
  ["\x1b[?1000h", { ...press, repeated: true }, undefined],
  ["\x1b[?1000h", { ...press, paneX: undefined }, undefined],
])("%j %#", (asked, place, expected) => {
  expect(encode(asked, place)).toBe(expected);
});
