import { afterEach, describe, expect, it } from "vitest";
import { agentNamed, setOwnAgents } from "./known-agents.ts";
import { matchScreen } from "./match-screen.ts";
import { parseAgent } from "./parse-agent.ts";

const GOOSE = {
  programs: ["goose"],
  workingTitle: "^\\* ",
  screens: [
    { shows: "waiting", what: "it asks to choose", line: "^ *> 1\\. ", question: "^(.*\\?)$" },
    { shows: "ready", what: "it is at its prompt", line: "^goose> *$" },
  ],
  resume: ["goose", "session", "--resume", "{session}"],
};

describe("an agent that a user adds", () => {
  afterEach(() => setOwnAgents([]));

  it("is known by its program, with its titles and screens", () => {
    const parsed = parseAgent("goose", GOOSE);
    expect(parsed).toEqual({ agent: { ...GOOSE, name: "goose" } });
    if ("agent" in parsed) setOwnAgents([parsed.agent]);
    const agent = agentNamed("goose")!;
    expect(agent.workingTitle?.test("* thinking")).toBe(true);
    expect(matchScreen(agent.screens, ["Run it?", " > 1. Yes"])).toMatchObject({ question: "Run it?" });
    expect(agentNamed("claude")?.name).toBe("claude");
  });

  it("replaces a built-in one with the same program", () => {
    setOwnAgents([{ name: "mine", programs: ["claude"], screens: [] }]);
    expect(agentNamed("claude")?.name).toBe("mine");
    expect(agentNamed("claude-code")?.name).toBe("claude");
  });

  it.each([
    [null, " is not an object"],
    [{ screens: [] }, ".programs is missing"],
    [{ programs: "goose", screens: [] }, ".programs is not a list"],
    [{ programs: [], screens: [] }, ".programs is not a list of names without directories"],
    [{ programs: ["/bin/goose"], screens: [] }, ".programs is not a list of names without directories"],
    [
      { programs: ["goose"], screens: [{ shows: "asking", what: "x", line: "x" }] },
      ".screens[0].shows is not",
    ],
    [
      { programs: ["goose"], screens: [{ shows: "ready", what: "x", line: "(" }] },
      ".screens[0] has a wrong pattern",
    ],
    [{ programs: ["goose"], screens: [], workingTitle: "[" }, " has a wrong pattern"],
    [
      { programs: ["goose"], screens: [{ shows: "ready", what: "x", line: "^(?:[a-z-]+ ?)*> " }] },
      ".screens[0] has a pattern that takes too long for a line like ",
    ],
    [{ programs: ["goose"], screens: [], screen: [] }, ".screen is unknown: members are programs, screens"],
    [
      { programs: ["goose"], screens: [{ shows: "ready", what: "x", line: "x", below: "y" }] },
      ".screens[0].below is unknown: members are shows",
    ],
  ])("is refused with the place of the fault: %j", (json, fault) => {
    const parsed = parseAgent("goose", json);
    expect("fault" in parsed && parsed.fault).toContain(fault);
  });
});
