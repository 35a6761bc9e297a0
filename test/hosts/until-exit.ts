import type { AnyEvent } from "../../src/client/index.ts";

/** The events up to the exit of a context, which is the last of them. */
export async function untilExit(events: AsyncIterable<AnyEvent>, id: string): Promise<AnyEvent[]> {
  const read: AnyEvent[] = [];
  for await (const event of events) {
    read.push(event);
    if (event.method === "context_exited" && event.params.context_id === id) break;
  }
  return read;
}
