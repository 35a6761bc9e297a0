import { MuxError } from "../../core/errors.ts";
import { legible } from "../../core/text/legible.ts";
import { answer } from "../../panes/answer.ts";
import { ProtocolError } from "../../protocol/errors.ts";
import { LiveScreen } from "../live-screen.ts";
import type { HotCall } from "../verb.ts";
import type { AgentRow } from "./agent-rows.ts";
import type { AgentsAction, AgentsView } from "./agents-view.ts";
import { jump, type PaneJump } from "./jump.ts";
import { LiveAgents } from "./live-agents.ts";

/**
 * The list of agents on a caller's terminal, until it leaves the list or opens a pane on its own terminal. It paints when
 * an agent changes, when a key is pressed and when an age that it shows does; otherwise it has no timer.
 */
export class AgentsScreen {
  readonly #call: HotCall;
  readonly #view: AgentsView;
  readonly #agents: LiveAgents;
  readonly #screen: LiveScreen;
  #cancelAge = () => {};
  #finish: (jump: PaneJump | undefined) => void = () => {};

  /** `hosts`: also the agents of every host. */
  constructor(call: HotCall, view: AgentsView, { hosts }: { readonly hosts: boolean }) {
    const { context, invocation } = call;
    this.#call = call;
    this.#view = view;
    this.#agents = new LiveAgents(call, hosts, () => this.#changed());
    this.#screen = new LiveScreen({
      invocation,
      clock: context.clock,
      mouse: true,
      onKey: (name) => this.#act(view.key(name)),
      onMouse: (report) => this.#act(view.mouse(report, context.clock.now())),
      onRedraw: () => this.#paint(),
      onEnd: () => this.#finish(undefined),
    });
  }

  /** Resolves with the jump that needs the caller's terminal, if one was chosen. */
  async show(): Promise<PaneJump | undefined> {
    try {
      return await new Promise<PaneJump | undefined>((resolve) => {
        this.#finish = resolve;
        this.#changed();
      });
    } finally {
      this.#cancelAge();
      this.#agents.close();
      this.#screen.close();
    }
  }

  #changed(): void {
    this.#view.trouble = this.#agents.trouble;
    this.#view.agents = this.#agents.all;
    this.#paint();
  }

  #paint(): void {
    const { clock } = this.#call.context;
    const now = clock.now();
    this.#screen.show(this.#view.lines(this.#screen.size, { now, paint: this.#call.terminal.paint }));
    this.#cancelAge();
    const next = this.#view.nextChange(now);
    this.#cancelAge = next === undefined ? () => {} : clock.after(next - now, () => this.#paint());
  }

  #act(action: AgentsAction | undefined): void {
    if (action?.kind === "leave") this.#finish(undefined);
    else if (action?.kind === "answer") void this.#answer(action.agent, action.text);
    else if (action?.kind === "open") this.#open(action.agent);
    this.#paint();
  }

  async #answer(agent: AgentRow, text: string): Promise<void> {
    this.#view.note = await answerAgent(this.#call, agent, text);
    this.#paint();
  }

  #open(agent: AgentRow): void {
    const chosen = jump(this.#call, agent);
    if (chosen.kind === "refused") this.#view.note = chosen.sentence;
    if (chosen.kind !== "refused" && chosen.kind !== "stayed") this.#finish(chosen);
  }
}

const TIMEOUT_MS = 10_000;

/**
 * Answers the question that a list shows, and only that one. Returns a sentence for the person: what was done, or why
 * nothing was.
 */
async function answerAgent(
  { context, invocation, gone }: HotCall,
  { at, id, socket, name, standing: { since } }: AgentRow,
  text: string,
): Promise<string> {
  try {
    if (at.kind === "here") await answer(context.live(at.pane), text, { since, timeoutMs: TIMEOUT_MS, gone });
    else {
      const argv = ["answer", `--since=${since}`, `--server=${socket}`, "--", id, text];
      const { environment } = invocation;
      const said = await context.hosts.ask(at.host, { argv, environment, timeoutMs: TIMEOUT_MS });
      if (said.kind === "failed") return legible(said.sentence);
      if (said.status !== 0) return legible(said.stderr.trim());
    }
    return legible(`answered ${name}: ${text}`);
  } catch (error) {
    if (error instanceof MuxError || error instanceof ProtocolError) return legible(error.message);
    throw error;
  }
}
