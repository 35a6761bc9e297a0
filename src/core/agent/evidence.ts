import type { PromptMark } from "../screen/screen.ts";

/** What was noticed of a pane, as far as it says how its program is doing. Times are milliseconds since the epoch. */
export interface Evidence {
  /** It printed something. */
  outputAt: number;
  /** Somebody typed into it; 0: nobody yet. */
  typedAt: number;
  /** It asked for somebody: a bell, or a notification with its text. */
  attention?: Attention | undefined;
  /** The newest mark of its shell. */
  prompt?: Marked | undefined;
}

export interface Attention {
  readonly kind: "bell" | "notification";
  readonly text: string;
  readonly at: number;
}

export type Marked = PromptMark & { readonly at: number };

/** The part that is written down: it changes with commands and calls for attention, not with every byte. */
export interface EvidenceRecord {
  readonly typedAt?: number;
  readonly attention?: Attention;
  readonly prompt?: Marked;
}

export function newEvidence(now: number): Evidence {
  return { outputAt: now, typedAt: 0 };
}

/** It stands until somebody types, or the shell starts the next command. */
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
