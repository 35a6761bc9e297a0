import type { PaneId } from "../core/ids.ts";
import type { JsonValue } from "../core/mux.ts";
import type { Size, SpawnRequest, StartedProcess } from "../core/ports.ts";
import { keyName } from "../holders/held-pane.ts";

/**
 * What is written down of a pane's process. Before its start is confirmed that is the whole request, so that the next
 * daemon can launch what this one may not have come to launch; afterwards its name, process and terminal.
 */
export interface HolderRecord {
  readonly key: string;
  readonly started?: StartedProcess;
  readonly request?: RequestRecord;
}

interface RequestRecord {
  readonly file?: string;
  readonly argv: readonly string[];
  readonly cwd: string;
  readonly environment: readonly (readonly [string, string])[];
  readonly size: Size;
}

export function requestedRecord(key: bigint, request: SpawnRequest): JsonValue {
  const { file, argv, cwd, environment, size } = request;
  const record: HolderRecord = {
    key: keyName(key),
    request: { ...(file === undefined ? {} : { file }), argv, cwd, environment: [...environment], size },
  };
  return record as unknown as JsonValue;
}

export function startedRecord(key: bigint, { pid, tty }: StartedProcess): JsonValue {
  return { key: keyName(key), started: { pid, tty } };
}

export function requestOf(record: HolderRecord, pane: PaneId): SpawnRequest | undefined {
  const { request } = record;
  return request && { ...request, pane, environment: new Map(request.environment) };
}

export function keyOf(record: HolderRecord): bigint {
  return BigInt(`0x${record.key}`);
}
