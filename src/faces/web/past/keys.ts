import { isDialogOpen } from "../parts/dialog.tsx";
import type { MarkKind } from "./cast.ts";
import { type PastPlayer, SPEEDS } from "./player.ts";

/** The kinds of marks that a person can jump to, with their keys. */
export const KINDS: readonly (readonly [kind: MarkKind, key: string])[] = [
  ["prompt", "p"],
  ["question", "q"],
  ["error", "e"],
];

const STEP_S = 5;

/** Keys of the replay, wherever the focus is. */
export function onPastKey(player: PastPlayer, event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey || isElsewhere(event)) return;
  const action = keyAction(player, event);
  if (!action) return;
  event.preventDefault();
  action();
}

/**
 * A key is not for the replay if a dialog is open or if the focused element has a use for it: a list takes letters and arrows,
 * a button and a check box take Space. The browser handles their Space, so the replay must not handle it too.
 */
function isElsewhere({ key, target }: KeyboardEvent): boolean {
  if (isDialogOpen()) return true;
  const own = key === " " ? "select, input[type=checkbox], button" : "select";
  return target instanceof Element && target.matches(own);
}

function keyAction(player: PastPlayer, { key, shiftKey }: KeyboardEvent): (() => void) | undefined {
  const kind = KINDS.find(([, letter]) => letter === key.toLowerCase())?.[0];
  if (kind) return () => player.jump(shiftKey ? -1 : 1, kind);
  const faster = (step: number) => {
    const at = SPEEDS.indexOf(player.speed()) + step;
    player.setSpeed(SPEEDS[Math.max(0, Math.min(SPEEDS.length - 1, at))]!);
  };
  const actions: Readonly<Record<string, () => void>> = {
    " ": player.toggle,
    ArrowLeft: () => player.seek(player.position() - STEP_S),
    ArrowRight: () => player.seek(player.position() + STEP_S),
    Home: () => player.seek(0),
    End: () => player.seek(player.duration()),
    "+": () => faster(1),
    "-": () => faster(-1),
  };
  return actions[key];
}
