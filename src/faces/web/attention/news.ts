import type { PagePane } from "../../../protocol/page.ts";
import { needsPerson } from "../overview/arrange.ts";

/**
 * Finds the panes that began to need a person. What needed one before the page was opened is no news, and neither is a
 * pane that comes back unchanged with a new connection.
 */
export class News {
  #known: ReadonlyMap<string, number> | undefined;

  /** Panes that need a person now and did not at the last look, or need one for another reason. */
  look(panes: readonly PagePane[]): PagePane[] {
    const before = this.#known;
    const needy = panes.filter(needsPerson);
    this.#known = new Map(needy.map(({ id, agent }) => [id, agent.since]));
    return before ? needy.filter(({ id, agent }) => before.get(id) !== agent.since) : [];
  }
}

/** One sentence for a notification or a screen reader. */
export function newsText({ name, agent }: PagePane): string {
  if (agent.state !== "waiting") return `${name} ${agent.state === "done" ? "is done" : "has failed"}`;
  return agent.question ? `${name} waits: ${agent.question}` : `${name} waits for you`;
}
