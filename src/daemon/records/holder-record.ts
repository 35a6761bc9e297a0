import type { PaneId } from "../../core/ids.ts";
import type { SpawnRequest, StartedProcess } from "../../core/ports.ts";
import type { HolderIdentity } from "../../holders/find-holder.ts";
import { keyName } from "../../holders/held-pane.ts";
import { environmentOf } from "../../wire/client-wire.ts";
import type { RecordTypes } from "./kinds.ts";

/**
 * The record of a pane's process. Until the start is confirmed it holds the complete start request, so that the next
 * daemon can launch a program that this one did not; afterwards it holds the holder's name, process and terminal.
 */
export type HolderRecord = RecordTypes["holder"];

export function requestedRecord(key: bigint, request: SpawnRequest): HolderRecord {
  const { file, argv, cwd, environment, size } = request;
  const variables = Array.from(environment, ([name, value]) => `${name}=${value}`).join("\0");
  return {
    key: keyName(key),
    request: { ...(file === undefined ? {} : { file }), argv, cwd, environment: variables, size },
  };
}

export function startedRecord(
  key: bigint,
  { pid, tty }: StartedProcess,
  holder?: HolderIdentity,
): HolderRecord {
  return { key: keyName(key), started: { pid, tty }, ...(holder && { holder: { ...holder } }) };
}

export function requestOf(record: HolderRecord, pane: PaneId): SpawnRequest | undefined {
  const { request } = record;
  return (
    request && {
      ...request,
      pane,
      environment: environmentOf({ environment: request.environment.split("\0") }),
    }
  );
}

export function keyOf(record: HolderRecord): bigint {
  return BigInt(`0x${record.key}`);
}
