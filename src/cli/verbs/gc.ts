import { UsageError } from "../exit-status.ts";
import { findOrphans, type Orphan, type OrphanDescription } from "../orphans.ts";
import { age } from "../quantities.ts";
import { defineHotVerb, JSON_OPTION } from "../verb.ts";

/** Longer than orchestrators wait between two checks of a session. */
const GRACE_SECONDS = 60;

type Left = OrphanDescription & { readonly reason: "attached" | "in use" };

export const gc = defineHotVerb({
  name: "gc",
  summary: "end the panes of orchestrators that are gone",
  options: {
    "dry-run": { short: "n", summary: "say what would be ended, and end nothing" },
    grace: {
      value: "SECONDS",
      summary: `leave what an orchestrator has used so recently (default: ${GRACE_SECONDS})`,
    },
    json: JSON_OPTION,
  },
  notes: [
    "An orphan is a pane that an orchestrator made (through mullion/ao-runtime) and whose owner, the process that made it or last took it over, is gone. Nothing else is ever ended.",
    "gc leaves an orphan with an attached client, and one in use: a short-lived command of the orchestrator made it, and the orchestrator itself looks after it.",
  ],
  examples: [
    ["mullion gc --dry-run", "what would be ended"],
    ["mullion ls --orphans", "all orphans, those that gc leaves included"],
  ],
  run({ context, options, print }) {
    const since = Date.now() - 1_000 * seconds(options.grace);
    const dryRun = options["dry-run"];
    const orphans = findOrphans(context);
    const left = orphans.flatMap((orphan) => asLeft(orphan, since) ?? []);
    const ending = orphans.filter((orphan) => asLeft(orphan, since) === undefined);
    if (!dryRun) for (const { mux, pane } of ending) if (mux.server.panes.has(pane.id)) mux.killPane(pane);
    const ended = ending.map(({ description }) => description);
    print(options.json ? JSON.stringify({ ended, left, dryRun }) : report(ended, left, dryRun));
  },
});

function asLeft({ attached, description }: Orphan, since: number): Left | undefined {
  if (attached) return { ...description, reason: "attached" };
  return description.seen > since ? { ...description, reason: "in use" } : undefined;
}

function report(ended: readonly OrphanDescription[], left: readonly Left[], dryRun: boolean): string {
  const now = Date.now();
  const name = ({ session, pane, server }: OrphanDescription) => `${session} (${pane} on ${server})`;
  const lines = [
    ...ended.map(
      (orphan) => `${dryRun ? "would end" : "ended"} ${name(orphan)}: process ${orphan.owner} is gone`,
    ),
    ...left.map((orphan) =>
      orphan.reason === "attached"
        ? `left ${name(orphan)}: a client is attached`
        : `left ${name(orphan)}: used ${age(orphan.seen, now)} ago`,
    ),
  ];
  return lines.length === 0 ? "No orphans." : lines.join("\n");
}

function seconds(text: string | undefined): number {
  if (text === undefined) return GRACE_SECONDS;
  if (!/^\d{1,9}$/.test(text))
    throw new UsageError(`--grace takes a number of seconds, not ${JSON.stringify(text)}`);
  return Number(text);
}
