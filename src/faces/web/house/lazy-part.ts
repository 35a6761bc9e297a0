import { createEffect, createRoot, lazy } from "solid-js";
import { isCurrent } from "./house.ts";

/**
 * A part of the page that loads when it is first shown. The daemon serves its file, so the part waits until the page is
 * connected: a module that failed to load once fails for good.
 */
export const lazyPart: typeof lazy = (load) =>
  lazy(async () => {
    await connected();
    return load();
  });

/** Without an owner: effects of a part would wait until the part is there. */
function connected(): Promise<void> {
  return new Promise((resolve) =>
    createRoot(
      (dispose) =>
        createEffect(() => {
          if (!isCurrent()) return;
          dispose();
          resolve();
        }),
      null,
    ),
  );
}
