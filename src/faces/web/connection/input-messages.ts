/** Types a text into a pane. `more`: the text continues in the next message, and the daemon types it once it is complete. */
export interface InputMessage {
  readonly type: "input";
  readonly data: string;
  readonly more?: true;
}

/** UTF-16 units in one message. JSON needs at most six bytes for each, and the daemon accepts messages of 256 KB. */
const MAX_UNITS = 32 * 1024;

/** Returns the messages that type a text of any length. */
export function inputMessages(text: string): InputMessage[] {
  const messages: InputMessage[] = [];
  let start = 0;
  while (text.length - start > MAX_UNITS) {
    const end = endBefore(text, start + MAX_UNITS);
    messages.push({ type: "input", data: text.slice(start, end), more: true });
    start = end;
  }
  return [...messages, { type: "input", data: text.slice(start) }];
}

/** Returns the end of a message that divides no character of two units. */
function endBefore(text: string, at: number): number {
  return /[\ud800-\udbff]/.test(text.charAt(at - 1)) ? at - 1 : at;
}
