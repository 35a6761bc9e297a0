import type { PromptMark } from "../screen/screen.ts";

/** Observations of a pane that indicate how its program is doing. Times are milliseconds since the epoch. */
export interface Evidence {
  /** Time of the last output. */
  outputAt: number;
  /** Time of the last typed key; 0 if no key was typed yet. */
  typedAt: number;
  /** The last call for attention: a bell, or a notification with its text. */
  attention?: Attention | undefined;
  /** The newest prompt mark of the pane's shell. */
  prompt?: Marked | undefined;
}

export interface Attention {
  readonly kind: "bell" | "notification";
  readonly text: string;
  readonly at: number;
}

export type Marked = PromptMark & { readonly at: number };

/** The recorded part of the evidence: it changes with commands and calls for attention, not with every byte. */
export interface EvidenceRecord {
  readonly typedAt?: number;
  readonly attention?: Attention;
  readonly prompt?: Marked;
}

export function newEvidence(now: number): Evidence {
  return { outputAt: now, typedAt: 0 };
}

/** A call for attention lasts until a key is typed or the shell starts the next command. */
export function unansweredAttention({ attention, typedAt, prompt }: Evidence): Attention | undefined {
  if (!attention || attention.at < typedAt) return undefined;
  return prompt?.kind === "output" && prompt.at > attention.at ? undefined : attention;
}

export function evidenceRecord({ typedAt, attention, prompt }: Evidence): EvidenceRecord | undefined {
  if (!attention && !prompt) return undefined;
  return { typedAt, ...(attention && { attention }), ...(prompt && { prompt }) };
}

export function restoreEvidence(record: EvidenceRecord | undefined, now: number): Evidence {
  return { ...newEvidence(now), ...record };
}
