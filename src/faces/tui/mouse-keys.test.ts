import { beforeEach, describe, expect, it } from "vitest";
import { KeyDecoder } from "../../core/keys/decode/key-decoder.ts";
import { formatKey } from "../../core/keys/key-name.ts";
import type { MousePlace, Pane } from "../../core/tree/tree.ts";
import type { ClientArea } from "./compose/client-area.ts";
import { MouseKeys } from "./mouse-keys.ts";

const pane = { id: "%1" } as Partial<Pane> as Pane;
/** Column 40 is a border, line 23 the status line. */
function areaAt(x: number, y: number): ClientArea {
  if (y === 23) return { kind: "status", line: 0, range: x < 10 ? { kind: "left" } : undefined };
  return x === 40 ? { kind: "border", pane } : { kind: "pane", pane, x, y };
}

let pressed: string[];
let places: MousePlace[];
let due: () => void;
let mouse: MouseKeys;
let last: MousePlace["last"];
beforeEach(() => {
  pressed = [];
  places = [];
  due = () => {};
  last = { x: 0, y: 0, buttons: 0 };
  mouse = new MouseKeys({
    clock: {
      now: () => 0,
      after: (_, run) => {
        due = run;
        return () => {
          due = () => {};
        };
      },
    },
    client: { session: undefined },
    areas: { areaAt, windowCellAt: (x, y) => ({ x, y }) },
    target: {
      pressMouse: (key, place) => {
        pressed.push(formatKey(key));
        places.push(place);
      },
      pressTitle: () => pressed.push("title"),
    },
  });
});

function send(...reports: string[]): void {
  for (const report of reports)
    for (const input of new KeyDecoder().push(Buffer.from(`\x1b[${report}`)))
      if (input.kind === "mouse") {
        mouse.take(input.report, last);
        last = input.report;
      }
}

describe("the mouse", () => {
  it("says what was done, and over what", () => {
    send("<0;3;3M", "<0;3;3m", "<2;41;3M", "<2;41;3m", "<64;3;3M", "<65;3;24M", "<8;30;24M", "<35;5;5M");
    expect(pressed).toEqual([
      "MouseDown1Pane",
      "MouseUp1Pane",
      "MouseUp3Border",
      "WheelUpPane",
      "WheelDownStatusLeft",
      "M-MouseDown1StatusDefault",
      "MouseMovePane",
    ]);
  });

  it("counts clicks, and reports a double click when no third came", () => {
    send("<0;3;3M", "<0;3;3m", "<0;3;3M", "<0;3;3m", "<0;3;3M");
    expect(pressed.filter((name) => !name.startsWith("MouseUp"))).toEqual([
      "MouseDown1Pane",
      "SecondClick1Pane",
      "TripleClick1Pane",
    ]);
    send("<0;3;3M", "<0;3;3M");
    due();
    expect(pressed.at(-1)).toBe("DoubleClick1Pane");
    expect(places.at(-1)?.repeated).toBe(true);
  });

  it("starts a drag where the button was pressed, and ends it where the button is released", () => {
    send("<0;41;3M", "<32;45;4M", "<32;45;4M", "<32;50;5M", "<0;50;5m");
    expect(pressed).toEqual(["MouseDown1Border", "MouseDrag1Border", "MouseDrag1Pane", "MouseDragEnd1Pane"]);
    expect(places[1]).toMatchObject({ x: 44, y: 3, last: { x: 40, y: 2 } });
  });

  it("gives a drag to who follows it", () => {
    const moved: number[] = [];
    let released = 0;
    send("<0;3;3M", "<32;4;3M");
    mouse.follow({ onMove: ({ x }) => moved.push(x), onRelease: ({ x }) => (released = x) });
    send("<32;5;3M", "<32;6;3M", "<0;7;3m");
    expect(moved).toEqual([4, 5]);
    expect(released).toBe(6);
    expect(pressed).toEqual(["MouseDown1Pane", "MouseDrag1Pane", "MouseDragEnd1Pane"]);
  });
});
