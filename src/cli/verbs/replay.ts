import { resolve } from "node:path";
import type { Size } from "../../core/ports.ts";
import { legible } from "../../core/text/legible.ts";
import { pathSeenBy } from "../../processes/platform.ts";
import { UsageError } from "../exit-status.ts";
import { findPane, isTarget, SERVER_OPTION } from "../find-pane.ts";
import { parseDuration } from "../quantities.ts";
import { castOfPane } from "../recording/cast-of-pane.ts";
import { Player } from "../recording/player.ts";
import { type Cast, type CastScene, readCast, readCastLines } from "../recording/read-cast.ts";
import { Spout } from "../spout.ts";
import { defineHotVerb, type HotCall, JSON_OPTION } from "../verb.ts";

export const replay = defineHotVerb({
  name: "replay",
  summary: "play a pane's recording, or one from a file, on this terminal",
  operands: "PANE|FILE",
  count: [1, 1],
  completes: "file",
  host: { targets: "first", files: true, reads: "terminal" },
  options: {
    speed: { short: "s", value: "N", summary: "N times as fast" },
    "idle-limit": {
      short: "i",
      value: "TIME",
      summary: "no pause longer than this (default: the recording's, or 2)",
    },
    server: SERVER_OPTION,
    json: JSON_OPTION,
  },
  notes: [
    "FILE is a recording of mullion record or of asciinema (asciicast version 2 or 3): a path with a slash or a dot in it. q or C-c ends it, space halts it and lets it go on.",
    "Where standard output is no terminal, everything is printed at once, without pauses.",
    "With --json each event is printed as an object, with the milliseconds since the one before.",
  ],
  exits: { 3: "the pane has ended, and its journal with it" },
  examples: [
    ["mullion replay %3", "what happened so far"],
    ["mullion replay session.cast --speed 4", "a file, four times as fast"],
  ],
  async run(call) {
    const { invocation, options } = call;
    const speed = parseSpeed(options.speed ?? "1");
    const limit = options["idle-limit"];
    const limitMs = limit === undefined ? undefined : parseDuration(limit, "--idle-limit");
    const cast = await castFor(call, options.server);
    if (options.json || !invocation.tty.stdout) {
      await printAll(call, cast.scenes);
      return;
    }
    warnOfSize(call, cast);
    const idleLimitMs = limitMs ?? cast.idleLimitMs ?? DEFAULT_IDLE_MS;
    const player = new Player(invocation, { clock: call.context.clock, speed, idleLimitMs });
    await player.play(cast.scenes);
  },
});

const DEFAULT_IDLE_MS = 2_000;

/** A name with a dot or a slash is a file, unless a running target has exactly that name. */
function castFor(
  { context, gone, invocation, operands }: HotCall,
  server: string | undefined,
): Promise<Cast> {
  const target = operands[0]!;
  if (/[./]/.test(target) && !isTarget(context, target, server))
    return readCast(pathSeenBy(invocation.pid, resolve(invocation.cwd, target)));
  const { pane } = findPane(context, target, server);
  const asIs = { follow: false, title: undefined, idleLimitMs: undefined };
  const lines = castOfPane({ context, pane, gone, ...asIs });
  return readCastLines(lines, `the recording of ${pane.id}`);
}

async function printAll({ invocation, options }: HotCall, scenes: AsyncIterable<CastScene>): Promise<void> {
  const spout = new Spout(invocation);
  for await (const scene of scenes) {
    const text = options.json
      ? `${legible(JSON.stringify(scene))}\n`
      : scene.kind === "output"
        ? scene.data
        : "";
    if (!(await spout.pour(text))) return;
  }
  spout.flush();
}

function warnOfSize({ invocation, terminal: { paint } }: HotCall, { cols, rows }: Size): void {
  const { size } = invocation.tty;
  if (size.cols >= cols && size.rows >= rows) return;
  const here = `${size.cols}x${size.rows}`;
  invocation.stderr(
    `${paint.yellow(`It was recorded at ${cols}x${rows}, and this terminal is ${here}.`)}\r\n`,
  );
}

function parseSpeed(text: string): number {
  const speed = Number(text);
  if (!(speed > 0 && speed <= 1_000)) throw new UsageError(`--speed needs a number above 0, not ${text}`);
  return speed;
}
