import type { Params, Result } from "../protocol/methods.ts";
import type { Call } from "./call.ts";
import type { Context } from "./context.ts";
import type { PaneOutput } from "./host.ts";
import type { Native } from "./native.ts";
import { PlainText } from "./plain-text.ts";
import { LineSearch, lineMatch, matchOnScreen, type TextCondition } from "./text-match.ts";

type Condition = Params<"mullion.wait">["until"];
type Outcome = Pick<Result<"mullion.wait">, "outcome" | "text">;

/** The screen is looked at no oftener than this while output streams. */
const LOOK_MS = 25;

interface Watch {
  readonly native: Native;
  readonly context: Context;
  readonly output: PaneOutput;
  readonly since: number | undefined;
  met(text?: string): void;
}

type Watchers = {
  readonly [K in Condition["kind"]]: (until: Extract<Condition, { kind: K }>, watch: Watch) => () => void;
};

const nothing = () => {};

const watchers: Watchers = {
  exit: () => nothing,
  text: watchText,
  regex: watchText,

  idle({ idle_ms }, { native: { host }, output, met }) {
    let cancel = host.clock.after(idle_ms, met);
    const untap = output.tap(() => {
      cancel();
      cancel = host.clock.after(idle_ms, met);
    });
    return () => {
      cancel();
      untap();
    };
  },

  prompt(_until, { native, context, met }) {
    if (native.prompts.isWaiting(context)) {
      met();
      return nothing;
    }
    return native.prompts.onPrompt(context, () => met());
  },
};

/** Answers when the condition holds, the context exits, the time is over, or nobody waits any longer. */
export function waitFor(
  native: Native,
  call: Call,
  { context_id, until, timeout_ms, since }: Params<"mullion.wait">,
): Promise<Result<"mullion.wait">> {
  const context = call.team.context(context_id);
  if (until.kind === "text" || until.kind === "regex") lineMatch(until); // A bad pattern is told at once.
  return new Promise((resolve, reject) => {
    const ends: (() => void)[] = [];
    let done = false;
    const end = (outcome: Outcome) => {
      if (done) return;
      done = true;
      for (const stop of ends.splice(0)) stop();
      resolve({ ...outcome, offset: context.offset, ...exitOf(context) });
    };
    const met = (text?: string) => end({ outcome: "met", ...(text !== undefined && { text }) });
    const exited = () => {
      const text = lastLook(native, context, until, since);
      if (until.kind === "exit") met();
      else if (text !== undefined) met(text);
      else end({ outcome: "exited" });
    };
    const { output } = context;
    if (context.exit || !output) {
      exited();
      return;
    }
    try {
      ends.push(native.onExit(context, exited));
      ends.push(native.host.clock.after(timeout_ms, () => end({ outcome: "timed-out" })));
      const gone = () => end({ outcome: "timed-out" });
      call.gone.addEventListener("abort", gone);
      ends.push(() => call.gone.removeEventListener("abort", gone));
      const watch = watchers[until.kind] as (until: Condition, watch: Watch) => () => void;
      const stop = watch(until, { native, context, output, since, met });
      if (done) stop();
      else ends.push(stop);
    } catch (error) {
      for (const stop of ends.splice(0)) stop();
      reject(error);
    }
  });
}

function exitOf({ exit }: Context): Pick<Result<"mullion.wait">, "exit_code" | "signal"> {
  if (!exit) return {};
  return { exit_code: exit.exit_code, ...(exit.signal !== undefined && { signal: exit.signal }) };
}

/** What came last may have come together with the end. */
function lastLook(
  native: Native,
  context: Context,
  until: Condition,
  since: number | undefined,
): string | undefined {
  if ((until.kind !== "text" && until.kind !== "regex") || since !== undefined) return undefined;
  return native.withScreen(context, (screen) => matchOnScreen(screen, lineMatch(until)));
}

/** Both the stream, so that nothing is missed that scrolls by, and the screen, where text may be put together in pieces. */
function watchText(until: TextCondition, { native, context, output, since, met }: Watch): () => void {
  const matches = lineMatch(until);
  const search = new LineSearch(matches);
  const stop = watchStream(output, since, { search, met });
  const { pane } = context;
  const look = () => {
    const line =
      search.unfinished() ?? (since === undefined && pane ? matchOnScreen(pane.screen, matches) : undefined);
    if (line !== undefined) met(line);
  };
  look();
  let waiting: (() => void) | undefined;
  const untap = output.tap(() => {
    waiting ??= native.host.clock.after(LOOK_MS, () => {
      waiting = undefined;
      look();
    });
  });
  return () => {
    stop();
    untap();
    waiting?.();
  };
}

function watchStream(
  output: PaneOutput,
  since: number | undefined,
  { search, met }: { readonly search: LineSearch; met(line: string): void },
): () => void {
  const text = new PlainText();
  let position = since ?? output.end;
  let stopped = false;
  const take = (offset: number, bytes: Uint8Array) => {
    if (offset + bytes.length <= position || stopped) return;
    const line = search.push(text.push(bytes.subarray(Math.max(0, position - offset))));
    position = offset + bytes.length;
    if (line !== undefined) met(line);
  };
  let catchingUp = position < output.end;
  const untap = output.tap(({ offset, bytes }) => {
    if (!catchingUp) take(offset, bytes);
  });
  const catchUp = async () => {
    while (position < output.end && !stopped) {
      const before = position;
      for await (const { offset, bytes } of output.recorded(position)) take(offset, bytes);
      if (position === before) position = output.end;
    }
    catchingUp = false;
    const line = search.unfinished();
    if (line !== undefined && !stopped) met(line);
  };
  if (catchingUp) void catchUp();
  return () => {
    stopped = true;
    untap();
  };
}
