import { decodeBase64 } from "../text/base64.ts";
import { utf8Length } from "../text/utf8.ts";
import { MAX_LINK_BYTES } from "./packed-line.ts";
import { decodePrintable } from "./printable.ts";
import type { DefaultColour, PromptMark } from "./screen.ts";
import type { Terminal } from "./terminal.ts";
import { MAX_TITLE_LENGTH } from "./title-stack.ts";

/**
 * Operating system commands: a number, then text. Colours that an application sets (4, 10-12, 104, 110-112) are
 * accepted and ignored, because the viewer of this screen has its own colours.
 */
interface OscContext {
  readonly terminal: Terminal;
  /** The text after the number and its semicolon. */
  readonly body: Uint8Array;
  readonly endedByBell: boolean;
}

type OscHandler = (context: OscContext) => void;

const MAX_PATH_LENGTH = 4096;
const MAX_NOTIFICATION_LENGTH = 4096;
const SEMICOLON = 0x3b;
const QUESTION = 0x3f;

const handlers: ReadonlyMap<number, OscHandler> = new Map<number, OscHandler>([
  [0, ({ terminal, body }) => setTitle(terminal, body)],
  [2, ({ terminal, body }) => setTitle(terminal, body)],
  [7, path],
  [8, hyperlink],
  [9, notifyOrProgress],
  [10, colourQuery("foreground")],
  [11, colourQuery("background")],
  [52, clipboard],
  [99, desktopNotification],
  [133, prompt],
  [777, notification],
]);

export function runOsc(terminal: Terminal, payload: Uint8Array, endedByBell: boolean): void {
  let at = 0;
  let number = 0;
  for (; at < payload.length && isDigit(payload[at]!); at++)
    number = Math.min(number * 10 + payload[at]! - 0x30, 1e6);
  if (at === 0) return;
  if (payload[at] === SEMICOLON) at++;
  handlers.get(number)?.({ terminal, body: payload.subarray(at), endedByBell });
}

/** OSC 0 and 2, and APC. A title with an unprintable character is ignored. */
export function setTitle(terminal: Terminal, body: Uint8Array): void {
  const text = decodePrintable(body)?.slice(0, MAX_TITLE_LENGTH);
  if (text === undefined) return;
  terminal.titles.current = text;
  terminal.listener.title?.(text);
}

function path({ terminal, body }: OscContext): void {
  const text = decodePrintable(body);
  if (text !== undefined && text.length <= MAX_PATH_LENGTH) terminal.listener.path?.(text);
}

/** `params;URI`; an empty URI ends the link. */
function hyperlink({ terminal, body }: OscContext): void {
  const separator = body.indexOf(SEMICOLON);
  if (separator < 0) return;
  const uri = decodePrintable(body.subarray(separator + 1)) ?? "";
  terminal.pen.link = utf8Length(uri) <= MAX_LINK_BYTES ? uri : "";
  terminal.penChanged();
}

function colourQuery(which: DefaultColour): OscHandler {
  return ({ terminal, body, endedByBell }) => {
    if (body.length === 1 && body[0] === QUESTION) terminal.listener.colourAsked?.(which, endedByBell);
  };
}

/** A write is decoded and passed to the listener; a read is never answered. */
function clipboard({ terminal, body }: OscContext): void {
  const separator = body.indexOf(SEMICOLON);
  if (separator < 0) return;
  const selection = decodePrintable(body.subarray(0, Math.min(separator, 16))) ?? "";
  const data = decodeBase64(decodePrintable(body.subarray(separator + 1)) ?? "");
  if (data !== undefined && data.length > 0) terminal.listener.clipboard?.(selection, data);
}

/** `A` prompt, `B` input, `C` output, `D` or `D;STATUS` done. Further fields are ignored. */
function prompt({ terminal, body }: OscContext): void {
  const [kind, status] = (decodePrintable(body) ?? "").split(";", 2);
  const mark = promptMark(kind, status);
  if (mark !== undefined) terminal.listener.prompt?.(mark);
}

function promptMark(kind: string | undefined, status: string | undefined): PromptMark | undefined {
  if (kind === "A") return { kind: "prompt" };
  if (kind === "B") return { kind: "input" };
  if (kind === "C") return { kind: "output" };
  if (kind !== "D") return undefined;
  return status !== undefined && /^\d{1,3}$/.test(status)
    ? { kind: "done", status: Number(status) }
    : { kind: "done" };
}

/** `notify;TITLE;BODY` */
function notification({ terminal, body }: OscContext): void {
  const text = decodePrintable(body);
  const [verb, ...rest] = (text ?? "").split(";");
  if (verb === "notify") say(terminal, rest.filter((part) => part !== "").join(": "));
}

/** `4;STATE;PERCENT` shows progress: 0 removes it, 1 and 3 are running, 2 is an error, 4 is paused. Other text notifies. */
function notifyOrProgress({ terminal, body }: OscContext): void {
  const text = decodePrintable(body);
  if (text === undefined) return;
  const state = /^4;([0-4])(;|$)/.exec(text)?.[1];
  if (state === undefined) say(terminal, text);
  else terminal.listener.progress?.(PROGRESS[Number(state)]);
}

const PROGRESS = [undefined, "running", "error", "running", "paused"] as const;

/** `METADATA;PAYLOAD`: only titles and bodies become notifications; queries and other requests are ignored. */
function desktopNotification({ terminal, body }: OscContext): void {
  const separator = body.indexOf(SEMICOLON);
  if (separator < 0) return;
  const metadata = new Map(
    (decodePrintable(body.subarray(0, separator)) ?? "")
      .split(":")
      .map((pair) => [pair.slice(0, 1), pair.slice(2)]),
  );
  if (!["title", "body", ""].includes(metadata.get("p") ?? "")) return;
  const payload = decodePrintable(body.subarray(separator + 1));
  if (payload === undefined) return;
  const encoded = metadata.get("e") === "1" ? decodeBase64(payload) : undefined;
  say(terminal, encoded ? (decodePrintable(encoded) ?? "") : payload);
}

function say(terminal: Terminal, text: string): void {
  if (text !== "") terminal.listener.notification?.(text.slice(0, MAX_NOTIFICATION_LENGTH));
}

function isDigit(byte: number): boolean {
  return byte >= 0x30 && byte <= 0x39;
}
