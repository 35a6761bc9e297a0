import { expect, test } from "vitest";
import { commandTable } from "../../../src/doors/tmux/command-table.ts";
import { blocks } from "../control/scenarios/blocks.ts";
import { notifications } from "../control/scenarios/notifications.ts";
import { output } from "../control/scenarios/output.ts";
import { Asked } from "./asked.ts";
import { askedElsewhere } from "./asked-elsewhere.ts";
import { actingOptionCases } from "./cases/acting-options.ts";
import { bufferCases } from "./cases/buffers.ts";
import { claudeCodeCases } from "./cases/claude-code.ts";
import { differingCases } from "./cases/differing.ts";
import { fieldCases } from "./cases/field.ts";
import { flagCases } from "./cases/flags.ts";
import { generatedSourceCases, generatedTargetCases } from "./cases/generated.ts";
import { inputOutputCases } from "./cases/input-output.ts";
import { messageCases } from "./cases/messages.ts";
import { optionCases } from "./cases/options.ts";
import { paneCases } from "./cases/panes.ts";
import { sessionCases } from "./cases/sessions.ts";
import { startCases } from "./cases/start.ts";
import { windowCases } from "./cases/windows.ts";
import { parseScript, splitWords } from "./script.ts";

const cases = [
  actingOptionCases,
  bufferCases,
  claudeCodeCases,
  differingCases,
  fieldCases,
  flagCases,
  generatedTargetCases,
  generatedSourceCases,
  inputOutputCases,
  messageCases,
  optionCases,
  paneCases,
  sessionCases,
  startCases,
  windowCases,
];

function everythingAsked(): Asked {
  const asked = new Asked();
  for (const script of cases.flatMap((group) => Object.values(group)))
    for (const { argv } of parseScript(script)) asked.add(withoutGlobalFlags(argv));
  for (const script of [blocks, notifications, output].flatMap((group) => Object.values(group)))
    for (const line of script.split("\n"))
      asked.add(withoutGlobalFlags(splitWords(line.trim().replace(/^(\$~ \/.*?\/|\$|\w(::|:|>\d*)) /, ""))));
  return asked;
}

/** `-S socket -f file command`: as far as cases use them. */
function withoutGlobalFlags(words: readonly string[]): readonly string[] {
  const [first = "", ...rest] = words;
  if (!first.startsWith("-")) return words;
  return withoutGlobalFlags(/^-[LSfc]$/.test(first) ? rest.slice(1) : rest);
}

const everyFlag = commandTable.flatMap(({ name, flags }) =>
  [...flags.replaceAll(":", "")].map((flag) => ({ name, flag })),
);

test("every command and every flag is compared with the real one, or has a reason why not", () => {
  const asked = everythingAsked();
  const missing = everyFlag.filter(
    ({ name, flag }) =>
      !asked.has(name, flag) && (askedElsewhere[name]?.[flag] ?? askedElsewhere[name]?.["*"]) === undefined,
  );
  expect(missing.map(({ name, flag }) => `${name} -${flag}`)).toEqual([]);
  expect(commandTable.map(({ name }) => name).filter((name) => !asked.has(name))).toEqual([]);
});

test("no reason is stale", () => {
  const asked = everythingAsked();
  const reasons = Object.entries(askedElsewhere).flatMap(([name, flags]) =>
    Object.keys(flags).map((flag) => ({ name, flag })),
  );
  const isAsked = ({ name, flag }: { name: string; flag: string }) =>
    flag === "*"
      ? everyFlag.filter((each) => each.name === name).every((each) => asked.has(name, each.flag))
      : asked.has(name, flag);
  expect(reasons.filter(isAsked)).toEqual([]);
});
