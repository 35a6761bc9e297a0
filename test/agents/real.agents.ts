import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import type { AgentState, PaneStanding } from "../../src/core/agent/agent-state.ts";
import { daemonForAll } from "../fixtures/daemon-for-all.ts";
import { waitFor } from "../fixtures/wait-for.ts";
import { AgentInPane } from "./agent-in-pane.ts";
import { REAL_AGENTS, type RealAgent } from "./real-agents.ts";
import { startStandIn } from "./stand-in/stand-in.ts";

const daemon = daemonForAll();
const TEST = { timeout: 420_000 };
const LOGIN = /must be logged in|authenticat/i;

/** What each agent showed, for the person who reads the run. */
const shown: string[] = [];
afterAll(() => console.log(`What the agents showed:\n${shown.join("\n")}`));

function show(name: string, when: string, { state, rule, because, question }: PaneStanding): void {
  const asks = question === undefined ? "" : ` ${JSON.stringify(question)}`;
  shown.push(`${name.padEnd(20)} ${when.padEnd(16)} ${state.padEnd(8)} by ${rule}: ${because}${asks}`);
}

/** Starts an agent and passes the questions of its start. `use` gets a function that waits for a state and notes it. */
async function withAgent(
  agent: RealAgent,
  isReported: (state: AgentState) => boolean,
  use: (
    inPane: AgentInPane,
    reaches: (state: AgentState, when: string) => Promise<PaneStanding>,
  ) => Promise<void>,
): Promise<void> {
  const project = mkdtempSync(join(tmpdir(), "project-"));
  const standIn = await startStandIn(project);
  const integrated = isReported("done");
  const name = integrated ? `${agent.name} integrated` : agent.name;
  const inPane = await AgentInPane.start(daemon, agent, { url: standIn.url, project, integrated });
  try {
    for (const found of await inPane.untilReady()) show(name, "its start", found);
    await use(inPane, async (state, when) => {
      const found = await inPane.until(state, { isReported: isReported(state) });
      show(name, when, found);
      return found;
    });
  } finally {
    await inPane.end();
    standIn.stop();
  }
}

/** Asks for an answer, a slow answer, a command that needs permission, and one that the service refuses. */
const converse: Parameters<typeof withAgent>[2] = async (inPane, reaches) => {
  await inPane.ask("hello");
  await reaches("done", "an answer");
  // Claude Code runs its hooks before it draws the end of its answer.
  await waitFor(async () => (await inPane.screen()).includes("How can I help"), "the answer on the screen");

  await inPane.ask("slow please");
  await reaches("working", "a slow answer");
  await reaches("done", "a slow answer");

  await inPane.ask("run it");
  expect((await reaches("waiting", "a permission")).question).toMatch(/\S/);
  await inPane.answer();
  await reaches("done", "a permission");

  await inPane.ask("fail now");
  await reaches("failed", "a refusal");
};

const [answering, refusing] = [false, true].map((needsLogin) =>
  REAL_AGENTS.filter((agent) => (agent.needsLogin !== undefined) === needsLogin),
);

describe.each(answering!)("$name", (agent) => {
  test("has the right states by what it shows", TEST, () => withAgent(agent, () => false, converse));

  const { reports } = agent;
  if (reports)
    test("has the right states by its own hooks", TEST, () =>
      withAgent(agent, (state) => reports.includes(state), converse),
    );
});

describe.each(refusing!)("$name", (agent) => {
  test("shows that its first request failed for want of a login", TEST, () =>
    withAgent(
      agent,
      () => false,
      async (inPane, reaches) => {
        await inPane.ask("hello");
        await inPane.shows(LOGIN);
        expect((await reaches("failed", "an answer")).because).toContain("its last request failed");
        const reason = (await inPane.screen()).split("\n").find((line) => LOGIN.test(line));
        shown.push(
          `${agent.name} needs a login to ${agent.needsLogin}, and goes no further: ${reason?.trim()}`,
        );
      },
    ),
  );
});
