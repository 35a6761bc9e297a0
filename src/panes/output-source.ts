import type { Context } from "./context.ts";
import type { NativeHost, PaneOutput, RetiredPane } from "./host.ts";

/** A context's output, live or kept. */
export interface OutputSource extends Pick<RetiredPane, "close"> {
  /** Without `tap` if no more output will come. */
  readonly output: RetiredPane["output"] & Partial<PaneOutput>;
}

/** Undefined if nothing of the output is left. */
export function outputSource(host: NativeHost, context: Context): OutputSource | undefined {
  const { output, replaced, place } = context;
  if (output) return { output, close() {} };
  return replaced ? undefined : host.openRetired(place);
}
