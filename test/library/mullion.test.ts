import { createSubstrate } from "../../src/library/index.ts";
import { prepareInstance } from "../fixtures/daemon.ts";
import { describeSubstrate } from "./suite.ts";

describeSubstrate("MullionSubstrate", async () => {
  const daemon = prepareInstance();
  return {
    open: () => createSubstrate({ env: daemon.env }),
    tmux: async (...words) => (await daemon.tmux("-L", "mullion", ...words)).stdout,
    stop: () => daemon.stop(),
  };
});
