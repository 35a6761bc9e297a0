import { bestLink, clientTarget } from "../../../core/target/current-target.ts";
import type { Target } from "../../../core/target/target.ts";
import type { Client, KeyPress } from "../../../core/tree/tree.ts";

/** The target for the commands of a key: under the mouse, or else the client's current pane. */
export function placeOfPress({ mouse }: KeyPress, client: Client): Target | undefined {
  const { session } = client;
  if (!session) return undefined;
  const window = mouse?.pane?.window ?? mouse?.link?.window;
  const link = window && (mouse?.link ?? bestLink(session, window));
  if (!window || !link) return clientTarget(client);
  return { session, link, window, pane: mouse?.pane ?? window.active };
}
