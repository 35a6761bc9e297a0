import { createEffect, createSignal, on, onCleanup, onMount } from "solid-js";
import { pictures } from "../house/house.ts";
import { shownTheme } from "../theme.ts";
import { type Cut, cutOf, type DrawnScreen, drawPicture } from "./draw-picture.ts";
import { drawNever, drawSoon } from "./draw-turns.ts";
import { onVisible } from "./visibility.ts";
import "./miniature.css";

/** A pane's screen, small and live. Only one that a person can see is watched and drawn. */
export function Miniature(props: { readonly id: string }) {
  let canvas!: HTMLCanvasElement;
  const [isVisible, setVisible] = createSignal(false);
  onMount(() => onCleanup(onVisible(canvas, setVisible)));
  createEffect(() => {
    if (!isVisible()) return;
    const drawing = new MiniatureDrawing(canvas, props.id);
    onCleanup(pictures.watch(props.id, (lines) => drawing.want(lines)));
    const sizes = new ResizeObserver(() => drawing.want());
    sizes.observe(canvas);
    onCleanup(() => sizes.disconnect());
    createEffect(on(shownTheme, () => drawing.want(), { defer: true }));
    drawing.want();
    onCleanup(() => drawing.stop());
  });
  return <canvas class="miniature" ref={canvas} />;
}

/** Draws when its turn comes, and only the lines that changed since. */
class MiniatureDrawing {
  readonly #canvas: HTMLCanvasElement;
  readonly #id: string;
  readonly #context: CanvasRenderingContext2D;
  /** Lines to draw; undefined: all. */
  #lines: Set<number> | undefined = new Set();
  #cut: Cut | undefined;

  constructor(canvas: HTMLCanvasElement, id: string) {
    this.#canvas = canvas;
    this.#id = id;
    this.#context = canvas.getContext("2d", { alpha: false })!;
  }

  want(lines?: readonly number[]): void {
    if (!lines) this.#lines = undefined;
    for (const line of lines ?? []) this.#lines?.add(line);
    drawSoon(this.#draw);
  }

  stop(): void {
    drawNever(this.#draw);
  }

  readonly #draw = () => {
    const isResized = this.#fit();
    const picture = pictures.of(this.#id);
    if (!picture) return;
    const { width, height } = this.#canvas;
    const cut = cutOf(picture, width, height, isResized ? undefined : this.#cut);
    const isMoved = isResized || cut.first !== this.#cut?.first || cut.cell !== this.#cut.cell;
    drawPicture(this.#screen(), picture, cut, isMoved || !this.#lines ? undefined : [...this.#lines]);
    this.#cut = cut;
    this.#lines = new Set();
  };

  /** Gives the canvas as many pixels as it has on the display. */
  #fit(): boolean {
    const { clientWidth, clientHeight } = this.#canvas;
    const [width, height] = [clientWidth, clientHeight].map((size) => Math.round(size * devicePixelRatio));
    if (this.#canvas.width === width && this.#canvas.height === height) return false;
    this.#canvas.width = width!;
    this.#canvas.height = height!;
    return true;
  }

  #screen(): DrawnScreen {
    const style = getComputedStyle(this.#canvas);
    return {
      context: this.#context,
      theme: shownTheme(),
      font: style.fontFamily,
      ground: style.backgroundColor,
      text: style.color,
    };
  }
}
