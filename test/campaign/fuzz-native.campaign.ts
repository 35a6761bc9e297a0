import { execFileSync, spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { findProgram } from "../../scripts/test-tools.mjs";
import { attack } from "./attack.ts";
import { ROUNDS } from "./fuzz.ts";

/**
 * The C that reads from others, under sanitisers, with inputs that coverage guides (native/fuzz). A fault ends the
 * fuzzer, which leaves the input in native/build.
 */

const native = fileURLToPath(new URL("../../native/", import.meta.url));
const TARGETS = {
  frame: "frames",
  conversation: "a holder's conversation",
  drawing: "drawing on a lent terminal",
  ...(process.platform === "linux" && { "fast-path": "the fast path on a faulty kernel" }),
};

if (findProgram("clang") !== undefined)
  for (const [target, what] of Object.entries(TARGETS))
    attack(`fuzz: C, ${what}`, ROUNDS, (tally, rounds) => {
      execFileSync(process.execPath, [`${native}build.mjs`, "--fuzz"], { stdio: "ignore" });
      const options = [
        `-runs=${rounds}`,
        "-print_final_stats=1",
        "-timeout=5",
        `-artifact_prefix=${native}build/`,
      ];
      const fuzzer = `${native}build/${target}-fuzz`;
      const run = spawnSync(fuzzer, [...options, `${fuzzer}-seeds`], {
        encoding: "utf8",
        maxBuffer: 1 << 30,
      });
      tally.rounds = Number(/stat::number_of_executed_units: (\d+)/.exec(run.stderr)?.[1] ?? 0);
      if (run.status !== 0)
        tally.found("crashed", /SUMMARY: .*/.exec(run.stderr)?.[0] ?? run.stderr.slice(-400));
    });
