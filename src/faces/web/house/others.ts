import type { PagePane } from "../../../protocol/page.ts";
import { access, selfAt } from "./house.ts";

/** Who else is at a pane, in words: pages of the owner and of guests, and terminals. */
export function othersAt({ viewers, host }: PagePane): string[] {
  const isGuest = access().kind === "share";
  return viewers
    .filter(({ id }) => id !== selfAt(host))
    .map(({ kind, name }) => {
      if (kind === "terminal") return `terminal ${name}`;
      return kind === "owner" && isGuest ? `Owner (${name})` : name;
    });
}
