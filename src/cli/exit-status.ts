/** What the exit status of every verb means; `mullion help` prints this table. */
export const EXIT_STATUS = {
  done: 0,
  failed: 1,
  timedOut: 2,
  paneEnded: 3,
} as const;

export const EXIT_STATUS_MEANING: readonly (readonly [number, string])[] = [
  [EXIT_STATUS.done, "done"],
  [EXIT_STATUS.failed, "wrong usage, or it failed"],
  [EXIT_STATUS.timedOut, "timed out"],
  [EXIT_STATUS.paneEnded, "the pane had ended, or ended first"],
];
