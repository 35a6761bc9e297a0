import { KEY_FORMAT, type TreeOptions, type TreePorts } from "../../../core/modes/tree/tree-source.ts";
import type { Door } from "../door.ts";
import type { Arguments } from "../parse-commands/command.ts";
import { newState } from "../queue/queue-state.ts";
import { detach } from "../terminal/attach.ts";
import { orComplain } from "./answer-prompt.ts";
import { fillText } from "./command-template.ts";
import { editInPopup } from "./edit-in-popup.ts";

/** What the choose modes need from this door. */
export function treePorts(door: Door): TreePorts {
  return {
    expand: (text, place) => door.expand(text, place),
    face: (client) => door.faces.of(client),
    edit(client, edit) {
      const face = door.faces.of(client);
      if (face) editInPopup(door, face, edit);
    },
    detach: (client, options) => detach(door, client, options),
    run(client, { template, name, current }) {
      const command = fillText(template, [name]);
      const terminal = door.faces.terminalOf(client);
      if (command === "" || !terminal) return;
      orComplain(terminal, () => terminal.runCommands(door.parseText(command), newState({ current })));
    },
  };
}

/** The flags that all choose commands have. */
export function treeOptions(
  args: Arguments<"F:f:K:NO:rZ">,
  defaults: Pick<TreeOptions, "format" | "template">,
): TreeOptions {
  return {
    format: args.F ?? defaults.format,
    keyFormat: args.K ?? KEY_FORMAT,
    template: args.operands[0] ?? defaults.template,
    filter: args.f,
    sort: args.O,
    reversed: args.r,
    preview: !args.N,
    zoom: args.Z,
  };
}
