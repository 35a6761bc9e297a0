const FOCUS = /^\x1b\[[IO]$/;
/** In the form of SGR, and in the oldest one. */
const MOUSE = /^\x1b\[(?:<\d+;\d+;\d+[Mm]|M...)$/s;

/** Whether a terminal sent this by itself, because its program asked where the focus and the mouse are: no key was typed. */
export function isReport(data: string): boolean {
  return FOCUS.test(data) || MOUSE.test(data);
}
