import { ProtocolError } from "../protocol/errors.ts";
import type { Result } from "../protocol/methods.ts";
import { answer } from "./answer.ts";
import type { Context } from "./context.ts";
import { encodeNamedKey } from "./key-bytes.ts";
import { LivePane } from "./live-pane.ts";
import type { Native } from "./native.ts";
import type { Handler } from "./native-call.ts";
import { outputSource } from "./output-source.ts";
import { renderOutput } from "./render-output.ts";
import { searchScreen } from "./search.ts";
import { lineMatch, matchOnScreen } from "./text-match.ts";
import { press, type } from "./type.ts";
import { endState, type WaitOrder, waitFor } from "./wait.ts";

/** Typing into and waiting for a team's contexts, as the methods of the protocol do it. */
function live(native: Native, context: Context): LivePane {
  return new LivePane(native, context.server!, context.livePane(), `context ${context.id}`);
}

export const write: Handler<"write"> = async (native, { team }, { context_id, data }) => {
  const target = live(native, team.context(context_id));
  await native.host.typing(() => press(target, Buffer.from(data, "base64")));
  return {};
};

export const sendKeys: Handler<"mullion.send_keys"> = async (native, { team }, { context_id, keys }) => {
  const target = live(native, team.context(context_id));
  const { offset } = target;
  const bytes = Buffer.concat(keys.map((name) => encodeNamedKey(target.pane, name)));
  await native.host.typing(() => press(target, bytes));
  return { offset };
};

export const sendText: Handler<"mullion.send_text"> = async (native, { team, gone }, params) => {
  const { submit, clear, ready_ms: readyMs, timeout_ms: timeoutMs } = params;
  const text = Buffer.from(params.text);
  const seen = params.if_unchanged_since;
  const order = { text, enter: submit, clear, untilRead: true, readyMs, timeoutMs, seen, gone };
  const offset = await type(live(native, team.context(params.context_id)), order);
  return { submitted: submit, offset };
};

export const answerContext: Handler<"mullion.answer"> = async (
  native,
  { team, gone },
  { context_id, text, since, timeout_ms: timeoutMs },
) => {
  await answer(live(native, team.context(context_id)), text, { since, timeoutMs, gone });
  return {};
};

export const waitForContext: Handler<"mullion.wait"> = async (
  native,
  { team, gone },
  { context_id, until, timeout_ms: timeoutMs, since },
) => {
  const context = team.context(context_id);
  const order = { until, since, timeoutMs, gone };
  const { outcome, ...details } =
    context.exit || !context.pane
      ? exited(native, context, order)
      : await waitFor(live(native, context), order);
  const { line } = { line: undefined, ...details };
  const { exit } = context;
  return {
    outcome,
    offset: context.offset,
    ...(line !== undefined && { text: line }),
    ...(exit && { exit_code: exit.exit_code }),
    ...(exit?.signal !== undefined && { signal: exit.signal }),
  };
};

function isEndState(until: WaitOrder["until"], { exit }: Context): boolean {
  return until.kind === "state" && exit !== undefined && endState(exit.exit_code) === until.state;
}

/** What a context that has exited already left on its screen counts, too. */
function exited(
  native: Native,
  context: Context,
  { until, since }: WaitOrder,
): { readonly outcome: "met" | "exited"; readonly line?: string } {
  if (until.kind === "exit" || isEndState(until, context)) return { outcome: "met" };
  if (until.kind !== "text" && until.kind !== "regex") return { outcome: "exited" };
  const matches = lineMatch(until);
  const line =
    since === undefined ? native.withScreen(context, (screen) => matchOnScreen(screen, matches)) : undefined;
  return line === undefined ? { outcome: "exited" } : { outcome: "met", line };
}

/** Every context has its share of the answer, so that a long history does not hide the others. */
export const searchContexts: Handler<"mullion.search"> = async (
  _native,
  { team },
  { pattern, literal, ignore_case: ignoreCase, contexts: named, max },
) => {
  const until = literal ? ({ kind: "text", text: pattern } as const) : ({ kind: "regex", pattern } as const);
  const matches = lineMatch(until, { ignoreCase });
  const contexts = named ? named.map((id) => team.context(id)) : team.live();
  const found: Result<"mullion.search">["matches"] = [];
  let more = false;
  for (const [index, { id, pane }] of contexts.entries()) {
    const share = Math.ceil((max - found.length) / (contexts.length - index));
    const lines = pane && share > 0 ? await searchScreen(pane.screen, matches, share + 1) : [];
    more ||= lines.length > share;
    for (const { line, text } of lines.slice(-share)) found.push({ context_id: id, line, text });
  }
  return { matches: found, more };
};

/** Rendering more than this would take longer than a caller waits. */
const MAX_BYTES = 4 * 1024 * 1024;

/** The text that a context printed after an offset. */
export const printedSince: Handler<"mullion.output"> = async (native, { team }, { context_id, since }) => {
  const context = team.context(context_id);
  const source = outputSource(native.host, context);
  const size = source && native.withScreen(context, ({ cols, rows }) => ({ cols, rows }));
  if (!source || !size) throw new ProtocolError("no-such-context", `nothing is left of ${context.id}`);
  try {
    const { end } = source;
    if (since > end)
      throw new ProtocolError(
        "bad-cursor",
        `${context.id} has printed ${end} bytes, and ${since} is beyond them`,
      );
    const from = Math.max(since, end - MAX_BYTES);
    const rendered = await renderOutput({ output: source, size, from, to: end, styles: false });
    return { text: rendered.text, offset: end, lost_bytes: rendered.from - since };
  } finally {
    source.close();
  }
};
