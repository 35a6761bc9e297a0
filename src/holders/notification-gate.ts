import { reply } from "../core/screen/replies.ts";
import type { DefaultColour, ScreenListener } from "../core/screen/screen.ts";
import { guarded } from "./guarded.ts";

/**
 * Stands between a screen and its listener, because the same output may be parsed twice: once as it arrives, and again
 * by the next daemon. It suppresses repeated notifications, records that a notification happened, and numbers the
 * replies to queries, so that a holder recognises a repeated reply.
 */
export class NotificationGate {
  listener: ScreenListener;
  muted = false;
  /** Queries that the pane's present process has had answered, including suppressed ones. */
  answered: number;
  readonly gated: ScreenListener;
  #notified = false;

  constructor(given: {
    readonly listener: ScreenListener;
    readonly answered: number;
    readonly owner: {
      reply(bytes: Uint8Array, number: number): void;
      colour(which: DefaultColour): number | undefined;
    };
  }) {
    this.listener = given.listener;
    this.answered = given.answered;
    const notify = (call: (listener: ScreenListener) => void): void => {
      if (this.muted) return;
      this.#notified = true;
      guarded(() => call(this.listener));
    };
    this.gated = {
      reply: (bytes) => {
        this.answered += 1;
        if (this.muted) return;
        this.#notified = true;
        given.owner.reply(bytes, this.answered);
      },
      bell: () => notify((to) => to.bell?.()),
      title: (text) => notify((to) => to.title?.(text)),
      windowName: (text) => notify((to) => to.windowName?.(text)),
      path: (text) => notify((to) => to.path?.(text)),
      clipboard: (selection, data) => notify((to) => to.clipboard?.(selection, data)),
      prompt: (mark) => notify((to) => to.prompt?.(mark)),
      notification: (text) => notify((to) => to.notification?.(text)),
      progress: (kind) => notify((to) => to.progress?.(kind)),
      passthrough: (bytes) => notify((to) => to.passthrough?.(bytes)),
      focusWanted: () => notify((to) => to.focusWanted?.()),
      // Counts as answered in any case: one daemon may know the colour and the next may not.
      colourAsked: (which, endedByBell) => {
        this.answered += 1;
        if (this.muted) return;
        this.#notified = true;
        const rgb = given.owner.colour(which);
        if (rgb !== undefined) given.owner.reply(reply.colour(which, rgb, endedByBell), this.answered);
      },
    };
  }

  /** Whether any notification happened since the previous call. */
  takeNotified(): boolean {
    const notified = this.#notified;
    this.#notified = false;
    return notified;
  }
}
