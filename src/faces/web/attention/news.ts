import type { PagePane } from "../../../protocol/page.ts";
import { needsPerson } from "../overview/arrange.ts";

/**
 * Finds the panes that began to need a person. What needed one before the page was opened is no news, and neither is a
 * pane that comes back unchanged with a new connection.
 */
export class News {
  #known: ReadonlyMap<string, number> | undefined;
  #hosts: ReadonlySet<string> = new Set();

  /**
   * Panes that need a person now and did not at the last look, or need one for another reason. `hosts`: those that have
   * described their panes. What a host says first is no news.
   */
  look(panes: readonly PagePane[], hosts: readonly string[] = []): PagePane[] {
    const before = this.#known;
    const heard = this.#hosts;
    this.#hosts = new Set([...heard, ...hosts]);
    const needy = panes.filter(needsPerson);
    this.#known = new Map(needy.map(({ id, agent }) => [id, agent.since]));
    if (!before) return [];
    const isHeard = ({ host }: PagePane) => host === undefined || heard.has(host);
    return needy.filter((pane) => isHeard(pane) && before.get(pane.id) !== pane.agent.since);
  }
}

/** One sentence for a notification or a screen reader. */
export function newsText({ name, agent }: PagePane): string {
  if (agent.state !== "waiting") return `${name} ${agent.state === "done" ? "is done" : "has failed"}`;
  return agent.question ? `${name} waits: ${agent.question}` : `${name} waits for you`;
}
