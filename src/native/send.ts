import { encodeKey } from "../core/keys/encode-key.ts";
import { characterKey, type Key, makeKey, NO_KEY } from "../core/keys/key.ts";
import { parseKey } from "../core/keys/key-name.ts";
import type { Pane } from "../core/tree/pane.ts";
import { ProtocolError } from "../protocol/errors.ts";
import type { Params, Result } from "../protocol/methods.ts";
import type { Call } from "./call.ts";
import type { Context } from "./context.ts";
import type { Native } from "./native.ts";

const ENTER = "\r";
/** Asked again how the terminal stands after so long. */
const ASK_MS = 5;
/** An application that shows nothing of what it read is given so long to do something with it. */
const SILENT_MS = 60;
/** One that shows something has drawn all of it when it was quiet for so long. */
const DRAWN_MS = 15;

/**
 * Types a text and, if asked, Enter. An application that sees both in one read takes Enter for a part of the text (a
 * paste), so Enter is a write of its own, made when the application has read the text and has had the time to show it.
 * Where the terminal gathers lines itself there is no such application, and nothing to wait for.
 */
export async function sendText(
  native: Native,
  call: Call,
  { context_id, text, submit, timeout_ms }: Params<"mullion.send_text">,
): Promise<Result<"mullion.send_text">> {
  const context = call.team.context(context_id);
  const pane = context.livePane();
  const offset = context.offset;
  const deadline = native.host.clock.now() + timeout_ms;
  const late = () =>
    new ProtocolError(
      "not-taken",
      `the application in ${context_id} did not take the text within ${timeout_ms} ms${submit ? "; Enter was not sent" : ""}`,
    );
  await write(native, pane, typed(pane, text), { timeoutMs: timeout_ms, late });
  await taken(native, context, { offset, deadline, late });
  if (submit)
    await write(native, pane, Buffer.from(ENTER), {
      timeoutMs: Math.max(deadline - native.host.clock.now(), 1_000),
      late,
    });
  return { submitted: submit, offset };
}

export async function sendKeys(
  { host }: Native,
  call: Call,
  { context_id, keys }: Params<"mullion.send_keys">,
): Promise<Result<"mullion.send_keys">> {
  const context = call.team.context(context_id);
  const pane = context.livePane();
  const { offset } = context;
  const bytes = keys.flatMap((name) => [...encoded(pane, name)]);
  await host.typing(() => void pane.process!.write(Uint8Array.from(bytes)));
  return { offset };
}

function encoded(pane: Pane, name: string): Uint8Array {
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

/** Lines go as a paste where the application knows pastes; else each ends as if it was typed. */
function typed({ screen }: Pane, text: string): Buffer {
  const lines = text.replace(/\r\n?|\n/g, ENTER);
  if (!lines.includes(ENTER) || !screen.modes.bracketedPaste) return Buffer.from(lines);
  return Buffer.from(`\x1b[200~${lines.replaceAll("\x1b[201~", "")}\x1b[201~`);
}

/** Settles when the terminal has all of it. */
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

async function taken(
  { host }: Native,
  context: Context,
  { offset, deadline, late }: { readonly offset: number; readonly deadline: number; late(): Error },
): Promise<void> {
  const { now } = host.clock;
  const pause = (ms: number) => new Promise<void>((resolve) => void host.clock.after(ms, resolve));
  const start = now();
  let seen = offset;
  let quietSince = start;
  for (;;) {
    const input = await context.server!.inputOf(context.place.pane);
    context.livePane();
    if (!input || input.canonical) return;
    if (context.offset !== seen) {
      seen = context.offset;
      quietSince = now();
    }
    const quietMs = now() - quietSince;
    if (input.unreadBytes === 0 && quietMs >= (seen > offset ? DRAWN_MS : SILENT_MS)) return;
    if (now() >= deadline) {
      // One that never stops drawing has read the text all the same.
      if (input.unreadBytes === 0) return;
      throw late();
    }
    await pause(ASK_MS);
  }
}
