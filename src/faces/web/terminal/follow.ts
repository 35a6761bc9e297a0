import { LiveLink } from "../connection/live.ts";
import type { PaneScreen } from "./pane-screen.ts";

/** What a view shows beside the screen itself. */
export interface FollowNotices {
  /** False while the screen shows the past, because the connection is lost. */
  current(isCurrent: boolean): void;
  /** Something that a person should read once. */
  notice(sentence: string): void;
}

/** A pane that is dragged to a new size has many sizes on the way. */
const SETTLED_MS = 120;

/** Lets a screen follow its pane: what the daemon sends is shown, and acknowledged once it is. */
export function follow(id: string, screen: PaneScreen, notices: FollowNotices) {
  let settling: ReturnType<typeof setTimeout> | undefined;
  const live: LiveLink = new LiveLink(id, {
    snapshot(picture) {
      screen.restore(picture, () => live.ack(picture.offset));
    },
    output(bytes, offset) {
      screen.write(bytes, () => live.ack(offset));
    },
    resized({ cols, rows }) {
      screen.resize(cols, rows);
      clearTimeout(settling);
      settling = setTimeout(() => live.refresh(), SETTLED_MS);
    },
    gap: (reason) => notices.notice(GAPS[reason] ?? "Some output is missing here."),
    refused: (reason) => notices.notice(`Not typed: ${reason}.`),
    current: notices.current,
  });
  return {
    write: (data: string) => live.write(data),
    close() {
      clearTimeout(settling);
      live.close();
    },
  };
}

const GAPS: Readonly<Record<string, string>> = {
  "slow-reader": "Some output was skipped, because this page could not keep up. The screen is current.",
  expired: "Output from while the page was away is no longer kept. The screen is current.",
};
