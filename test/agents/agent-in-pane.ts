import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect } from "vitest";
import type { AgentState, PaneStanding } from "../../src/core/agent/agent-state.ts";
import { root, type TestDaemon } from "../fixtures/daemon.ts";
import { waitFor } from "../fixtures/wait-for.ts";
import type { RealAgent } from "./real-agents.ts";

/** A start takes this long on a slow machine: OpenCode installs packages when it first finds a plugin. */
const START_MS = 180_000;
/** An answer of the stand-in, and what the agent does with it, takes less. */
const TURN_MS = 30_000;
/** Agents begin to draw their input line before they ask their first questions. */
const STAYS_MS = 3_000;

/** A real agent in a pane, in a home and a project of its own. */
export class AgentInPane {
  readonly #daemon: TestDaemon;
  readonly #agent: RealAgent;
  readonly #pane: string;

  private constructor(daemon: TestDaemon, agent: RealAgent, pane: string) {
    this.#daemon = daemon;
    this.#agent = agent;
    this.#pane = pane;
  }

  static async start(
    daemon: TestDaemon,
    agent: RealAgent,
    { url, project, integrated }: { url: string; project: string; integrated: boolean },
  ): Promise<AgentInPane> {
    const home = mkdtempSync(join(tmpdir(), "home-"));
    for (const [name, content] of Object.entries(agent.files(url))) {
      mkdirSync(dirname(join(home, name)), { recursive: true });
      writeFileSync(join(home, name), content);
    }
    const path = `${join(root, "bin")}:${process.env.PATH}`;
    const env = { ...agent.environment(url), HOME: home, PATH: path };
    if (integrated)
      expect(await daemon.run("integrate", agent.name, { env })).toMatchObject({ status: 0, stderr: "" });
    const { stdout, stderr } = await daemon.run("run", "-c", project, "--", ...agent.argv, { env });
    expect(stderr).toBe("");
    return new AgentInPane(daemon, agent, stdout.trim());
  }

  async end(): Promise<void> {
    await this.#daemon.run("kill", this.#pane);
  }

  /** Ends it as a person does who types C-c twice. */
  async leave(): Promise<void> {
    for (let typed = 0; typed < 2; typed++) await this.#daemon.run("send", this.#pane, "--key", "C-c");
  }

  async screen(): Promise<string> {
    return (await this.#daemon.run("capture", this.#pane)).stdout;
  }

  async shows(pattern: RegExp): Promise<void> {
    await waitFor(async () => pattern.test(await this.screen()), `${pattern} on the screen`, TURN_MS);
  }

  /** Types as a person does, Enter after the text is shown: Gemini CLI ignores an Enter that follows a paste at once. */
  async ask(prompt: string): Promise<void> {
    await this.#send(prompt);
    await waitFor(async () => (await this.screen()).includes(prompt), `${prompt} on the screen`, TURN_MS);
    await this.#send("--enter");
  }

  /** Accepts what the agent proposes at its start. */
  async #accept(): Promise<void> {
    const screen = await this.screen();
    const answers = Object.entries(this.#agent.answers ?? {});
    const found = answers.find(([asked]) => screen.includes(asked));
    if (found) await this.answer(found[1]);
    else await this.#send("--enter");
  }

  /** Accepts what the agent asks at once: its hooks report that before it shows the question. */
  async answer(text = ""): Promise<void> {
    const { status, stderr } = await this.#daemon.run("answer", this.#pane, text);
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  }

  /** Waits until the agent has the state, by its hooks' report or by another sign than the fact that it runs. */
  until(state: AgentState, { isReported }: { isReported: boolean }): Promise<PaneStanding> {
    // Codex sets its title before it draws the question.
    const isComplete = ({ question }: PaneStanding) => state !== "waiting" || question !== undefined;
    const isRight = (found: PaneStanding) =>
      found.state === state &&
      found.rule !== "none" &&
      (found.rule === "report") === isReported &&
      isComplete(found);
    return this.#when(isRight, `${state}, reported: ${isReported}`, TURN_MS);
  }

  /**
   * Accepts the questions of the start, such as whether the folder is trusted. Returns them, and the rest after them:
   * an agent that loads for long after an answer is done.
   */
  async untilReady(): Promise<readonly PaneStanding[]> {
    const rests = ({ state, since }: PaneStanding) =>
      ["waiting", "idle", "done"].includes(state) && Date.now() - since > STAYS_MS;
    const found = await this.#when(rests, "its start", START_MS);
    if (found.state !== "waiting") return [found];
    await this.#accept();
    await this.#when(({ since }) => since > found.since, "an effect of Enter", TURN_MS);
    return [found, ...(await this.untilReady())];
  }

  /**
   * Hooks report before the agent shows its question or reads its next prompt: a person types when the screen rests, or
   * after a while if it never does.
   */
  async #send(words: string): Promise<void> {
    await this.#daemon.run("wait", this.#pane, "--until", "idle:500", "--timeout", "5");
    const { status, stderr } = await this.#daemon.run("send", this.#pane, words);
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  }

  #when(isRight: (found: PaneStanding) => boolean, what: string, timeoutMs: number): Promise<PaneStanding> {
    let seen = "";
    const look = async () => {
      const found = JSON.parse((await this.#daemon.run("explain", this.#pane, "--json")).stdout);
      seen = `${JSON.stringify(found)}\n${await this.screen()}`;
      return isRight(found) ? (found as PaneStanding) : undefined;
    };
    return waitFor(look, () => `${what}; it is ${seen}`, timeoutMs);
  }
}
