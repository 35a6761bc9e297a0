import type { PlaceOptions } from "../../../../core/mux.ts";
import type { Place } from "../../../../core/target/target.ts";

/** The place for a window that -t, -a and -b describe. */
export function placeOptions(
  { session, index, link }: Place,
  { after, before }: { readonly after: boolean; readonly before: boolean },
): PlaceOptions {
  const neighbour = link ?? session.current;
  if (before) return { before: neighbour };
  if (after) return { after: neighbour };
  return index === undefined ? {} : { index };
}
