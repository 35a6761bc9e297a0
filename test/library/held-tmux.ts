import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { waitFor } from "../fixtures/wait-for.ts";

/** A tmux that can hold calls, until they are released or the test ends, or make them fail. */
export interface HeldTmux {
  /** The program to run in place of tmux. */
  readonly program: string;
  /** Holds the next calls whose words match. */
  hold(): void;
  /** Resolves when a call is held. */
  holding(): Promise<unknown>;
  release(): void;
  /** Makes the next calls whose words match fail. */
  fail(): void;
}

/** `pattern` is a pattern of sh for the words of a call, with a space before and after them. */
export function holdTmux(program: string, pattern: string): HeldTmux {
  const directory = mkdtempSync(join(process.env.MULLION_TEST_RUN!, "h"));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  const wrapper = join(directory, "tmux");
  const held = join(directory, "held");
  const hold = join(directory, "hold");
  const fail = join(directory, "fail");
  const wait = `if [ -e ${hold} ]; then : >${held}; while [ -e ${hold} ]; do sleep 0.01; done; fi`;
  const failing = `if [ -e ${fail} ]; then echo "made to fail" >&2; exit 1; fi`;
  const script = `#!/bin/sh\ncase " $* " in ${pattern}) ${wait}; ${failing}; esac\nexec ${program} "$@"\n`;
  writeFileSync(wrapper, script, { mode: 0o755 });
  return {
    program: wrapper,
    hold() {
      rmSync(held, { force: true });
      writeFileSync(hold, "");
    },
    holding: () => waitFor(() => existsSync(held), "a call of tmux to be held"),
    release: () => rmSync(hold, { force: true }),
    fail: () => writeFileSync(fail, ""),
  };
}
