import type { AgentState } from "../core/agent/agent-state.ts";
import { ProtocolError } from "../protocol/errors.ts";
import type { Params, Result } from "../protocol/methods.ts";
import { answer } from "./answer.ts";
import type { Context } from "./context.ts";
import { reachedTeam, spanned } from "./far-calls.ts";
import { parseFarId } from "./far-ids.ts";
import type { FarTeam } from "./far-team.ts";
import { encodeNamedKey } from "./key-bytes.ts";
import { LivePane } from "./live-pane.ts";
import type { Handler, Native, NativeCall } from "./native.ts";
import { outputSource } from "./output-feed.ts";
import { renderOutput } from "./render-output.ts";
import { type FoundLine, searchScreen } from "./search.ts";
import { type LineMatch, lineMatch, matchOnScreen } from "./text-match.ts";
import { press, type } from "./type.ts";
import { stateAtEnd, type WaitOrder, waitFor } from "./wait.ts";
import { findPrinted } from "./watch-text.ts";

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
      ? await exited(native, context, order)
      : await waitFor(live(native, context), order);
  const { line, state } = { line: undefined, state: undefined, ...details };
  const { exit } = context;
  return {
    outcome,
    offset: context.offset,
    ...(line !== undefined && { text: line }),
    ...(state !== undefined && { state }),
    ...(exit && { exit_code: exit.exit_code }),
    ...(exit?.signal !== undefined && { signal: exit.signal }),
  };
};

/** What a context that has exited already left on its screen, or printed after the cursor, counts, too. */
async function exited(
  native: Native,
  context: Context,
  { until, since }: WaitOrder,
): Promise<{ readonly outcome: "met" | "exited"; readonly line?: string; readonly state?: AgentState }> {
  if (until.kind === "exit") return { outcome: "met" };
  const isState = until.kind === "state" || until.kind === "states";
  const reached = isState && context.exit && stateAtEnd(until, context.exit.exit_code);
  if (reached) return { outcome: "met", ...reached };
  if (until.kind !== "text" && until.kind !== "regex") return { outcome: "exited" };
  const matches = lineMatch(until);
  const line =
    since === undefined
      ? native.withScreen(context, (screen) => matchOnScreen(screen, matches))
      : await printedLine(native, context, { matches, since });
  return line === undefined ? { outcome: "exited" } : { outcome: "met", line };
}

async function printedLine(
  native: Native,
  context: Context,
  { matches, since }: { readonly matches: LineMatch; readonly since: number },
): Promise<string | undefined> {
  const source = outputSource(native.host, context);
  try {
    return source && (await findPrinted(matches, source.output, since));
  } finally {
    source?.close();
  }
}

/** Every context has its share of the answer, so that a long history does not hide the others; so has every machine. */
export const searchContexts: Handler<"mullion.search"> = async (native, call, params) => {
  const { contexts: named, hosts, ...rest } = params;
  const isFar = (id: string) => parseFarId(id) !== undefined;
  const here = await searchHere(native, call, { ...rest, contexts: named?.filter((id) => !isFar(id)) });
  const far = named?.filter(isFar) ?? [];
  if (!(named ? far.length > 0 : hosts)) return here;
  const { answers, failed_hosts } = named
    ? { answers: await searchNamed(native, call, { ...rest, contexts: far }), failed_hosts: [] }
    : await spanned(native, call, { method: "mullion.search", params: rest });
  return { ...joined([here, ...answers.map(({ result }) => result)], params.max), failed_hosts };
};

/** Searches contexts on hosts; a host that does not answer fails the search, because it was asked for. */
async function searchNamed(
  native: Native,
  call: NativeCall,
  { contexts, ...rest }: { readonly contexts: readonly string[] },
): Promise<{ readonly result: Found }[]> {
  const idsOf = new Map<FarTeam, string[]>();
  for (const about of contexts.flatMap((id) => parseFarId(id) ?? [])) {
    const far = reachedTeam(native, call, about);
    idsOf.set(far, [...(idsOf.get(far) ?? []), about.id]);
  }
  const ask = ([far, there]: [FarTeam, string[]]) =>
    far.call("mullion.search", { ...rest, contexts: there }, call);
  return await Promise.all([...idsOf].map(async (asked) => ({ result: await ask(asked) })));
}

type Found = Result<"mullion.search">;

/** A host may have sent more than it was asked for. */
function joined(found: readonly Found[], max: number): Found {
  const matches: Found["matches"] = [];
  let more = false;
  for (const [index, each] of found.entries()) {
    const share = Math.ceil((max - matches.length) / (found.length - index));
    more ||= each.more || each.matches.length > share;
    matches.push(...each.matches.slice(0, share));
  }
  return { matches, more };
}

async function searchHere(
  native: Native,
  { team }: NativeCall,
  given: Omit<Params<"mullion.search">, "hosts">,
): Promise<Found> {
  const { pattern, literal, ignore_case: ignoreCase, contexts: named, max } = given;
  const until = literal ? ({ kind: "text", text: pattern } as const) : ({ kind: "regex", pattern } as const);
  const matches = lineMatch(until, { ignoreCase });
  const contexts = named ? named.map((id) => team.context(id)) : team.live();
  const found: Found["matches"] = [];
  let more = false;
  for (const [index, context] of contexts.entries()) {
    const share = Math.ceil((max - found.length) / (contexts.length - index));
    const lines = share > 0 ? await searchContext(native, context, { matches, max: share + 1 }) : [];
    if (!lines && named) throw new ProtocolError("no-such-context", `nothing is left of ${context.id}`);
    more ||= (lines?.length ?? 0) > share;
    for (const { line, text } of lines?.slice(-share) ?? [])
      found.push({ context_id: context.id, line, text });
  }
  return { matches: found, more };
}

/** Undefined if nothing is left of the context. */
async function searchContext(
  native: Native,
  context: Context,
  { matches, max }: { readonly matches: LineMatch; readonly max: number },
): Promise<readonly FoundLine[] | undefined> {
  const opened = native.openScreen(context);
  try {
    return opened && (await searchScreen(opened.screen, matches, max));
  } finally {
    opened?.close();
  }
}

/** Rendering more than this would take longer than a caller waits. */
const MAX_BYTES = 4 * 1024 * 1024;

/** The text that a context printed after an offset. */
export const printedSince: Handler<"mullion.output"> = async (native, { team }, { context_id, since }) => {
  const context = team.context(context_id);
  const source = outputSource(native.host, context);
  const size = source && native.withScreen(context, ({ cols, rows }) => ({ cols, rows }));
  if (!source || !size) throw new ProtocolError("no-such-context", `nothing is left of ${context.id}`);
  try {
    const { offset: end } = context;
    if (since > end)
      throw new ProtocolError(
        "bad-cursor",
        `${context.id} has printed ${end} bytes, and ${since} is beyond them`,
      );
    const from = Math.max(since, end - MAX_BYTES);
    const rendered = await renderOutput({ output: source.output, size, from, to: end, styles: false });
    return { text: rendered.text, offset: end, lost_bytes: rendered.from - since };
  } finally {
    source.close();
  }
};
