import type { Call } from "../call.ts";

type DelayedCall = Pick<Call, "control" | "delays" | "invocation" | "terminal">;

/**
 * A name for the next delay of a call, the same when the call is repeated. Undefined for a call that is not: that of an
 * attached terminal or a control client, or of the server itself once its configuration has been read.
 */
export function nextDelayName(
  call: DelayedCall,
  { configuring }: { configuring: boolean },
): string | undefined {
  const origin = originOf(call) ?? (configuring && !call.invocation ? "configuration" : undefined);
  return origin && delayName(origin, call.delays++);
}

/** The names that the delays of a call from outside have had, also if it has taken over its terminal since. */
export function delayNames({ delays, invocation }: DelayedCall): readonly string[] {
  if (!invocation) return [];
  return Array.from({ length: delays }, (_, number) => delayName(requestOf(invocation), number));
}

function originOf({ control, invocation, terminal }: DelayedCall): string | undefined {
  return control || terminal || !invocation ? undefined : requestOf(invocation);
}

function requestOf({ requestId }: NonNullable<DelayedCall["invocation"]>): string {
  return requestId.toString(16);
}

function delayName(origin: string, number: number): string {
  return `${origin}/${number}`;
}
