import type { PaneProcess } from "./ports.ts";

/**
 * Types into programs on behalf of a caller that is answered without waiting for them to read. Throws, and types nothing,
 * where one of them has so much unread input that no more can wait for it.
 */
export function typeInto(
  writes: readonly { readonly process: PaneProcess; readonly bytes: Uint8Array }[],
): void {
  for (const { process } of writes) if (process.inputRefusal) throw process.inputRefusal;
  // A program that ends before it has read everything is no failure of the caller's.
  for (const { process, bytes } of writes) process.write(bytes).catch(() => {});
}
