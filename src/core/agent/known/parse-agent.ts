import { list, object, only, type Shape, text } from "../../records/shape.ts";
import type { KnownAgent, KnownScreen } from "./known-agent.ts";
import { compileScreen, optional } from "./match-screen.ts";
import { slowLine } from "./slow-pattern.ts";

/** The JSON of an agent that a user adds: what our own data files say, without hooks. */
type OwnAgent = Omit<KnownAgent, "name" | "integration">;

const further = {
  ...{ above: text, followedBy: text, notFollowedBy: text, question: text, questionBelow: text },
  options: text,
  ...{ numbered: only(true), pointed: only(true) },
};
const screen: Shape<KnownScreen> = object(
  { shows: only("working", "waiting", "failed", "ready"), what: text, line: text },
  further,
);
const agent: Shape<OwnAgent> = object(
  { programs: list(text), screens: list(screen) },
  { workingTitle: text, waitingTitle: text, resume: list(text) },
);
const MEMBERS = ["programs", "screens", "workingTitle", "waitingTitle", "resume"];
const SCREEN_MEMBERS = ["shows", "what", "line", ...Object.keys(further)];

/** The agent that this JSON describes, or what is wrong with it: `.screens[0].line is not text`. */
export function parseAgent(
  name: string,
  json: unknown,
): { readonly agent: KnownAgent } | { readonly fault: string } {
  if (!isAgent(json)) return { fault: agent.fault(json) ?? "" };
  const fault = unknownMember(json) ?? emptyProgram(json) ?? wrongPattern(json);
  return fault === undefined ? { agent: { ...json, name } } : { fault };
}

function isAgent(json: unknown): json is OwnAgent {
  return agent.fault(json) === undefined;
}

/** A misspelt member would silently do nothing. */
function unknownMember(own: OwnAgent): string | undefined {
  const wrong = Object.keys(own).find((key) => !MEMBERS.includes(key));
  if (wrong !== undefined) return `.${wrong} is unknown: members are ${MEMBERS.join(", ")}`;
  for (const [at, each] of own.screens.entries()) {
    const key = Object.keys(each).find((name) => !SCREEN_MEMBERS.includes(name));
    if (key !== undefined)
      return `.screens[${at}].${key} is unknown: members are ${SCREEN_MEMBERS.join(", ")}`;
  }
  return undefined;
}

function emptyProgram({ programs }: OwnAgent): string | undefined {
  const isName = programs.length > 0 && programs.every((name) => name !== "" && !name.includes("/"));
  return isName ? undefined : ".programs is not a list of names without directories";
}

function wrongPattern(own: OwnAgent): string | undefined {
  const titles = fault("", () => [optional(own.workingTitle), optional(own.waitingTitle)]);
  const screens = own.screens.map((each, at) =>
    fault(`.screens[${at}]`, () => Object.values(compileScreen(each))),
  );
  return [titles, ...screens].find((each) => each !== undefined);
}

function fault(where: string, compile: () => readonly unknown[]): string | undefined {
  try {
    const patterns = compile().filter((each) => each instanceof RegExp);
    const slow = patterns.find((pattern) => slowLine(pattern) !== undefined);
    if (!slow) return undefined;
    const line = JSON.stringify(slowLine(slow));
    return `${where} has a pattern that takes too long for a line like ${line}: ${slow.source}`;
  } catch (error) {
    return `${where} has a wrong pattern: ${(error as Error).message}`;
  }
}
