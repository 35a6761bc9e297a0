import type { Terminal } from "@xterm/xterm";
import { type Accessor, createEffect, createSignal, onCleanup } from "solid-js";
import { readsLines, readsScreens, setReadsLines, setReadsScreens } from "./settings.ts";

/** Whether a pane is shown as text that wraps, which a person can switch. */
export interface Reading {
  isOn(): boolean;
  toggle(): void;
}

/** The browser remembers one choice for output, and one for programs that draw on the whole screen. */
export function createReading(terminal: Accessor<Terminal | undefined>): Reading {
  const [isWhole, setWhole] = createSignal(false);
  createEffect(() => {
    const buffer = terminal()?.buffer;
    if (!buffer) return;
    setWhole(buffer.active.type === "alternate");
    const watch = buffer.onBufferChange(({ type }) => setWhole(type === "alternate"));
    onCleanup(() => watch.dispose());
  });
  return {
    isOn: () => (isWhole() ? readsScreens() : readsLines()),
    toggle: () => (isWhole() ? setReadsScreens(!readsScreens()) : setReadsLines(!readsLines())),
  };
}
