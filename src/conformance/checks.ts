import type { Check } from "./check.ts";
import { captureChecks } from "./checks/capture.ts";
import { endChecks } from "./checks/ends.ts";
import { handshakeChecks } from "./checks/handshake.ts";
import { inputChecks } from "./checks/input.ts";
import { outputChecks } from "./checks/output.ts";
import { rpcChecks } from "./checks/rpc.ts";
import { spawnChecks } from "./checks/spawn.ts";
import { teamChecks } from "./checks/teams.ts";
import type { RequirementId } from "./requirements.ts";

/** One check for each requirement: neither can be added without the other. */
export const checks: Readonly<Record<RequirementId, Check>> = {
  ...handshakeChecks,
  ...rpcChecks,
  ...spawnChecks,
  ...inputChecks,
  ...captureChecks,
  ...endChecks,
  ...outputChecks,
  ...teamChecks,
};
