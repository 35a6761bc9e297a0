import { MuxError } from "../../core/errors.ts";
import { legible } from "../../core/text/legible.ts";
import { answer } from "../../panes/answer.ts";
import { ProtocolError } from "../../protocol/errors.ts";
import type { HotCall } from "../verb.ts";
import type { AgentRow } from "./agent-rows.ts";

const TIMEOUT_MS = 10_000;

/**
 * Answers the question that a list shows, and only that one. Returns a sentence for the person: what was done, or why
 * nothing was.
 */
export async function answerAgent(
  { context, gone }: HotCall,
  { pane, name, standing: { since } }: AgentRow,
  text: string,
): Promise<string> {
  try {
    await answer(context.live(pane), text, { since, timeoutMs: TIMEOUT_MS, gone });
    return legible(`answered ${name}: ${text}`);
  } catch (error) {
    if (error instanceof MuxError || error instanceof ProtocolError) return legible(error.message);
    throw error;
  }
}
