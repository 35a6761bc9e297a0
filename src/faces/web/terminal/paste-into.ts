import type { Terminal } from "@xterm/xterm";

/** All control characters except tabs and ends of lines. */
const CONTROL = /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]/g;

/**
 * Pastes a text so that no program reads a part of it as keys. A program that asked for marks around a paste takes the
 * mark of the end (ESC [201~) inside the text for the end of the paste, and Ctrl-C ends a shell's paste too: the rest of
 * the text would be a command. So each control character is replaced by a character that only shows it. None is removed,
 * because the characters around it could then form another mark.
 */
export function pasteInto(terminal: Terminal, text: string): void {
  terminal.paste(text.replace(CONTROL, shown));
}

/** Unicode has pictures of ASCII's control characters only. */
function shown(control: string): string {
  const code = control.charCodeAt(0);
  if (code > 0x7f) return "\ufffd";
  return String.fromCharCode(code === 0x7f ? 0x2421 : 0x2400 + code);
}
