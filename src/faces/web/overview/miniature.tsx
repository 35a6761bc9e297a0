import { createEffect, createSignal, on, onCleanup, onMount } from "solid-js";
import { pictures } from "../house/house.ts";
import { shownTheme } from "../theme.ts";
import { cutOf, type DrawnPicture, type DrawnScreen, drawPicture } from "./draw-picture.ts";
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
    onCleanup(pictures.watch(props.id, () => drawing.want()));
    const sizes = new ResizeObserver(() => drawing.resized());
    sizes.observe(canvas);
    onCleanup(() => sizes.disconnect());
    createEffect(on(shownTheme, () => drawing.restyled(), { defer: true }));
    onCleanup(() => drawing.stop());
  });
  return <canvas class="miniature" ref={canvas} />;
}

/**
 * Draws when its turn comes, and only what changed since. It asks the document for sizes and colours only when these
 * change, since each question makes the browser lay out the page at once.
 */
class MiniatureDrawing {
  readonly #canvas: HTMLCanvasElement;
  readonly #id: string;
  #shown: DrawnPicture | undefined;
  #screen: DrawnScreen | undefined;
  #isResized = true;

  constructor(canvas: HTMLCanvasElement, id: string) {
    this.#canvas = canvas;
    this.#id = id;
  }

  want(): void {
    drawSoon(this.#canvas, this.#draw);
  }

  resized(): void {
    this.#isResized = true;
    this.want();
  }

  restyled(): void {
    this.#screen = undefined;
    this.#shown = undefined;
    this.want();
  }

  stop(): void {
    drawNever(this.#canvas);
  }

  readonly #draw = () => {
    if (this.#fit()) this.#shown = undefined;
    const picture = pictures.of(this.#id);
    if (!picture || picture === this.#shown?.picture) return;
    const { width, height } = this.#canvas;
    const cut = cutOf(picture, width, height, this.#shown?.cut);
    this.#screen ??= this.#readScreen();
    drawPicture(this.#screen, picture, cut, this.#shown);
    this.#shown = { picture, cut };
  };

  /** Gives the canvas as many pixels as it has on the display. Returns whether these are others than before. */
  #fit(): boolean {
    if (!this.#isResized) return false;
    this.#isResized = false;
    const { clientWidth, clientHeight } = this.#canvas;
    const [width, height] = [clientWidth, clientHeight].map((size) => Math.round(size * devicePixelRatio));
    if (this.#canvas.width === width && this.#canvas.height === height) return false;
    this.#canvas.width = width!;
    this.#canvas.height = height!;
    return true;
  }

  #readScreen(): DrawnScreen {
    const style = getComputedStyle(this.#canvas);
    return {
      // Not before there is a picture: an opaque canvas is black until something is drawn on it.
      context: this.#canvas.getContext("2d", { alpha: false })!,
      theme: shownTheme(),
      font: style.fontFamily,
      ground: style.backgroundColor,
      text: style.color,
    };
  }
}
