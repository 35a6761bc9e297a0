import type { SessionState } from "./session-state.ts";
import type { WindowState } from "./window-state.ts";
import type { Winlink } from "./winlink.ts";

/** The writable state of a link, changed only by operations. */
export class WinlinkState implements Winlink {
  readonly session: SessionState;
  window: WindowState;
  index: number;
  activity = false;
  bell = false;
  silence = false;

  constructor(session: SessionState, window: WindowState, index: number) {
    this.session = session;
    this.window = window;
    this.index = index;
  }

  get alerted(): boolean {
    return this.activity || this.bell || this.silence;
  }

  clearAlerts(): void {
    this.activity = this.bell = this.silence = false;
  }

  copyAlerts({ activity, bell, silence }: Winlink): void {
    Object.assign(this, { activity, bell, silence });
  }
}
