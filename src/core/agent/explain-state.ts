import type { Pane } from "../tree/tree.ts";
import { AGENT_STATES, type StateExplanation } from "./agent-state.ts";
import { type Evidence, unansweredAttention } from "./evidence.ts";

/** A program that reads keys and prints nothing for this long is waiting for input. */
export const QUIET_MS = 10_000;

interface Look {
  readonly pane: Pane;
  readonly evidence: Evidence;
  readonly now: number;
}

type Rule = (look: Look) => StateExplanation | undefined;

/** The first rule that returns an explanation decides. */
const RULES: readonly Rule[] = [ended, told, asksForSomebody, atPrompt, quietReader];

export function explainState(look: Look): StateExplanation {
  for (const rule of RULES) {
    const explanation = rule(look);
    if (explanation) return explanation;
  }
  return { state: "working", because: "its program runs" };
}

function ended({ pane: { exit, process, empty } }: Look): StateExplanation | undefined {
  if (exit?.signal !== undefined)
    return { state: "failed", because: `its program was ended by signal ${exit.signal}` };
  if (exit) {
    const state = exit.status === 0 ? "done" : "failed";
    return { state, because: `its program ended with status ${exit.status}` };
  }
  return empty || !process ? { state: "done", because: "nothing runs in it" } : undefined;
}

/** The owner of the agent may know its state better, and sets it in the pane's metadata. */
function told({ pane }: Look): StateExplanation | undefined {
  const state = AGENT_STATES.find((each) => each === pane.metadata.get("state"));
  return state && { state, because: `its metadata says state=${state}` };
}

function asksForSomebody({ evidence }: Look): StateExplanation | undefined {
  const attention = unansweredAttention(evidence);
  if (!attention) return undefined;
  const what = attention.kind === "bell" ? "it rang" : `it notified ${JSON.stringify(attention.text)}`;
  return { state: "waiting", because: `${what}, and nobody has typed since` };
}

function atPrompt({ evidence: { prompt } }: Look): StateExplanation | undefined {
  if (!prompt || prompt.kind === "output") return undefined;
  const status = prompt.kind === "done" ? prompt.status : undefined;
  if (status === undefined) return { state: "done", because: "its shell is at the prompt" };
  const state = status === 0 ? "done" : "failed";
  return { state, because: `its shell is at the prompt, and the last command ended with status ${status}` };
}

/** Applies only to a program that draws its own input line: a compiler may be silent for minutes. */
function quietReader({ pane, evidence: { outputAt, typedAt }, now }: Look): StateExplanation | undefined {
  const quietMs = now - Math.max(outputAt, typedAt);
  if (quietMs < QUIET_MS || !readsKeys(pane)) return undefined;
  const because = "its program reads keys, and has printed nothing for 10 seconds";
  return { state: "waiting", because };
}

function readsKeys({ screen: { modes } }: Pane): boolean {
  return modes.bracketedPaste || modes.alternate || modes.applicationCursor || modes.mouse !== "none";
}
