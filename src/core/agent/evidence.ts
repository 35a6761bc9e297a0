import type { Progress, PromptMark } from "../screen/screen.ts";
import type { AgentState } from "./agent-state.ts";
import { compareReporters } from "./reporter.ts";

/** Observations of a pane that indicate how its program is doing. Times are milliseconds since the epoch. */
export interface Evidence {
  /** Time of the last output. */
  outputAt: number;
  /** Time of the last typed key; 0 if no key was typed yet. */
  typedAt: number;
  /** Start of the wait in which a caller last answered the program's question (`PaneStanding.since`). */
  answeredWait?: number;
  /** Time at which the program was last seen working on something; 0 if it never was. */
  workedAt: number;
  /** Time at which a person last had the pane in view; 0 if never. */
  seenAt: number;
  /** What the agent's own hooks reported last. */
  report?: Report | undefined;
  /** The last call for attention: a bell, or a notification with its text. */
  attention?: Attention | undefined;
  /** The progress that the program shows in its terminal's task bar (OSC 9;4). */
  progress?: Progress | undefined;
  /** The newest prompt mark of the pane's shell. */
  prompt?: Marked | undefined;
  /** The line that the program last waited at: an answer may be typed behind it. */
  askedLine?: string | undefined;
  /** The agents that the pane may show from another machine, or out of a container. */
  carried?: CarriedAgents | undefined;
  /** The newest error on the screen of a known agent, and when it appeared. */
  error?: { readonly text: string; readonly at: number } | undefined;
}

/** Known agents on another machine, or in a container, whose terminal the pane shows. */
export interface CarriedAgents {
  /** Names of those that it may be: the screens of some are alike. */
  readonly agents: readonly string[];
  /** Process group of the program that carries the terminal. */
  readonly pgrp: number;
}

export interface Report {
  readonly state: AgentState;
  readonly question?: string;
  /** Name of the agent, and its own id of its conversation: it resumes with these. */
  readonly agent?: string;
  readonly session?: string;
  /** Process group that had the terminal when the report arrived: the report ends with it. */
  readonly pgrp?: number;
  /** The agent's process and its ancestors in the pane, nearest first, if the system reports them. */
  readonly by?: readonly number[];
  readonly at: number;
}

/** A report as it arrives. */
export interface NewReport extends Omit<Report, "at" | "pgrp"> {
  /** The agent has left its previous conversation for this one. */
  readonly opensSession?: boolean;
}

export interface Attention {
  readonly kind: "bell" | "notification";
  readonly text: string;
  readonly at: number;
}

type Marked = PromptMark & { readonly at: number };

/** The recorded part of the evidence: it changes with commands and calls for attention, not with every byte. */
export type EvidenceRecord = { readonly [M in RecordedMember]?: NonNullable<Evidence[M]> };
type RecordedMember = "typedAt" | "workedAt" | "seenAt" | "report" | "attention" | "prompt";

export function newEvidence(now: number): Evidence {
  return { outputAt: now, typedAt: 0, workedAt: 0, seenAt: 0 };
}

/** What is known of the pane when a report arrives. */
export interface Arrival {
  readonly at: number;
  /** Process group that has the terminal. */
  readonly pgrp: number | undefined;
  /** Whether the pane's program is known to be this agent, not one that it runs as a tool. */
  isProgram(agent: string): boolean;
  hasEnded(pid: number): boolean;
}

/**
 * A hook does not repeat everything: the session of the same program stays known, and so does its question while it
 * waits. Undefined for a report of another conversation in the same program: the agent runs a second agent as a tool,
 * perhaps itself. Their processes decide that; where they are unknown, the names of the agents.
 */
export function mergeReports(
  before: Report | undefined,
  { opensSession, ...report }: NewReport,
  { at, pgrp, isProgram, hasEnded }: Arrival,
): Report | undefined {
  const made: Report = { ...report, at, ...(pgrp !== undefined && { pgrp }) };
  if (!before || before.pgrp !== pgrp) return made;
  const { agent, session, question, by } = before;
  // An agent opens a session when it starts, also as a tool of another agent.
  const { agent: reporter = agent } = report;
  const isTool = agent !== undefined && reporter !== undefined && reporter !== agent && !isProgram(reporter);
  const isOther = session !== undefined && (report.session ?? session) !== session;
  const whose = isOther ? compareReporters(by, report.by, hasEnded) : "same";
  if (whose === "next") return made;
  if (whose === "tool" || (isOther && (!opensSession || isTool))) return undefined;
  const keepsQuestion = report.state === "waiting" && before.state === "waiting";
  return {
    ...(agent !== undefined && { agent }),
    ...(session !== undefined && { session }),
    ...(keepsQuestion && question !== undefined && { question }),
    ...(by !== undefined && { by }),
    ...made,
  };
}

/** Whether two reports differ in nothing but their times. */
export function isSameReport(one: Report | undefined, other: Report | undefined): boolean {
  const members = ["state", "question", "agent", "session", "pgrp"] as const;
  return members.every((member) => one?.[member] === other?.[member]) && one?.by?.[0] === other?.by?.[0];
}

/** A call for attention lasts until a key is typed, the program goes on working, or the shell starts a command. */
export function unansweredAttention({
  attention,
  typedAt,
  workedAt,
  prompt,
}: Evidence): Attention | undefined {
  if (!attention || attention.at < typedAt || attention.at < workedAt) return undefined;
  return prompt?.kind === "output" && prompt.at > attention.at ? undefined : attention;
}

export function evidenceRecord(evidence: Evidence): EvidenceRecord | undefined {
  const { typedAt, workedAt, seenAt, report, attention, prompt } = evidence;
  if (!report && !attention && !prompt && workedAt === 0) return undefined;
  return {
    typedAt,
    ...(workedAt > 0 && { workedAt }),
    ...(seenAt > 0 && { seenAt }),
    ...(report && { report }),
    ...(attention && { attention }),
    ...(prompt && { prompt }),
  };
}

export function restoreEvidence(record: EvidenceRecord | undefined, now: number): Evidence {
  return { ...newEvidence(now), ...record };
}
