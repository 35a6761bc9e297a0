import { MuxError } from "../../../core/errors.ts";
import {
  CUSTOMIZE_FORMAT,
  type CustomizePorts,
  openCustomizeMode,
} from "../../../core/modes/customize/customize-mode.ts";
import { ParseError } from "../command-error.ts";
import { defineCommand } from "../define-command.ts";
import type { Door } from "../door.ts";
import { judgeOption } from "../options/set-options.ts";
import { treePorts } from "../prompts/tree-ports.ts";

export const customizeMode = defineCommand({
  name: "customize-mode",
  flags: "F:f:Nt:Z",
  usage: "[-NZ] [-F format] [-f filter] [-t target-pane]",
  target: "pane",
  run({ args, door, mux, target }) {
    const options = {
      format: args.F ?? CUSTOMIZE_FORMAT,
      keyFormat: "",
      template: "",
      filter: args.f,
      sort: undefined,
      reversed: false,
      preview: !args.N,
      zoom: args.Z,
    };
    openCustomizeMode(mux, target.pane, { ports: customizePorts(door), options, from: target });
  },
});

function customizePorts(door: Door): CustomizePorts {
  return {
    ...treePorts(door),
    judge: (name, value) => judgeOption(door, name, value),
    boundCommands(text) {
      try {
        return door.parseText(text).printBound();
      } catch (error) {
        if (!(error instanceof ParseError)) throw error;
        throw new MuxError("bad-value", error.message);
      }
    },
    complain: (client, sentence) => door.faces.terminalOf(client)?.complain(sentence),
  };
}
