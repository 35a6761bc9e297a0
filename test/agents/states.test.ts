import { describe, expect, it } from "vitest";
import { LEAST, lookOf, recordedMoments, scoreStates } from "../../bench/states.ts";
import { explainState } from "../../src/core/agent/explain-state.ts";

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

it(`has precision and recall of at least ${LEAST} in every state, over at least 200 moments`, () => {
  expect(moments.length).toBeGreaterThanOrEqual(200);
  for (const { precision, recall } of scoreStates(moments, explainState))
    expect(Math.min(precision, recall)).toBeGreaterThanOrEqual(LEAST);
});
