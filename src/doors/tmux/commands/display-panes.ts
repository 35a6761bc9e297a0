import { PaneNumbers } from "../../../core/overlays/pane-numbers.ts";
import type { Pane } from "../../../core/tree/tree.ts";
import { type CommandRun, defineCommand } from "../define-command.ts";
import { overlayFace, runAnswer } from "../prompts/answer-prompt.ts";
import { CommandTemplate } from "../prompts/command-template.ts";
import { accepted, parseNumber, UINT_MAX } from "./shared/parse-number.ts";

const FLAGS = "bd:Nt:";
type Run = CommandRun<typeof FLAGS>;

export const displayPanes = defineCommand({
  name: "display-panes",
  alias: "displayp",
  flags: FLAGS,
  max: 1,
  operand: () => "commands-or-string",
  usage: "[-bN] [-d duration] [-t target-client] [template]",
  client: "t",
  waits: () => true,
  afterHook: true,
  run(run) {
    const { args } = run;
    const face = overlayFace(run);
    if (face.layers.hasOverlay) return undefined;
    const delayMs = delayOf(run);
    const shown = new Promise<void>((onClosed) => show(run, { delayMs, onClosed }));
    return args.b ? undefined : shown;
  },
});

function delayOf({ args, client }: Run): number {
  if (args.d === undefined) return client?.session?.options.number("display-panes-time") ?? 0;
  return accepted("delay", parseNumber(args.d, { min: 0, max: UINT_MAX }));
}

function show(run: Run, { delayMs, onClosed }: { readonly delayMs: number; onClosed(): void }): void {
  const { args, door, mux } = run;
  const face = overlayFace(run);
  const template = new CommandTemplate(run, { fallback: 'select-pane -t "%%%"' });
  const cancel = delayMs > 0 ? door.context.clock.after(delayMs, () => face.layers.closeOverlay()) : () => {};
  const onChosen = (pane: Pane) => {
    if (pane.window.zoomed) mux.toggleZoom(pane.window.active);
    runAnswer(run, () => template.commands([pane.id]), { waits: !args.b });
  };
  const numbers = new PaneNumbers({
    face,
    ignoreKeys: args.N,
    onChosen,
    onClosed: () => {
      cancel();
      onClosed();
    },
  });
  face.layers.openOverlay(numbers);
}
