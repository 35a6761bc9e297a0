import type { MouseDrag } from "../../core/face/mouse-drag.ts";
import {
  buttonOf,
  isMotion,
  isRelease,
  isWheel,
  type MouseReport,
  mouseModifiers,
} from "../../core/keys/decode/mouse-report.ts";
import { CTRL, type Key, META, makeKey, SHIFT } from "../../core/keys/key.ts";
import type { MousePlace } from "../../core/keys/key-press.ts";
import { specialKeyCalled } from "../../core/keys/special-keys.ts";
import type { Clock } from "../../core/ports.ts";
import type { Pane } from "../../core/tree/pane.ts";
import type { Winlink } from "../../core/tree/winlink.ts";
import type { ClientArea } from "./compose/client-area.ts";

/**
 * Reports of the mouse become keys that say what was done and over what: MouseDown1Pane, MouseDrag1Border, WheelUpStatus.
 * A second press soon after the first is a SecondClick, a third a TripleClick; a second without a third is told again as a
 * DoubleClick once no third can come. A move with a button held is a drag: the first one is a key, and whoever that key's
 * command made follow the drag gets the others.
 */
export interface MouseKeysOptions {
  readonly clock: Clock;
  areaAt(x: number, y: number): ClientArea;
  windowCellAt(x: number, y: number): { readonly x: number; readonly y: number } | undefined;
  /** What the client looks at. */
  link(): Winlink | undefined;
  press(key: Key, place: MousePlace): void;
  /** A title of the stack view was clicked: it is in no key table, as tmux has none. */
  pressTitle(pane: Pane): void;
}

type Action =
  | "MouseMove"
  | "MouseDown"
  | "MouseUp"
  | "MouseDrag"
  | "Wheel"
  | "SecondClick"
  | "DoubleClick"
  | "TripleClick";

interface Event {
  readonly action: Action;
  readonly x: number;
  readonly y: number;
  readonly buttons: number;
}

const CLICK_MS = 300;
const FIRST_BUTTON = 0;
/** However soon they come after another. */
const PRESSES: ReadonlySet<Action> = new Set(["MouseDown", "SecondClick", "TripleClick"]);
/** By tmux's numbers of them; wheels have none. */
const BUTTON_NUMBERS = new Map([
  [0, 1],
  [1, 2],
  [2, 3],
  [66, 6],
  [67, 7],
  [128, 8],
  [129, 9],
  [130, 10],
  [131, 11],
]);

export class MouseKeys {
  readonly #options: MouseKeysOptions;
  /** The button that is held while the mouse moves. */
  #dragged: number | undefined;
  #follower: MouseDrag | undefined;
  /** Presses of one button in a row. */
  #clicks = 0;
  #clickedButtons = 0;
  #cancelClick: (() => void) | undefined;

  constructor(options: MouseKeysOptions) {
    this.#options = options;
  }

  follow(drag: MouseDrag): void {
    this.#follower = drag;
  }

  stop(): void {
    this.#cancelClick?.();
  }

  /** A report, and the one before it. */
  take(report: MouseReport, last: MousePlace["last"]): void {
    const event = this.#eventOf(report, last);
    if (event) this.#tell(event, report, last);
  }

