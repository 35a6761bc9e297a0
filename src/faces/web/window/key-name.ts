const NAMES: Readonly<Record<string, string>> = {
  " ": "Space",
  ArrowUp: "Up",
  ArrowDown: "Down",
  ArrowLeft: "Left",
  ArrowRight: "Right",
  Backspace: "BSpace",
  Delete: "DC",
  Insert: "IC",
  PageUp: "PPage",
  PageDown: "NPage",
};
/** tmux has the browser's names for these. */
const SAME_NAME = /^(?:F\d+|Home|End|Enter|Escape|Tab)$/;

/** tmux's name of a key, such as C-b, M-Left or %; undefined for a modifier alone and for what tmux has no name for. */
export function keyName(
  event: Pick<KeyboardEvent, "key" | "ctrlKey" | "altKey" | "shiftKey">,
): string | undefined {
  const { key, ctrlKey, altKey, shiftKey } = event;
  if (key === "Tab" && shiftKey) return "BTab";
  const isPrinted = [...key].length === 1 && key !== " ";
  const name = isPrinted ? (ctrlKey ? key.toLowerCase() : key) : (NAMES[key] ?? SAME_NAME.exec(key)?.[0]);
  if (name === undefined) return undefined;
  // A printed character has its shift in it.
  const shift = shiftKey && !isPrinted ? "S-" : "";
  return `${ctrlKey ? "C-" : ""}${altKey ? "M-" : ""}${shift}${name}`;
}

export interface PrefixBinding {
  readonly key: string;
  readonly repeats: boolean;
  readonly command: string;
}

/** Reads the lines of `list-keys -T prefix`. */
export function readBindings(text: string): PrefixBinding[] {
  const line = /^bind-key\s+(-r\s+)?-T\s+\S+\s+(\S+)\s+(.*)$/gm;
  return [...text.matchAll(line)].map(([, repeats, key, command]) => ({
    key: key!.replace(/^\\(.)$/, "$1"),
    repeats: repeats !== undefined,
    command: command!,
  }));
}
