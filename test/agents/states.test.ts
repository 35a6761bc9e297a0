import { describe, expect, it } from "vitest";
import { LEAST, lookOf, type Moment, recordedMoments, scoreStates } from "../../bench/states.ts";
import type { CarriedAgents, Evidence } from "../../src/core/agent/evidence.ts";
import { explainState } from "../../src/core/agent/explain-state.ts";
import { carriedSince } from "../../src/core/agent/known/carried-agent.ts";
import { agentNamed } from "../../src/core/agent/known/known-agents.ts";

const moments = recordedMoments(process.cwd());
const programs = [...new Set(moments.map(({ program }) => program))];

describe("the state of a recorded program is what a person said", () => {
  it.each(programs)("%s", (program) => {
    for (const moment of moments.filter((each) => each.program === program)) {
      const { state, because, question } = explainState(lookOf(moment));
      expect({ state, because, screen: moment.rows.join("\n") }).toMatchObject({ state: moment.label });
      if (moment.question === null)
        expect({ question, name: moment.name }).toMatchObject({ question: undefined });
      else if (moment.question !== undefined && state === "waiting" && question !== undefined)
        expect({ question, name: moment.name }).toMatchObject({ question: moment.question });
    }
  });
});

/** Known agents. The recorded states of one that is a process of the pane are those of one that is not. */
describe("the state of an agent in a container is the same", () => {
  const agents = programs.filter((program) => agentNamed(program));
  const inContainer = (moment: Moment, argv: readonly string[], carried?: CarriedAgents) => {
    const look = lookOf({ ...moment, argv, innermost: argv, waits: "poll" });
    const evidence: Evidence = { ...look.evidence, carried };
    evidence.carried = carriedSince(evidence, { ...look, evidence });
    return { ...look, evidence };
  };

  it.each(agents)("%s, named by the command", (program) => {
    for (const moment of moments.filter((each) => each.program === program)) {
      const { state } = explainState(inContainer(moment, ["docker", "exec", "-it", "box", program]));
      expect([moment.name, state]).toEqual([moment.name, moment.label]);
    }
  });

  it.each(agents)("%s, recognised by earlier screens", (program) => {
    const argv = ["docker", "exec", "-it", "box", "bash"];
    const shown = moments.filter((each) => each.program === program);
    const carried = shown.reduce<CarriedAgents | undefined>(
      (before, moment) => inContainer(moment, argv, before).evidence.carried,
      undefined,
    );
    expect(carried?.agents).toContain(program);
    for (const moment of shown) {
      const { state } = explainState(inContainer(moment, argv, carried));
      expect([moment.name, state]).toEqual([moment.name, moment.label]);
    }
  });

  it("and other programs are not taken for agents", () => {
    for (const moment of moments.filter(({ program }) => !agentNamed(program))) {
      const state = (argv: readonly string[]) => explainState(inContainer(moment, argv)).state;
      expect([moment.name, state(["ssh", "box"])]).toEqual([moment.name, state(["other", "box"])]);
    }
  });
});

it(`has precision and recall of at least ${LEAST} in every state, over at least 200 moments`, () => {
  expect(moments.length).toBeGreaterThanOrEqual(200);
  for (const { precision, recall } of scoreStates(moments, explainState))
    expect(Math.min(precision, recall)).toBeGreaterThanOrEqual(LEAST);
});
