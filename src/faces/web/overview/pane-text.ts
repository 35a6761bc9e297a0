import type { PagePane } from "../../../protocol/page.ts";

/** Where a pane is, for people: the session and its window; the server too, unless it is the usual one. */
export function placeText({ server, session, window, window_index }: PagePane): string {
  const place = `${session} › ${window_index}:${window}`;
  return server === "default" || server === "mullion" ? place : `${server} › ${place}`;
}

/** What a pane says now: its question if it waits with one, else the last line on its screen. */
export function newestText({ agent, last_line }: PagePane): string {
  return agent.state === "waiting" && agent.question ? agent.question : last_line;
}
