/** Modifiers that were tapped on the screen: they hold for the next key. */
export interface HeldModifiers {
  readonly ctrl: boolean;
  readonly alt: boolean;
}

/** What a terminal types for `data` with these modifiers. More than one character is a paste or a key of its own. */
export function withHeld(data: string, { ctrl, alt }: HeldModifiers): string {
  if ([...data].length !== 1) return data;
  const typed = ctrl ? control(data) : data;
  return alt ? `\x1b${typed}` : typed;
}

/** Ctrl keeps the lower five bits of a letter, as terminals have done since the first. */
function control(character: string): string {
  if (character === " ") return "\x00";
  if (character === "?") return "\x7f";
  const upper = character.toUpperCase();
  return upper >= "@" && upper <= "_" ? String.fromCharCode(upper.charCodeAt(0) & 0x1f) : character;
}
