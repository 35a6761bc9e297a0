import type { Screen, ScreenListener, ScreenOptions } from "../core/screen/screen.ts";
import type { Lending } from "../lending/lending.ts";
import type { LaunchRequest } from "../wire/holder-wire.ts";
import type { ConnectedHolders } from "./connected-holders.ts";
import type { Descriptors } from "./descriptors.ts";
import type { FairSlices } from "./fair-slices.ts";
import type { LaunchOutcome } from "./launcher.ts";
import type { OrphanedSession } from "./orphaned-session.ts";

/** The parts that all held panes and jobs of a daemon share. */
export interface Holding {
  /** Directory of the holders' sockets. */
  readonly socketDirectory: string;
  readonly holders: ConnectedHolders;
  readonly descriptors: Descriptors;
  readonly slices: FairSlices;
  readonly screens: ScreenMaker;
  readonly lending: Lending;
  readonly starter: HolderStarter;
  readonly closing: ClosingKeys;
  readonly request: ChangingRequest;
  /** The daemon exits: holders keep the exits that it has not recorded for the next one. */
  leaving?: boolean;
}

/** Creates screens; the emulator is supplied from outside. */
export interface ScreenMaker {
  create(options: ScreenOptions): Screen;
  decode(bytes: Uint8Array, listener: ScreenListener): Screen;
}

export interface HolderStarter {
  /** Launches after earlier changes are recorded: the pane must be on record when its process runs. */
  launch(request: LaunchRequest): Promise<LaunchOutcome>;
  /** Launches at once: the call's earlier changes are recorded with its answer. */
  launchJob(request: LaunchRequest): Promise<LaunchOutcome>;
  /** Ends the processes that a killed holder left behind. */
  endSession(orphans: OrphanedSession): Promise<void>;
}

/** Processes that are being ended on purpose: a later daemon that finds such a holder ends it too. */
export interface ClosingKeys {
  /** Called before the holder is notified. */
  add(key: bigint): void;
  /** The holder of the ended process exits. */
  delete(key: bigint): void;
}

/** The ids and the record of what is written to a process. */
export interface InputRecord {
  /** First id of the next write; its further frames use the following ids. */
  nextInputId(): bigint;
  /** The promise resolves when the change can no longer be lost; the running request is answered after that. */
  noteSettling(settled: Promise<void>): void;
}

/** The request on whose behalf the daemon reads and changes panes at the moment. */
export interface ChangingRequest extends InputRecord {
  /** As `noteSettling`, for input of a process beside the panes. */
  noteTypedBeside(handed: Promise<void>): void;
  /**
   * A reader sees text of a pane that is not recorded yet: `write` records it, so that a restarted daemon never shows
   * less.
   */
  noteShowing(write: () => Promise<void>): void;
}