  #eventOf(report: MouseReport, last: MousePlace["last"]): Event | undefined {
    const { x, y, buttons, sgr } = report;
    const moves = sgr
      ? isMotion(sgr.buttons) && isRelease(sgr.buttons)
      : isMotion(buttons) && isRelease(buttons) && isRelease(last.buttons);
    if (moves) return { action: "MouseMove", x, y, buttons: 0 };
    if (isMotion(buttons)) return this.#dragEvent(report, last);
    if (isWheel(buttons)) return { action: "Wheel", x, y, buttons };
    if (isRelease(buttons)) return { action: "MouseUp", x, y, buttons: last.buttons };
    return this.#clickEvent(report);
  }

  /** A drag begins where the button was pressed. */
  #dragEvent({ x, y, buttons }: MouseReport, last: MousePlace["last"]): Event | undefined {
    if (this.#dragged === undefined) return { action: "MouseDrag", ...last };
    return x === last.x && y === last.y ? undefined : { action: "MouseDrag", x, y, buttons };
  }

  #clickEvent(report: MouseReport): Event | undefined {
    const { x, y, buttons } = report;
    const same = this.#clicks > 0 && buttons === this.#clickedButtons;
    const missed = this.#clicks > 0 && !same;
    this.#cancelClick?.();
    if (this.#clicks === 2) {
      this.#clicks = 0;
      if (same) return { action: "TripleClick", x, y, buttons };
    } else this.#clicks = missed ? 0 : this.#clicks + 1;
    this.#clickedButtons = buttons;
    this.#cancelClick = this.#options.clock.after(CLICK_MS, () => this.#clickEnded(report));
    if (missed) return undefined;
    return { action: this.#clicks === 2 ? "SecondClick" : "MouseDown", x, y, buttons };
  }

  /** No third click came. */
  #clickEnded(report: MouseReport): void {
    const twice = this.#clicks === 2;
    this.#clicks = 0;
    const { x, y, buttons } = report;
    if (twice) this.#tell({ action: "DoubleClick", x, y, buttons }, report, report);
  }

  #tell(event: Event, report: MouseReport, last: MousePlace["last"]): void {
    const area = this.#options.areaAt(event.x, event.y);
    if (area.kind === "title" && PRESSES.has(event.action) && buttonOf(event.buttons) === FIRST_BUTTON)
      this.#options.pressTitle(area.pane);
    const where = whereOf(area);
    if (where === undefined) return;
    const place = this.#placeOf(event, report, { last, area });
    const key = this.#keyOf(event, where, place);
    if (key !== undefined) this.#options.press(makeKey(key, modifiersOf(event.buttons)), place);
  }

  #keyOf({ action, buttons }: Event, where: string, place: MousePlace): Key | undefined {
    if (action !== "MouseDrag" && action !== "Wheel" && this.#dragged !== undefined)
      return this.#endDrag(where, place);
    if (action === "MouseMove") return specialKeyCalled(`MouseMove${where}`);
    if (action === "Wheel")
      return specialKeyCalled(`Wheel${buttonOf(buttons) === 64 ? "Up" : "Down"}${where}`);
    const number = BUTTON_NUMBERS.get(buttonOf(buttons));
    if (action === "MouseDrag") {
      this.#dragged = buttonOf(buttons);
      if (this.#follower) {
        this.#follower.moved(place);
        return undefined;
      }
    }
    return number === undefined ? undefined : specialKeyCalled(`${action}${number}${where}`);
  }

  #endDrag(where: string, place: MousePlace): Key | undefined {
    const number = BUTTON_NUMBERS.get(this.#dragged!);
    const follower = this.#follower;
    this.#dragged = undefined;
    this.#follower = undefined;
    follower?.released?.(place);
    return number === undefined ? undefined : specialKeyCalled(`MouseDragEnd${number}${where}`);
  }

  #placeOf(
    event: Event,
    { x, y, buttons, sgr }: MouseReport,
    { last, area }: { readonly last: MousePlace["last"]; readonly area: ClientArea },
  ): MousePlace {
    const { windowCellAt, link } = this.#options;
    const named = area.kind === "status" && area.range?.kind === "window" ? area.range.link : undefined;
    const from = windowCellAt(last.x, last.y);
    const to = windowCellAt(x, y);
    // Where a drag begins is not where the mouse is by now.
    const moved = { x: x - event.x, y: y - event.y };
    return {
      x,
      y,
      buttons,
      last,
      release: sgr?.release ?? isRelease(buttons),
      sgrButtons: sgr?.buttons,
      repeated: event.action === "DoubleClick",
      link: "pane" in area ? link() : named,
      ...(from && to && { inWindow: { from, to } }),
      ...("pane" in area && { pane: area.pane }),
      ...(area.kind === "pane" && { paneX: area.x + moved.x, paneY: area.y + moved.y }),
    };
  }
}

function whereOf(area: ClientArea): string | undefined {
  if (area.kind === "outside" || area.kind === "title") return undefined;
  if (area.kind === "pane") return "Pane";
  if (area.kind === "border") return "Border";
  const { range } = area;
  if (!range) return "StatusDefault";
  return { left: "StatusLeft", right: "StatusRight", window: "Status" }[range.kind];
}

function modifiersOf(buttons: number): number {
  const { shift, meta, ctrl } = mouseModifiers(buttons);
  return (shift ? SHIFT : 0) | (meta ? META : 0) | (ctrl ? CTRL : 0);
}
