import type { PaneId } from "../../core/ids.ts";
import type { JsonValue } from "../../core/mux.ts";
import type { Size, SpawnRequest, StartedProcess } from "../../core/ports.ts";
import type { HolderIdentity } from "../../holders/find-holder.ts";
import { keyName } from "../../holders/held-pane.ts";

/**
 * The record of a pane's process. Until the start is confirmed it holds the complete start request, so that the next
 * daemon can launch a program that this one did not; afterwards it holds the holder's name, process and terminal.
 */
export interface HolderRecord {
  readonly key: string;
  readonly started?: StartedProcess;
  /** Absent in records of an earlier install. */
  readonly holder?: HolderIdentity;
  readonly request?: RequestRecord;
}

interface RequestRecord {
  readonly file?: string;
  readonly argv: readonly string[];
  readonly cwd: string;
  /** "K=V" entries separated by NUL: writing one string takes a tenth of the time of many. */
  readonly environment: string;
  readonly size: Size;
}

export function requestedRecord(key: bigint, request: SpawnRequest): JsonValue {
  const { file, argv, cwd, environment, size } = request;
  const variables = Array.from(environment, ([name, value]) => `${name}=${value}`).join("\0");
  const record: HolderRecord = {
    key: keyName(key),
    request: { ...(file === undefined ? {} : { file }), argv, cwd, environment: variables, size },
  };
  return record as unknown as JsonValue;
}

export function startedRecord(key: bigint, { pid, tty }: StartedProcess, holder?: HolderIdentity): JsonValue {
  return { key: keyName(key), started: { pid, tty }, ...(holder && { holder: { ...holder } }) };
}

export function requestOf(record: HolderRecord, pane: PaneId): SpawnRequest | undefined {
  const { request } = record;
  return request && { ...request, pane, environment: parseVariables(request.environment) };
}

function parseVariables(variables: string): Map<string, string> {
  const entries = variables.split("\0").filter((entry) => entry.includes("="));
  return new Map(entries.map((entry) => splitAt(entry, entry.indexOf("="))));
}

function splitAt(entry: string, at: number): [name: string, value: string] {
  return [entry.slice(0, at), entry.slice(at + 1)];
}

export function keyOf(record: HolderRecord): bigint {
  return BigInt(`0x${record.key}`);
}
