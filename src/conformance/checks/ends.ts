import { Violation } from "../peer.ts";
import { expectEqual, type RequirementCheck, resultOf } from "../stage.ts";

export const endChecks = {
  async "kill:ends"(stage) {
    const peer = await stage.begin();
    const context_id = await stage.spawn(peer, ["sleep", "1000"]);
    resultOf(await peer.request("kill", { context_id }), "kill");
    await peer.event("context_exited", context_id);
  },

  async "kill:answer-first"(stage) {
    const peer = await stage.begin();
    const context_id = await stage.spawn(peer, ["cat"]);
    const answer = await peer.request("kill", { context_id });
    resultOf(answer, "kill");
    const exited = await peer.event("context_exited", context_id);
    if (peer.received.indexOf(exited) < peer.received.indexOf(answer.message))
      throw new Violation("context_exited came before the answer to kill");
  },

  async "list:live"(stage) {
    const peer = await stage.begin();
    const ids = [await stage.spawn(peer, ["cat"]), await stage.spawn(peer, ["cat"])];
    const listed = await stage.list(peer);
    for (const id of ids)
      if (!listed.includes(id)) throw new Violation(`${id} runs, and list has ${JSON.stringify(listed)}`);
  },

  async "list:exited-leave"(stage) {
    const peer = await stage.begin();
    const returned = await stage.spawn(peer, ["sh", "-c", "exit 0"]);
    await stage.exitCode(peer, returned);
    const killed = await stage.spawn(peer, ["cat"]);
    resultOf(await peer.request("kill", { context_id: killed }), "kill");
    await stage.exitCode(peer, killed);
    const listed = await stage.list(peer);
    for (const id of [returned, killed])
      if (listed.includes(id)) throw new Violation(`${id} has exited, and is listed still`);
  },

  async "exit:code"(stage) {
    const peer = await stage.begin();
    for (const code of [0, 7, 255])
      expectEqual(await stage.exitCodeOf(peer, `exit ${code}`), code, `the exit code of exit ${code}`);
  },

  async "exit:signal"(stage) {
    const peer = await stage.begin();
    expectEqual(await stage.exitCodeOf(peer, "kill -KILL $$"), 137, "the exit code after SIGKILL");
  },

  async "exit:once"(stage) {
    const peer = await stage.begin();
    const returned = await stage.spawn(peer, ["sh", "-c", "exit 0"]);
    const killed = await stage.spawn(peer, ["cat"]);
    resultOf(await peer.request("kill", { context_id: killed }), "kill");
    for (const id of [returned, killed]) {
      await stage.exitCode(peer, id);
      await peer.request("kill", { context_id: id });
    }
    await peer.request("list");
    for (const id of [returned, killed])
      expectEqual(peer.events("context_exited", id).length, 1, `the number of context_exited of ${id}`);
  },
} satisfies Record<string, RequirementCheck>;
