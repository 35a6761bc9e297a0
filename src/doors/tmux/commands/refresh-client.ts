import type { PaneId, WindowId } from "../../../core/ids.ts";
import type { Client } from "../../../core/tree/tree.ts";
import type { StayingControl } from "../call.ts";
import { CommandError } from "../command-error.ts";
import { type CommandRun, defineCommand } from "../define-command.ts";
import { accepted, INT_MAX, parseNumber } from "./shared/parse-number.ts";

const FLAGS = "A:B:cC:Df:F:l::LRSt:U";
type Run = CommandRun<typeof FLAGS>;

const WINDOW_MAXIMUM = 10000;

/** Changes how a client is shown: its picture, size, flags and subscriptions. */
export const refreshClient = defineCommand({
  name: "refresh-client",
  alias: "refresh",
  flags: FLAGS,
  max: 1,
  usage:
    "[-cDlLRSU] [-A pane:state] [-B name:what:format] [-C XxY] [-f flags] [-t target-client] [adjustment]",
  client: "t",
  afterHook: true,
  run(run) {
    const { args } = run;
    const client = run.client!;
    const face = run.door.faces.of(client);
    if (args.c || args.L || args.R || args.U || args.D) {
      const step = panStep(run);
      return face?.picture.pan(step);
    }
    if (args.has("l")) return face?.clipboard.read((data) => void run.server.buffers.add(data));
    for (const flags of [args.F, args.f]) if (flags !== undefined) run.door.stayerOf(client)?.setFlags(flags);
    if (args.A !== undefined) for (const text of args.all("A")) setPane(controlOf(run, client), text);
    else if (args.B !== undefined) for (const text of args.all("B")) subscribe(controlOf(run, client), text);
    else if (args.C !== undefined) resize(run, controlOf(run, client), args.C);
    else face?.picture.redraw(args.S ? "status" : undefined);
  },
});

function panStep({ args }: Run): { readonly x: number; readonly y: number } | "cursor" {
  const [text] = args.operands;
  const by = text === undefined ? 1 : accepted("adjustment", parseNumber(text, { min: 1, max: INT_MAX }));
  if (args.c) return "cursor";
  if (args.L) return { x: -by, y: 0 };
  if (args.R) return { x: by, y: 0 };
  return { x: 0, y: args.U ? -by : by };
}

function controlOf({ door }: Run, client: Client): StayingControl {
  const control = door.controls.of(client);
  if (!control) throw new CommandError("not a control client");
  return control;
}

/** `%0:on|off|continue|pause`; anything else is ignored. */
function setPane({ output, session }: StayingControl, text: string): void {
  const [, number, state] = /^%(\d+)[^:]*:(.*)$/.exec(text) ?? [];
  const id: PaneId = `%${Number(number)}`;
  if (number === undefined || !session?.server.panes.has(id)) return;
  if (state === "on" || state === "off") output.setOff(id, state === "off");
  else if (state === "pause") output.pause(id);
  else if (state === "continue") output.continue(id);
}

/** `name:what:format`; a name alone ends its subscription. */
function subscribe({ subscriptions }: StayingControl, text: string): void {
  const [, name, what, format] = /^([^:]*):([^:]*):(.*)$/s.exec(text) ?? [];
  if (name !== undefined) subscriptions.add(name, what!, format!);
  else if (!text.includes(":")) subscriptions.remove(text);
}

/** `80x24` or `80,24`; `@1:80x24` for one window alone, `@1:` to remove that. */
function resize({ mux }: Run, { client }: StayingControl, text: string): void {
  if (!client) return;
  const [, number, own] = /^@(\d+):(.*)$/.exec(text) ?? [];
  const window: { readonly id: WindowId } = { id: `@${Number(number)}` };
  const [, cols, rows] =
    /^(\d+)x(\d+)/.exec(own ?? text) ?? (own === undefined ? (/^(\d+),(\d+)/.exec(text) ?? []) : []);
  if (cols === undefined && own === undefined) throw new CommandError("bad size argument");
  if (cols === undefined) {
    if (client.windowSizes.has(window.id)) mux.resizeClient(client, undefined, window);
    return;
  }
  const size = { cols: Number(cols), rows: Number(rows) };
  if (Math.min(size.cols, size.rows) < 1 || Math.max(size.cols, size.rows) > WINDOW_MAXIMUM)
    throw new CommandError("size too small or too big");
  if (own === undefined) mux.resizeClient(client, size);
  else mux.resizeClient(client, size, window);
}
