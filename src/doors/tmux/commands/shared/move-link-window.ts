import type { LinkWindowOptions } from "../../../../core/mux.ts";
import { resolvePlace } from "../../../../core/target/resolve-target.ts";
import type { Caller } from "../../../../core/target/target.ts";
import type { Server } from "../../../../core/tree/tree.ts";
import { placeOptions } from "./window-place.ts";

interface PlaceRun {
  readonly args: {
    readonly a: boolean;
    readonly b: boolean;
    readonly d: boolean;
    readonly k: boolean;
    readonly s: string | undefined;
    readonly t: string | undefined;
  };
  readonly server: Server;
  readonly caller: Caller;
}

/**
 * The destination of move-window and link-window. -t is resolved only here, because -r gives it another meaning. With
 * -s the remaining windows are not renumbered, whatever renumber-windows says.
 */
export function destination({ args, server, caller }: PlaceRun): LinkWindowOptions {
  const place = resolvePlace({ server, text: args.t, caller });
  return {
    session: place.session,
    ...placeOptions(place, { after: args.a, before: args.b }),
    replace: args.k,
    detached: args.d,
    keepIndexes: args.s !== undefined,
  };
}
