import type { RequirementId, SuiteOptions, SuiteReport, Verdict } from "../../conformance/index.ts";
import { EXIT_STATUS, UsageError } from "../exit-status.ts";
import { defineColdVerb, JSON_OPTION } from "../verb.ts";

/** Loaded on demand: the daemon, which imports every verb, never needs the kit. */
const load = () => import("../../conformance/index.ts");
type Kit = Awaited<ReturnType<typeof load>>;

const LABEL: Readonly<Record<Verdict["outcome"], string>> = {
  passed: "ok  ",
  failed: "FAIL",
  skipped: "skip",
  "not-applicable": "n/a ",
};

export const conformance = defineColdVerb({
  name: "conformance",
  summary: "check any pane backend against the protocol",
  operands: "[ARGUMENT...]",
  count: [0, 1000],
  options: {
    socket: { value: "PATH", summary: "of a backend that runs (CLAUDE_PANE_BACKEND_SOCKET)" },
    command: {
      value: "PROGRAM",
      summary: "a backend that speaks on stdin and stdout; operands are its arguments",
    },
    skip: { value: "ID=REASON", repeat: true, summary: "leave a requirement out" },
    json: JSON_OPTION,
  },
  notes: [
    "Each requirement is checked on connections of its own, with programs that every system has (sh, cat, awk). The exit status is 0 only if everything holds that must.",
  ],
  examples: [
    ["mullion conformance --socket /run/kild.sock", "a table, and what failed and how"],
    ["mullion conformance --command ./backend --json -- --quiet", "for programs; --quiet is the backend's"],
  ],
  async run({ options, operands, print }) {
    const kit = await load();
    const target = chooseTarget(kit, { socket: options.socket, command: options.command, argv: operands });
    const skip = parseSkips(kit, options.skip);
    const draw = (verdict: Verdict) => print(drawVerdict(verdict));
    const report = await kit.runSuite({ ...target, skip, ...(!options.json && { onVerdict: draw }) });
    print(options.json ? JSON.stringify(report) : summary(report));
    return report.conforms ? EXIT_STATUS.done : EXIT_STATUS.failed;
  },
});

interface Target {
  readonly socket: string | undefined;
  readonly command: string | undefined;
  readonly argv: readonly string[];
}

function chooseTarget(
  { commandTransport, socketTransport }: Kit,
  { socket, command, argv }: Target,
): Pick<SuiteOptions, "open" | "transport"> {
  if ((socket === undefined) === (command === undefined))
    throw new UsageError("give either --socket or --command");
  if (socket === undefined)
    return { open: commandTransport({ command: [command!, ...argv] }), transport: "stdio" };
  if (argv.length > 0) throw new UsageError("only --command takes arguments");
  return { open: socketTransport(socket), transport: "socket" };
}

function parseSkips({ requirements }: Kit, words: readonly string[]): Partial<Record<RequirementId, string>> {
  return Object.fromEntries(
    words.map((word) => {
      const [id = "", ...reason] = word.split("=");
      if (!requirements.some((each) => each.id === id)) throw new UsageError(`there is no requirement ${id}`);
      if (reason.join("") === "") throw new UsageError(`give the reason: --skip '${id}=REASON'`);
      return [id, reason.join("=")];
    }),
  );
}

function drawVerdict({ id, level, sentence, outcome, detail }: Verdict): string {
  const line = `${LABEL[outcome]}  ${level.padEnd(6)}  ${id.padEnd(30)}  ${sentence}`;
  return detail === undefined ? line : `${line}\n      → ${detail}`;
}

function summary({ conforms, verdicts }: SuiteReport): string {
  const count = (outcome: Verdict["outcome"], level?: Verdict["level"]) =>
    verdicts.filter((each) => each.outcome === outcome && (level ?? each.level) === each.level).length;
  const counts = [
    `${count("passed")} of ${verdicts.length} hold`,
    `${count("failed", "must")} that must do not`,
    `${count("failed", "should")} that should do not`,
    `${count("skipped") + count("not-applicable")} were not checked`,
  ];
  return `\nThe backend ${conforms ? "conforms" : "does not conform"}: ${counts.join(", ")}.`;
}
