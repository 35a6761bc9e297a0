import type { PagePane } from "../../../protocol/page.ts";

/** Where a pane is, for people: the session and its window; the server too, unless it is the usual one. */
export function placeText({ server, session, window, window_index }: PagePane): string {
  const place = `${isolated(session)} › ${window_index}:${isolated(window)}`;
  return server === "default" || server === "mullion" ? place : `${isolated(server)} › ${place}`;
}

const DIRECTION_CONTROLS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/;

/** A name within a text: one that is written from right to left, or says that it is, leaves the rest as it is. */
export function isolated(name: string): string {
  const plain = name.replaceAll(DIRECTION_CONTROLS, "");
  return RIGHT_TO_LEFT.test(plain) ? `\u2068${plain}\u2069` : plain;
}

/** What a pane says now: its question if it waits with one, else the last line on its screen. */
export function newestText({ agent, last_line }: PagePane): string {
  return agent.state === "waiting" && agent.question ? agent.question : last_line;
}
