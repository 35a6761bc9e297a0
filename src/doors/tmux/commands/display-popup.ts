import type { OverlayFace } from "../../../core/face/face.ts";
import { Popup, type PopupSetup } from "../../../core/overlays/popup.ts";
import type { Size } from "../../../core/ports.ts";
import { CommandError } from "../command-error.ts";
import type { JobRequest } from "../context.ts";
import { type CommandRun, defineCommand } from "../define-command.ts";
import { expandForTarget } from "../formats/expand.ts";
import { overlayFace, overlaySize } from "../prompts/answer-prompt.ts";
import { placeOverlay } from "../prompts/place-overlay.ts";
import { type PopupLook, popupLook, popupProgram } from "../prompts/popup-parts.ts";
import { accepted, parseSize } from "./shared/parse-number.ts";

const FLAGS = "Bb:Cc:d:e:Eh:s:S:t:T:w:x:y:";
type Run = CommandRun<typeof FLAGS, "pane">;

const LINES = ["single", "double", "heavy", "simple", "rounded", "padded", "none"];

/** Runs a program in a box over a client's picture, and waits for the box to be closed. */
export const displayPopup = defineCommand({
  name: "display-popup",
  alias: "popup",
  flags: FLAGS,
  max: Number.POSITIVE_INFINITY,
  usage:
    "[-BCE] [-b border-lines] [-c target-client] [-d start-directory] [-e environment] [-h height] [-s style] [-S border-style] [-t target-pane][-T title] [-w width] [-x position] [-y position] [shell-command]",
  target: "pane",
  client: "c",
  waits: () => true,
  afterHook: true,
  run(run) {
    const { args, call } = run;
    const face = overlayFace(run);
    if (args.C) {
      face.layers.closeOverlay();
      return undefined;
    }
    if (face.layers.hasOverlay) return undefined;
    const size = popupSize(run, face);
    const place = placeOverlay(run, { face, size, x: args.x, y: args.y });
    const look = lookOf(run);
    const least = look.lines === "none" ? 1 : 3;
    if (!place || size.cols < least || size.rows < least) return undefined;
    return new Promise<void>((resolve) => {
      const onClosed = (status: number) => {
        if (call.outside) call.status = status;
        resolve();
      };
      openPopup(run, face, { area: { ...place, ...size }, ...look, onClosed });
    });
  },
});

type Opening = PopupLook & Pick<PopupSetup, "area" | "onClosed">;

function openPopup(run: Run, face: OverlayFace, opening: Opening): void {
  const { args, door } = run;
  const exits = args.count("E");
  face.layers.openOverlay(
    new Popup({
      ...opening,
      ...popupProgram(door, face, { kind: "program", request: programOf(run) }),
      terminal: overlaySize(face),
      title: expandForTarget(run, args.T ?? "", { time: true }),
      closeAtExit: exits > 1 ? "success" : exits === 1 ? "yes" : "no",
    }),
  );
}

function popupSize({ args }: Run, face: OverlayFace): Size {
  const { cols, rows } = overlaySize(face);
  const sizeOf = (text: string | undefined, whole: number, what: string): number => {
    if (text === undefined) return Math.floor(whole / 2);
    return accepted(what, parseSize(text, { min: 1, max: whole, whole }));
  };
  const height = sizeOf(args.h, rows, "height");
  return { cols: sizeOf(args.w, cols, "width"), rows: height };
}

function lookOf(run: Run): PopupLook {
  const { args, target } = run;
  if (!args.B && args.b !== undefined && !LINES.includes(args.b))
    throw new CommandError(`popup-border-lines unknown value: ${args.b}`);
  return popupLook(target.session.current.window.options, {
    expand: (text) => expandForTarget(run, text, { time: true }),
    lines: args.B ? "none" : args.b,
    borderStyle: args.S,
    style: args.s,
  });
}

/** One word, or default-command, is for a shell; more are executed as they are. */
function programOf(run: Run): JobRequest {
  const { args, door, target, call } = run;
  const { session } = target;
  const cwd = args.d === undefined ? call.cwd : expandForTarget(run, args.d, { time: true });
  const { operands } = args;
  const line = operands.length === 0 ? (session.options.get("default-command") ?? "") : operands[0]!;
  const request = door.shellRequest(line, session, cwd);
  const environment = new Map([...request.environment, ...args.all("e").map(variable)]);
  if (operands.length > 1) return { argv: operands, cwd, environment };
  if (line !== "") return { ...request, environment };
  return { argv: [door.shell(session)], cwd, environment };
}

function variable(text: string): readonly [string, string] {
  const [name] = text.split("=", 1) as [string];
  return [name, text.slice(name.length + 1)];
}
