import { ProtocolError } from "../protocol/errors.ts";
import type { Handler } from "./native-call.ts";
import { outputSource } from "./output-source.ts";
import { renderOutput } from "./render-output.ts";

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
