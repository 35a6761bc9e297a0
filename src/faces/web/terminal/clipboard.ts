export const isMac = /Mac|iPhone|iPad/.test(navigator.platform);

/** Which clipboard action a key stands for; undefined if it belongs to the program. */
export function clipboardKey(
  event: KeyboardEvent,
  hasSelection: boolean,
): "copy" | "paste" | "paste-image" | undefined {
  const key = event.key.toLowerCase();
  if (event.altKey || event.type !== "keydown") return undefined;
  if (isMac) return event.metaKey && !event.ctrlKey ? (key === "c" ? "copy" : undefined) : undefined;
  if (key === "insert") return event.ctrlKey ? "copy" : event.shiftKey ? "paste" : undefined;
  if (!event.ctrlKey || event.metaKey) return undefined;
  // With a selection Ctrl-C copies, as everywhere in a browser; without one it interrupts.
  if (key === "c") return event.shiftKey || hasSelection ? "copy" : undefined;
  if (key === "v") return event.shiftKey ? "paste" : "paste-image";
  return undefined;
}

/** The first image on the clipboard of a paste. */
export function imageOf({ clipboardData }: ClipboardEvent): File | undefined {
  return [...(clipboardData?.files ?? [])].find(({ type }) => type.startsWith("image/"));
}
