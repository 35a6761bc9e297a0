import { Index } from "solid-js";
import type { Border } from "./layout.ts";

interface BordersProps {
  readonly borders: readonly Border[];
  readonly cols: number;
  readonly rows: number;
  /** Resolves when the border has moved. */
  onMove(border: Border, move: { readonly length: number } | { readonly by: number }): Promise<void>;
}

/**
 * The lines between panes: dragged with a pointer, moved with arrow keys. Each keeps its element while it moves, because
 * the element has the focus.
 */
export function Borders(props: BordersProps) {
  return (
    <Index each={props.borders}>
      {(border) => (
        // A separator that can be moved is a control; no native element is one.
        // biome-ignore lint/a11y/useSemanticElements: <hr> cannot be focused or moved.
        <div
          class="border"
          classList={{ upright: border().upright }}
          role="separator"
          tabindex="0"
          aria-label="Border between panes"
          aria-orientation={border().upright ? "vertical" : "horizontal"}
          aria-valuenow={border().size}
          aria-valuemin={1}
          aria-valuemax={border().room - 1}
          style={placeOf(border(), props)}
          onPointerDown={(event) => drag(event, border(), props)}
          onKeyDown={(event) => move(event, border(), props)}
        />
      )}
    </Index>
  );
}

const percent = (part: number, whole: number) => `${(part / whole) * 100}%`;

/** Every pane has a line for its title, also those at the top: see `boxOf` in pane-box.ts. */
function placeOf({ upright, left, top, length }: Border, { cols, rows }: BordersProps) {
  const lines = rows + 1;
  return upright
    ? {
        left: percent(left, cols),
        top: percent(top, lines),
        height: percent(length + 1, lines),
        width: percent(1, cols),
      }
    : { left: percent(left, cols), top: percent(top, lines), width: percent(length, cols) };
}

/**
 * The daemon moves the border for everyone. It is asked for the newest place only, and not again before it has answered:
 * requests that overtake each other would leave the border where the pointer was.
 */
function drag(
  event: PointerEvent & { currentTarget: HTMLElement },
  border: Border,
  props: BordersProps,
): void {
  const { currentTarget: line, clientX, clientY } = event;
  const place = line.parentElement!.getBoundingClientRect();
  const cell = border.upright ? place.width / props.cols : place.height / (props.rows + 1);
  let [wanted, asked, isAsking] = [border.size, border.size, false];
  const follow = async (moved: PointerEvent) => {
    const pixels = border.upright ? moved.clientX - clientX : moved.clientY - clientY;
    wanted = within(border, border.size + Math.round(pixels / cell));
    if (isAsking) return;
    isAsking = true;
    while (asked !== wanted) {
      asked = wanted;
      await props.onMove(border, { length: asked });
    }
    isAsking = false;
  };
  event.preventDefault();
  // Another person's split may remove the border while it moves: the page keeps following the pointer.
  const stop = new AbortController();
  const { signal } = stop;
  document.addEventListener("pointermove", follow, { signal });
  for (const end of ["pointerup", "pointercancel"])
    document.addEventListener(end, () => stop.abort(), { signal });
}

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };

/** The daemon counts the steps: the size that the page knows is older than a key that repeats. */
function move(event: KeyboardEvent, border: Border, props: BordersProps): void {
  const step = STEPS[event.key];
  if (step === undefined) return;
  event.preventDefault();
  void props.onMove(border, { by: step * (event.shiftKey ? 5 : 1) });
}

function within({ room }: Border, size: number): number {
  return Math.max(1, Math.min(room - 1, size));
}
