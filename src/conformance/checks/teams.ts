import type { Check } from "../check.ts";
import { type Message, Violation } from "../peer.ts";

export const teamChecks = {
  async "team:events"(stage) {
    const owner = await stage.begin();
    const stranger = await stage.begin({ capabilities: ["events", "context_output", "output"] });
    const id = await stage.spawn(owner, ["sh", "-c", "echo conformance"]);
    await stage.exitCode(owner, id);
    await stranger.request("list");
    const heard = stranger.received.find(({ params }) => (params as Message | undefined)?.context_id === id);
    if (heard) throw new Violation(`a client of another hint was sent ${heard.method}`);
  },

  async "team:list"(stage) {
    const owner = await stage.begin();
    const stranger = await stage.begin();
    const id = await stage.spawn(owner, ["cat"]);
    if ((await stage.list(stranger)).includes(id))
      throw new Violation(`${id} is listed to a client of another hint`);
  },
} satisfies Record<string, Check>;
