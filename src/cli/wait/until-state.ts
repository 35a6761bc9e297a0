import { AGENT_STATES } from "../../core/agent/agent-state.ts";
import { UsageError } from "../exit-status.ts";
import type { ConditionKind } from "./condition.ts";

/** A program that starts to read its terminal without printing anything is noticed only by a look. */
const LOOK_MS = 1_000;

/** State of the program, by the same rules as `mullion explain`. */
export const state: ConditionKind = {
  name: "state",
  argument: "S",
  summary: `its program is ${AGENT_STATES.join(", ")} (mullion explain says why)`,
  parse: (argument) => {
    const wanted = AGENT_STATES.find((each) => each === argument);
    if (!wanted)
      throw new UsageError(`a state is ${AGENT_STATES.join(", ")}, not ${JSON.stringify(argument)}`);
    return ({ context: { clock }, mux: { server }, pane, met }) => {
      const ignore = server.events.on("pane-state-changed", (event) => {
        if (event.pane === pane.id && event.state === wanted) met();
      });
      let cancel = () => {};
      const look = () => {
        cancel = clock.after(LOOK_MS, look);
        if (server.agents.of(pane).state === wanted) met();
      };
      look();
      return {
        stop() {
          ignore();
          cancel();
        },
      };
    };
  },
};
