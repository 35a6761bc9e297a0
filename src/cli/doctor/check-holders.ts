import { HOLDER_WIRE_VERSION } from "../../wire/holder-wire.ts";
import { panesOf } from "../describe-tree.ts";
import { type HolderState, probeHolder } from "../holder-probe.ts";
import { counted } from "../quantities.ts";
import { socketsIn } from "./check-sockets.ts";
import { bad, type Check, type CheckInput, type Finding, good } from "./finding.ts";

/** Checks that every holder has a pane and every socket a holder. */
export const checkHolders: Check = {
  name: "holders",
  async run(input) {
    const paths = socketsIn(input.places.holderDir);
    const states = await Promise.all(paths.map(async (path) => ({ path, state: await probeHolder(path) })));
    const known = new Set(input.tree === undefined ? [] : panesOf(input.tree).map(({ pid }) => pid));
    const findings = states.flatMap(({ path, state }) =>
      explain(path, state, input.tree === undefined ? undefined : known),
    );
    return findings.length > 0 ? findings : [good(summary(states.length, input))];
  },
};

function explain(path: string, state: HolderState, known: ReadonlySet<number | null> | undefined): Finding[] {
  if (state.kind === "stale") return [bad(`${path} is stale: its holder is gone`, `rm ${path}`)];
  if (state.kind === "refused") {
    if (!state.hasAnswered) return [unreached(path, state.sentence)];
    return [
      bad(
        `the holder at ${path} speaks another version than ${HOLDER_WIRE_VERSION}: ${state.sentence}`,
        "let its pane end",
      ),
    ];
  }
  const { holderPid, childPid, exited, tty } = state.welcome;
  // A holder without a terminal runs beside the panes: pipe-pane, run-shell.
  if (known === undefined || exited || tty === "" || known.has(childPid)) return [];
  return [bad(`holder ${holderPid} (process ${childPid}) belongs to no pane`, `kill -KILL ${holderPid}`)];
}

/** Its program may run as before, so nothing is to be ended. */
function unreached(path: string, sentence: string): Finding {
  return bad(
    `the holder at ${path} cannot be reached: ${sentence}`,
    `if it was stopped: kill -CONT $(pgrep -f ${path})`,
  );
}

function summary(count: number, { tree }: CheckInput): string {
  const noun = counted(count, "holder");
  return tree === undefined && count > 0 ? `${noun}, waiting for a daemon` : noun;
}
