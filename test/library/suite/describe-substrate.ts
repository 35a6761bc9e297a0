import { afterAll, afterEach, beforeAll, beforeEach, describe } from "vitest";
import { describeEvents } from "./events.ts";
import { describePanes } from "./panes.ts";
import { describeReading } from "./reading.ts";
import { describeSessions } from "./sessions.ts";
import { describeSignals } from "./signals.ts";
import { type Backend, Stage } from "./stage.ts";
import { describeTyping } from "./typing.ts";
import { describeWaiting } from "./waiting.ts";

/** What a caller may rely on, whichever backend it has. */
export function describeSubstrate(name: string, start: () => Promise<Backend>): void {
  describe(name, () => {
    const stage = new Stage();
    beforeAll(() => stage.open(start));
    beforeEach(() => stage.nextSession());
    afterEach(() => stage.clear());
    afterAll(() => stage.close());
    describeSessions(stage);
    describeTyping(stage);
    describeReading(stage);
    describePanes(stage);
    describeWaiting(stage);
    describeEvents(stage);
    describeSignals(stage);
  });
}
