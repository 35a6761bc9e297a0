import type { Face } from "../../../core/face/face.ts";
import { parseKey } from "../../../core/keys/key-name.ts";
import { Menu, menuSize } from "../../../core/overlays/menu.ts";
import { type MenuEntry, menuItems } from "../../../core/overlays/menu-items.ts";
import { optionStyle } from "../../../core/style/style.ts";
import { CommandError } from "../command-error.ts";
import { type CommandRun, defineCommand } from "../define-command.ts";
import { expandForTarget } from "../formats/expand.ts";
import { askingFace, orComplain } from "../prompts/answer-prompt.ts";
import { placeOverlay } from "../prompts/place-overlay.ts";
import { newState } from "../queue/queue-state.ts";

const FLAGS = "c:t:OT:x:y:";
type Run = CommandRun<typeof FLAGS, "pane">;

/** Runs the command of the chosen item as the client that chose it. */
export const displayMenu = defineCommand({
  name: "display-menu",
  alias: "menu",
  flags: FLAGS,
  min: 1,
  max: Number.POSITIVE_INFINITY,
  operand: () => "commands-or-string",
  usage:
    "[-O] [-c target-client] [-t target-pane] [-T title] [-x position] [-y position] name key command ...",
  target: "pane",
  client: "c",
  waits: () => true,
  afterHook: true,
  run(run) {
    const { args, state } = run;
    const face = askingFace(run);
    if (face.layers.hasOverlay) return undefined;
    const title = expandForTarget(run, args.T ?? "", { time: true });
    const items = menuItems(entries(run), face.client.size?.cols ?? 0);
    if (items.length === 0) return undefined;
    const place = placeOverlay(run, { face, size: menuSize({ title, items }), x: args.x, y: args.y });
    if (!place) return undefined;
    return new Promise<void>((onClosed) => {
      const menu = new Menu({
        ...place,
        title,
        items,
        chosenStyle: chosenStyle(run, face),
        mouse: state.press?.mouse !== undefined,
        stayOpen: args.O,
        onChosen: (command) => runItem(run, command),
        onClosed,
      });
      face.layers.openOverlay(menu);
    });
  },
});

function chosenStyle(run: Run, face: Face) {
  const { options } = face.client.session!.current.window;
  return optionStyle(options, "mode-style", (text) => expandForTarget(run, text, { time: true }));
}

function entries(run: Run): readonly (MenuEntry | "separator")[] {
  const { operands } = run.args;
  const found: (MenuEntry | "separator")[] = [];
  for (let at = 0; at < operands.length; ) {
    const name = operands[at]!;
    if (name === "") {
      found.push("separator");
      at++;
      continue;
    }
    const [key, command] = [operands[at + 1], operands[at + 2]];
    if (key === undefined || command === undefined) throw new CommandError("not enough arguments");
    found.push({
      name: expandForTarget(run, name, { time: true }),
      key: parseKey(key),
      command: expandForTarget(run, command, { time: true }),
    });
    at += 3;
  }
  return found;
}

function runItem({ door, client, target, state }: Run, command: string): void {
  const terminal = client && door.faces.terminalOf(client);
  const { press, mouse } = state;
  const at = newState({ current: target, press, mouse });
  orComplain(terminal, () => terminal?.runCommands(door.parseText(command), at));
}
