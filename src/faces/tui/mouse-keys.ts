import {
  buttonOf,
  isMotion,
  isRelease,
  isWheel,
  type MouseReport,
  mouseModifiers,
} from "../../core/keys/decode/mouse-report.ts";
import { CTRL, type Key, META, makeKey, SHIFT } from "../../core/keys/key.ts";
import { specialKeyCalled } from "../../core/keys/special-keys.ts";
import type { Clock } from "../../core/ports.ts";
import type { Client, MouseDrag, MousePlace, Pane } from "../../core/tree/tree.ts";
import type { ClientArea } from "./compose/client-area.ts";
import type { Painter } from "./painter.ts";

/** What the client showed at a cell at the last paint. */
export type MouseAreas = Pick<Painter, "areaAt" | "windowCellAt">;

/** Receives the keys of the mouse. */
export interface MouseTarget {
  pressMouse(key: Key, place: MousePlace): void;
  /** Handles a click on a title of the stack view, which has no key in tmux's tables. */
  pressTitle(pane: Pane): void;
}

export interface MouseKeysOptions {
  readonly client: Pick<Client, "session">;
  readonly clock: Clock;
  readonly areas: MouseAreas;
  readonly target: MouseTarget;
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
/** Actions that are always keys, however soon they follow another. */
const PRESSES: ReadonlySet<Action> = new Set(["MouseDown", "SecondClick", "TripleClick"]);
/** tmux's button numbers; wheels have none. */
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

/**
 * Converts mouse reports to keys that name the action and its place: MouseDown1Pane, MouseDrag1Border, WheelUpStatus.
 * A second press soon after the first is a SecondClick, a third is a TripleClick; a second press without a third is
 * repeated as a DoubleClick once the time for a third has passed. A move with a button held is a drag: the first move
 * is a key, and the drag handler that its command installed receives the following moves.
 */
export class MouseKeys {
  readonly #options: MouseKeysOptions;
  /** The button that is held while the mouse moves. */
  #dragged: number | undefined;
  #follower: MouseDrag | undefined;
  /** Consecutive presses of one button. */
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

  /** Handles a report, given the previous one. */
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

  /** A drag starts where the button was pressed. */
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

  /** Reports a DoubleClick, since no third click came in time. */
  #clickEnded(report: MouseReport): void {
    const twice = this.#clicks === 2;
    this.#clicks = 0;
    const { x, y, buttons } = report;
    if (twice) this.#tell({ action: "DoubleClick", x, y, buttons }, report, report);
  }

  #tell(event: Event, report: MouseReport, last: MousePlace["last"]): void {
    const area = this.#options.areas.areaAt(event.x, event.y);
    if (area.kind === "title" && PRESSES.has(event.action) && buttonOf(event.buttons) === FIRST_BUTTON)
      this.#options.target.pressTitle(area.pane);
    const where = whereOf(area);
    if (where === undefined) return;
    const place = this.#placeOf(event, report, { last, area });
    const key = this.#keyOf(event, where, place);
    if (key !== undefined) this.#options.target.pressMouse(makeKey(key, modifiersOf(event.buttons)), place);
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
        this.#follower.onMove(place);
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
    follower?.onRelease?.(place);
    return number === undefined ? undefined : specialKeyCalled(`MouseDragEnd${number}${where}`);
  }

  #placeOf(
    event: Event,
    { x, y, buttons, sgr }: MouseReport,
    { last, area }: { readonly last: MousePlace["last"]; readonly area: ClientArea },
  ): MousePlace {
    const { areas, client } = this.#options;
    const named = area.kind === "status" && area.range?.kind === "window" ? area.range.link : undefined;
    const from = areas.windowCellAt(last.x, last.y);
    const to = areas.windowCellAt(x, y);
    // The drag started at another position than the mouse has now.
    const moved = { x: x - event.x, y: y - event.y };
    return {
      x,
      y,
      buttons,
      last,
      release: sgr?.release ?? isRelease(buttons),
      sgrButtons: sgr?.buttons,
      repeated: event.action === "DoubleClick",
      link: "pane" in area ? client.session?.current : named,
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
