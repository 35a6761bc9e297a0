import { type Accessor, createEffect, createSignal, onCleanup } from "solid-js";

/** An element's size in CSS pixels, as it changes. */
export function createSizeOf(element: Accessor<HTMLElement | undefined>) {
  const [size, setSize] = createSignal({ width: 0, height: 0 });
  createEffect(() => {
    const watched = element();
    if (!watched) return;
    const observer = new ResizeObserver(() =>
      setSize({ width: watched.clientWidth, height: watched.clientHeight }),
    );
    observer.observe(watched);
    onCleanup(() => observer.disconnect());
  });
  return size;
}
