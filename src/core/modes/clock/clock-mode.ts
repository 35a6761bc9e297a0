import type { Canvas } from "../../canvas/canvas.ts";
import { cellColour, plainStyle } from "../../canvas/cell-style.ts";
import type { TimeZone } from "../../format/context.ts";
import { formatTime, localTime } from "../../format/format-time.ts";
import type { Mux } from "../../mux.ts";
import type { Clock } from "../../ports.ts";
import { parseColour } from "../../style/colour.ts";
import type { Pane, PaneMode } from "../../tree/tree.ts";
import { DIGIT_ADVANCE, DIGIT_CELLS, drawDigits } from "./digits.ts";

interface ClockPorts {
  readonly clock: Clock;
  zone(timeMs: number): TimeZone;
}

const MINUTE_MS = 60_000;

/** The time of day over the whole pane (clock-mode-style, clock-mode-colour). Any key ends it. */
export function openClockMode(mux: Mux, pane: Pane, ports: ClockPorts): boolean {
  return mux.enterMode(pane, "clock-mode", () => new ClockMode(mux, pane, ports));
}

class ClockMode implements PaneMode {
  readonly name = "clock-mode";
  readonly cursor = { x: 0, y: 0, visible: false, shape: "default", blinking: false } as const;
  revision = 0;
  readonly #mux: Mux;
  readonly #pane: Pane;
  readonly #ports: ClockPorts;
  #cancel = (): void => {};

  constructor(mux: Mux, pane: Pane, ports: ClockPorts) {
    this.#mux = mux;
    this.#pane = pane;
    this.#ports = ports;
    this.#waitForMinute();
  }

  draw(canvas: Canvas): void {
    canvas.fill({ x: 0, y: 0, cols: canvas.cols, rows: canvas.rows }, plainStyle);
    const text = this.#time();
    const colour = cellColour(
      parseColour(this.#pane.window.options.get("clock-mode-colour") ?? "") ?? { kind: "default" },
    );
    if (canvas.cols >= DIGIT_ADVANCE * text.length && canvas.rows > DIGIT_CELLS)
      drawDigits(canvas, text, {
        x: half(canvas.cols) - (DIGIT_ADVANCE / 2) * text.length,
        y: half(canvas.rows) - DIGIT_ADVANCE / 2,
        style: { ...plainStyle, background: colour, ownColours: true },
      });
    else if (canvas.cols >= text.length)
      canvas.text(half(canvas.cols) - half(text.length), half(canvas.rows), text, {
        ...plainStyle,
        foreground: colour,
        ownColours: true,
      });
  }

  key(): void {
    this.#mux.leaveMode(this.#pane);
  }

  resize(): void {
    this.revision++;
  }

  close(): void {
    this.#cancel();
  }

  #time(): string {
    const now = this.#ports.clock.now();
    const time = localTime(now, this.#ports.zone(now));
    const twelveHours = this.#pane.window.options.get("clock-mode-style") === "12";
    return formatTime(twelveHours ? "%l:%M %p" : "%H:%M", time);
  }

  #waitForMinute(): void {
    const { clock } = this.#ports;
    this.#cancel = clock.after(MINUTE_MS - (clock.now() % MINUTE_MS), () => {
      this.revision++;
      this.#mux.redrawMode(this.#pane);
      this.#waitForMinute();
    });
  }
}

const half = (length: number): number => Math.floor(length / 2);
