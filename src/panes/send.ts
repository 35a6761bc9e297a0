import { encodeKey } from "../core/keys/encode-key.ts";
import { characterKey, type Key, makeKey, NO_KEY } from "../core/keys/key.ts";
import { parseKey } from "../core/keys/key-name.ts";
import type { Pane } from "../core/tree/tree.ts";
import { typeInto } from "../core/type-into.ts";
import { ProtocolError } from "../protocol/errors.ts";
import type { Params, Result } from "../protocol/methods.ts";
import type { Context } from "./context.ts";
import { inputTaken } from "./input-taken.ts";
import type { Native } from "./native.ts";
import type { NativeCall } from "./native-call.ts";

const ENTER = "\r";
/** Interval between checks of a starting program. */
const LOOK_MS = 10;
/** Longest wait for an application to read Enter. */
const ENTER_TAKEN_MS = 2_000;
/** C-u. */
const DISCARD_LINE = "\x15";
/** Longer texts are sent as a paste, even on one line. */
const TYPED_CHARACTERS = 200;

/**
 * Types a text and, if requested, Enter. An application that reads both at once treats Enter as part of the text (a
 * paste), so Enter is a separate write, sent when the application has read the text and has had time to show it. If the
 * terminal itself collects lines, there is no such application and nothing to wait for. Texts for one context take
 * turns: the Enter of the first never submits the second.
 */
export function sendText(
  native: Native,
  call: NativeCall,
  params: Params<"mullion.send_text">,
): Promise<Result<"mullion.send_text">> {
  const context = call.team.context(params.context_id);
  const sent = context.typing.then(() => {
    if (call.gone.aborted) throw new ProtocolError("not-taken", "whoever sent the text has gone");
    return typeText(native, context, params);
  });
  context.typing = sent.then(() => enterTaken(native, context)).catch(() => {});
  return sent;
}

/** The next text must not share a read with this text's Enter; the answer does not wait for that. */
function enterTaken(native: Native, context: Context): Promise<void> {
  const late = () => new ProtocolError("not-taken", `the application in ${context.id} did not take Enter`);
  const deadline = native.host.clock.now() + ENTER_TAKEN_MS;
  return taken(native, context, { before: context.offset, deadline, late });
}

async function typeText(
  native: Native,
  context: Context,
  { text, submit, clear, ready_ms, timeout_ms }: Params<"mullion.send_text">,
): Promise<Result<"mullion.send_text">> {
  const late = () =>
    new ProtocolError(
      "not-taken",
      `the application in ${context.id} did not take the text within ${timeout_ms} ms${submit ? "; Enter was not sent" : ""}`,
    );
  await listening(native, context, { readyMs: ready_ms, late });
  const pane = context.livePane();
  const { offset } = context;
  const { now } = native.host.clock;
  const deadline = now() + timeout_ms;
  const type = async (bytes: Uint8Array) => {
    const before = context.offset;
    await write(native, pane, bytes, { timeoutMs: Math.max(deadline - now(), 1), late });
    await taken(native, context, { before, deadline, late });
  };
  if (clear) await type(Buffer.from(DISCARD_LINE));
  await type(typed(pane, text));
  if (submit)
    await write(native, pane, Buffer.from(ENTER), { timeoutMs: Math.max(deadline - now(), 1_000), late });
  return { submitted: submit, offset };
}

/**
 * Waits until a program has taken over its terminal. Text typed before that is mangled: the terminal echoes lines and
 * turns Enter into a line end, which an application in raw mode does not treat as Enter. If the program takes too long,
 * or the system does not report its state, the text is typed anyway.
 */
async function listening(
  native: Native,
  context: Context,
  { readyMs, late }: { readonly readyMs: number; late(): Error },
): Promise<void> {
  const { clock } = native.host;
  const deadline = clock.now() + readyMs;
  const { pane } = context.place;
  for (let waited = false; clock.now() < deadline; waited = true) {
    const input = await context.server!.inputOf(pane);
    context.livePane();
    if (!input?.canonical) {
      // The program has just taken over and is about to set its input modes, such as bracketed paste.
      if (waited) await taken(native, context, { before: context.offset, deadline, late });
      return;
    }
    if (context.server!.isAwaitingLine(pane) !== false) return;
    await new Promise<void>((resolve) => void clock.after(LOOK_MS, resolve));
  }
}

function taken(
  { host: { clock } }: Native,
  context: Context,
  until: { readonly before: number; readonly deadline: number; late(): Error },
): Promise<void> {
  const state = async () => {
    const input = await context.server!.inputOf(context.place.pane);
    context.livePane();
    return input;
  };
  return inputTaken({ ...until, clock, outputEnd: () => context.offset, state });
}

export async function sendKeys(
  { host }: Native,
  call: NativeCall,
  { context_id, keys }: Params<"mullion.send_keys">,
): Promise<Result<"mullion.send_keys">> {
  const context = call.team.context(context_id);
  const pane = context.livePane();
  const { offset } = context;
  const bytes = keys.flatMap((name) => [...encodeNamedKey(pane, name)]);
  await host.typing(() => typeInto([{ process: pane.process!, bytes: Uint8Array.from(bytes) }]));
  return { offset };
}

/** Encodes a key for the pane's current input modes. */
export function encodeNamedKey(pane: Pane, name: string): Uint8Array {
  const { applicationCursor, applicationKeypad, extendedKeys } = pane.screen.modes;
  const bytes = encodeKey(keyNamed(name), { applicationCursor, applicationKeypad, extendedKeys });
  if (!bytes) throw new ProtocolError("unknown-key", `there is no key ${JSON.stringify(name)}`);
  return bytes;
}

function keyNamed(name: string): Key {
  const key = parseKey(name);
  if (key !== undefined && key !== NO_KEY) return key;
  const [only, ...more] = Array.from(name, (character) => character.codePointAt(0)!);
  if (only !== undefined && more.length === 0) return only < 0x80 ? makeKey(only) : characterKey(only);
  throw new ProtocolError("unknown-key", `there is no key ${JSON.stringify(name)}`);
}

/**
 * Sends lines, and text that no user types, as a paste if the application supports it; otherwise each line ends with
 * Enter.
 */
function typed({ screen }: Pane, text: string): Buffer {
  const lines = text.replace(/\r\n?|\n/g, ENTER);
  const short = lines.length <= TYPED_CHARACTERS && !lines.includes(ENTER);
  if (short || !screen.modes.bracketedPaste) return Buffer.from(lines);
  return Buffer.from(`\x1b[200~${lines.replaceAll("\x1b[201~", "")}\x1b[201~`);
}

/** Resolves when the terminal has all of it. */
function write(
  { host }: Native,
  pane: Pane,
  bytes: Uint8Array,
  { timeoutMs, late }: { readonly timeoutMs: number; late(): Error },
): Promise<void> {
  return new Promise((resolve, reject) => {
    const cancel = host.clock.after(timeoutMs, () => reject(late()));
    pane.process!.write(bytes).then(resolve, reject).finally(cancel);
  });
}
