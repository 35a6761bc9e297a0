import type { Canvas } from "../canvas/canvas.ts";
import { cellStyle, plainStyle } from "../canvas/cell-style.ts";
import { drawStyledText } from "../canvas/styled-text/draw-styled-text.ts";
import type { Overlay } from "../face/overlay.ts";
import { formatWidth } from "../format/width.ts";
import { buttonOf, isMotion, isRelease, isWheel } from "../keys/decode/mouse-report.ts";
import { bindable, type Key } from "../keys/key.ts";
import { formatKey } from "../keys/key-name.ts";
import type { Size } from "../ports.ts";
import { defaultStyle, type TextStyle } from "../style/style.ts";
import type { KeyPress, MousePlace } from "../tree/tree.ts";
import { drawBox } from "./draw-box.ts";
import { MENU_MARGIN, type MenuItem } from "./menu-items.ts";

export interface MenuSetup {
  readonly title: string;
  readonly items: readonly MenuItem[];
  readonly x: number;
  readonly y: number;
  /** Style of the selected item: mode-style. */
  readonly chosenStyle: TextStyle;
  /** A mouse key opened the menu: the mouse selects, and no item is selected at first. */
  readonly mouse: boolean;
  /** `-O`: the menu stays open when the button is released elsewhere. */
  readonly stayOpen: boolean;
  /** Tab goes to the next item, and closes the menu after the last one; BSpace closes it too. */
  readonly tab?: boolean;
  onChosen(command: string): void;
  onClosed?(): void;
}

type Outcome = ReturnType<Overlay["key"]>;

const NONE = -1;
const PAGE = 5;
const DISABLED: TextStyle = { ...defaultStyle, attributes: new Set(["dim"] as const) };
const LINES = { ...plainStyle, lineDrawing: true };

/** Size of a menu in cells, including its frame. */
export function menuSize({ title, items }: Pick<MenuSetup, "title" | "items">): Size {
  const cols = Math.max(formatWidth(title), ...items.map((item) => item?.cols ?? 0));
  return { cols: cols + MENU_MARGIN, rows: items.length + 2 };
}

/** A menu over the picture: an item's key chooses it, as do Enter and the mouse. */
export class Menu implements Overlay {
  revision = 0;
  readonly modes: Overlay["modes"];
  readonly #setup: MenuSetup;
  readonly #size: Size;
  #choice: number;

  constructor(setup: MenuSetup) {
    this.#setup = setup;
    this.#size = menuSize(setup);
    this.modes = setup.mouse ? { mouse: "all" } : undefined;
    this.#choice = setup.mouse ? NONE : setup.items.findIndex(isUsable);
  }

  onClosed(): void {
    this.#setup.onClosed?.();
  }

  draw(canvas: Canvas): void {
    const { x, y, title, items } = this.#setup;
    const part = canvas.part({ x, y, ...this.#size });
    part.fill({ x: 0, y: 0, ...this.#size }, plainStyle);
    drawBox(part, { lines: "single", style: defaultStyle, title });
    items.forEach((item, index) => {
      if (item) this.#drawItem(part, item, index);
      else part.text(0, index + 1, `t${"q".repeat(part.cols - 2)}u`, LINES);
    });
  }

  key(press: KeyPress): Outcome {
    if (press.mouse) return this.#mouse(press.mouse);
    const key = bindable(press.key);
    const index = this.#setup.items.findIndex((item) => isUsable(item) && item?.key === key);
    if (index >= 0) {
      this.#move(index);
      return this.#choose();
    }
    return this.#command(key);
  }

  #drawItem(part: Canvas, item: NonNullable<MenuItem>, index: number): void {
    const isChosen = index === this.#choice && !item.disabled;
    const style = isChosen ? this.#setup.chosenStyle : item.disabled ? DISABLED : defaultStyle;
    const cols = part.cols - MENU_MARGIN;
    const y = index + 1;
    part.fill({ x: 2, y, cols, rows: 1 }, cellStyle(isChosen ? style : defaultStyle));
    drawStyledText(part, item.text, { x: 2, y, cols, style, keepColours: isChosen });
  }

  #command(key: Key): Outcome {
    const last = this.#setup.items.length - 1;
    const choice = this.#choice;
    // As in tmux, a page move selects no item if the last one cannot be chosen.
    const page = (index: number) => (isUsable(this.#setup.items[last]) ? index : NONE);
    switch (formatKey(key)) {
      case "Up":
      case "k":
        this.#step(-1);
        return "keep";
      case "Down":
      case "j":
        this.#step(1);
        return "keep";
      case "g":
      case "PPage":
      case "C-b":
        this.#move(page(choice > PAGE ? choice - PAGE : 0));
        return "keep";
      case "G":
      case "NPage":
        this.#move(page(choice > last - PAGE ? last : choice + PAGE));
        return "keep";
      case "Tab":
        if (this.#setup.tab && choice === last) return "close";
        if (this.#setup.tab) this.#step(1);
        return "keep";
      case "BSpace":
        return this.#setup.tab ? "close" : "keep";
      case "Enter":
        return this.#choose();
      case "Escape":
      case "C-c":
      case "C-g":
      case "q":
        return "close";
      default:
        return "keep";
    }
  }

  /** Moves to the next item that can be chosen, wrapping around. */
  #step(by: 1 | -1): void {
    const { items } = this.#setup;
    const count = items.length;
    const from = Math.max(0, this.#choice);
    let at = this.#choice;
    do {
      if (at === NONE) at = by > 0 ? 0 : count - 1;
      else at = (at + by + count) % count;
    } while (!isUsable(items[at]) && at !== from);
    this.#move(at);
  }

  #mouse(mouse: MousePlace): Outcome {
    const { mouse: withMouse, stayOpen } = this.#setup;
    const { buttons } = mouse;
    if (!withMouse) return buttonOf(buttons) === 0 ? "keep" : "close";
    const released = isRelease(buttons);
    const line = this.#lineAt(mouse);
    if (line === undefined) {
      const pressed = !released && !isWheel(buttons) && !isMotion(buttons);
      if (stayOpen ? pressed : released) return "close";
      this.#move(NONE);
      return "keep";
    }
    if (stayOpen ? !isWheel(buttons) && !isMotion(buttons) : released) return this.#choose();
    this.#move(line);
    return "keep";
  }

  #lineAt(mouse: MousePlace): number | undefined {
    const { x, y, items } = this.#setup;
    const line = mouse.y - y - 1;
    const inside = mouse.x >= x && mouse.x <= x + this.#size.cols && line >= 0 && line < items.length;
    return inside ? line : undefined;
  }

  #move(choice: number): void {
    if (choice === this.#choice) return;
    this.#choice = choice;
    this.revision++;
  }

  #choose(): Outcome {
    const item = this.#setup.items[this.#choice];
    if (this.#choice === NONE) return "close";
    if (!isUsable(item)) return this.#setup.stayOpen ? "keep" : "close";
    this.#setup.onChosen(item!.command);
    return "close";
  }
}

function isUsable(item: MenuItem): boolean {
  return item !== undefined && !item.disabled;
}
