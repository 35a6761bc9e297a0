import type { OpenTransport } from "../client/transport.ts";
import { captureChecks } from "./checks/capture.ts";
import { endChecks } from "./checks/ends.ts";
import { handshakeChecks } from "./checks/handshake.ts";
import { inputChecks } from "./checks/input.ts";
import { outputChecks } from "./checks/output.ts";
import { rpcChecks } from "./checks/rpc.ts";
import { spawnChecks, teamChecks } from "./checks/spawn.ts";
import { Violation } from "./peer.ts";
import { type Requirement, type RequirementId, requirements, type TransportKind } from "./requirements.ts";
import { NotApplicable, type RequirementCheck, Stage } from "./stage.ts";

export interface SuiteOptions {
  /** Opens a new connection to the backend. */
  readonly open: OpenTransport;
  readonly transport: TransportKind;
  /** Requirements to skip, each with the reason. */
  readonly skip?: Readonly<Partial<Record<RequirementId, string>>>;
  /** Timeout for everything that a check waits for. */
  readonly timeoutMs?: number;
  /** Called after each requirement. */
  onVerdict?(verdict: Verdict): void;
}

export interface Verdict extends Requirement {
  readonly id: RequirementId;
  readonly outcome: "passed" | "failed" | "skipped" | "not-applicable";
  /** The reason, unless it passed. */
  readonly detail?: string;
  readonly durationMs: number;
}

export interface SuiteReport {
  readonly transport: TransportKind;
  /** Every must holds, and none was skipped. */
  readonly conforms: boolean;
  readonly verdicts: readonly Verdict[];
}

const TIMEOUT_MS = 10_000;

/** Checks a backend against every requirement, one after another, each on its own connections. */
export async function runSuite(options: SuiteOptions): Promise<SuiteReport> {
  const verdicts: Verdict[] = [];
  for (const requirement of requirements) {
    const verdict = await judge(requirement, options);
    verdicts.push(verdict);
    options.onVerdict?.(verdict);
  }
  const conforms = verdicts.every(
    ({ level, outcome }) => level === "should" || outcome === "passed" || outcome === "not-applicable",
  );
  return { transport: options.transport, conforms, verdicts };
}

async function judge(requirement: (typeof requirements)[number], options: SuiteOptions): Promise<Verdict> {
  const { open, transport, skip = {}, timeoutMs = TIMEOUT_MS } = options;
  const start = performance.now();
  const verdict = (outcome: Verdict["outcome"], detail?: string): Verdict => ({
    ...requirement,
    outcome,
    ...(detail !== undefined && { detail }),
    durationMs: Math.round(performance.now() - start),
  });
  const reason = skip[requirement.id];
  if (reason !== undefined) return verdict("skipped", reason);
  const stage = new Stage({ open, transport, timeoutMs });
  try {
    await checks[requirement.id](stage);
    return verdict("passed");
  } catch (error) {
    if (error instanceof NotApplicable) return verdict("not-applicable", error.message);
    if (error instanceof Violation) return verdict("failed", error.message);
    if (!isUnreachable(error)) throw error;
    return verdict("failed", `the backend cannot be reached: ${error.message}`);
  } finally {
    await stage.end();
  }
}

/** A system error: the errors of checks themselves have no code. */
function isUnreachable(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && "code" in error;
}

/** One check for each requirement: neither can be added without the other. */
const checks: Readonly<Record<RequirementId, RequirementCheck>> = {
  ...handshakeChecks,
  ...rpcChecks,
  ...spawnChecks,
  ...inputChecks,
  ...captureChecks,
  ...endChecks,
  ...outputChecks,
  ...teamChecks,
};
