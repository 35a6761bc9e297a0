import type { HolderStarter } from "../../holders/holding.ts";
import type { Launcher, LaunchOutcome } from "../../holders/launcher.ts";
import { endOrphans, type OrphanedSession } from "../../holders/orphaned-session.ts";
import type { LaunchRequest } from "../../wire/holder-wire.ts";
import { crashPoint } from "../life/crash-point.ts";
import type { Log } from "../life/log.ts";
import type { Ledger } from "../records/ledger.ts";

/** Starts holders through the launcher, and ends what a killed holder leaves behind. */
export class RecordedStarts implements HolderStarter {
  readonly #launcher: Launcher;
  readonly #ledger: Ledger;
  readonly #log: Log;

  constructor(launcher: Launcher, ledger: Ledger, log: Log) {
    this.#launcher = launcher;
    this.#ledger = ledger;
    this.#log = log;
  }

  launch(request: LaunchRequest): Promise<LaunchOutcome> {
    this.#ledger.commit();
    crashPoint("before-launch");
    const outcome = this.#launcher.launch(request);
    crashPoint("after-launch");
    return outcome;
  }

  launchJob(request: LaunchRequest): Promise<LaunchOutcome> {
    return this.#launcher.launch(request);
  }

  async endSession(orphans: OrphanedSession): Promise<void> {
    const left = await endOrphans(orphans, (session, signal) =>
      this.#launcher.signalSession(session, signal),
    );
    if (left > 0) this.#log.write(`${left} processes of session ${orphans.session} did not end`);
  }
}
