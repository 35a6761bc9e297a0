import type { CliContext } from "../../cli/context.ts";
import { writeCast } from "../../cli/recording/cast-file.ts";
import { castLines, castOfPane } from "../../cli/recording/cast-of-pane.ts";
import type { Pane } from "../../core/tree/tree.ts";

/** A recording that does not follow the pane ends by itself. */
const NEVER = new AbortController().signal;

/** Writes the recording of a pane to a new file, as `mullion record` does. */
export async function recordPane(
  context: CliContext,
  pane: Pane,
  { file, title }: { readonly file: string; readonly title: string | undefined },
): Promise<{ readonly events: number; readonly bytes: number }> {
  await context.live(pane).flush();
  const lines = castLines({ context, pane, follow: false, gone: NEVER, title, idleLimitMs: undefined });
  let written = { events: 0, bytes: 0 };
  for await (const soFar of writeCast({ path: file, overwrite: false, lines })) written = soFar.file;
  return { events: written.events, bytes: written.bytes };
}

/** The recording of a pane as it is now, with marks to jump to. */
export async function* paneRecording(
  context: CliContext,
  pane: Pane,
  gone: AbortSignal,
): AsyncGenerator<string> {
  await context.live(pane).flush();
  yield* castOfPane({
    context,
    pane,
    follow: false,
    gone,
    title: undefined,
    idleLimitMs: undefined,
    marks: true,
  });
}
