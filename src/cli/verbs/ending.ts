import { MuxError } from "../../core/errors.ts";
import { momentText } from "../../core/text/moment.ts";
import { UsageError } from "../exit-status.ts";
import { parseDuration } from "../quantities.ts";
import { defineHotVerb, JSON_OPTION } from "../verb.ts";

/** A longer timer would overflow; no engine gives so much time. */
const LONGEST_MS = 24 * 86_400_000;

export const ending = defineHotVerb({
  name: "ending",
  summary: "announce that this machine, container or job ends soon",
  operands: "[REASON]",
  count: [0, 1],
  options: {
    in: { value: "TIME", summary: "it ends in this time (30, 500ms, 5m; default: 30)" },
    at: { value: "SECONDS", summary: "it ends at this time, in seconds since 1970" },
    json: JSON_OPTION,
  },
  notes: [
    "The owner of each pane is notified, as by a program's own notification: terminals show it, agents lists the pane as waiting, and clients of the protocol get the event. ls shows it too.",
    "15 seconds before the end, or now if less time is left, every program gets SIGHUP, and SIGKILL after 5 seconds; then the daemon ends. Records and journals stay, as after a reboot.",
    "The job of an engine calls it before its time limit. A hook of a pod or of a machine that its owner takes back can call it too.",
  ],
  examples: [["mullion ending --in 2m 'the machine is taken back'", "warns now, ends the panes in 105 s"]],
  run({ context, options, operands, print }) {
    const [reason = "this machine ends"] = operands;
    if (options.in !== undefined && options.at !== undefined)
      throw new UsageError("give --in or --at, not both");
    const now = context.clock.now();
    const at =
      options.at === undefined ? now + parseDuration(options.in ?? "30", "--in") : parseTime(options.at);
    if (at - now > LONGEST_MS)
      throw new MuxError("bad-value", "announce an end when it is less than 24 days away");
    context.announceEnd({ at, reason });
    const text = `All panes are ended before ${momentText(at, now)}.`;
    print(options.json ? JSON.stringify({ ends: at, reason }) : text);
  },
});

function parseTime(text: string): number {
  if (!/^\d{1,12}$/.test(text))
    throw new UsageError(`--at needs seconds since 1970, not ${JSON.stringify(text)}`);
  return Number(text) * 1000;
}
