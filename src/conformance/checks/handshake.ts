import { Violation } from "../peer.ts";
import { expectEqual, expectError, type RequirementCheck, resultOf } from "../stage.ts";

export const handshakeChecks = {
  async "handshake:result"(stage) {
    const peer = await stage.connect();
    const result = resultOf(await peer.request("initialize", { protocol_version: "1" }), "initialize");
    const { protocol_version, capabilities, self_context_id } = result;
    expectEqual(protocol_version, "1", "protocol_version");
    if (!Array.isArray(capabilities) || capabilities.some((name) => typeof name !== "string"))
      throw new Violation(`capabilities is ${JSON.stringify(capabilities)}, not a list of names`);
    if (typeof self_context_id !== "string" || self_context_id === "")
      throw new Violation(`self_context_id is ${JSON.stringify(self_context_id)}, not an id`);
  },

  async "handshake:first"(stage) {
    const peer = await stage.connect();
    expectError(await peer.request("list"), "list before initialize");
    resultOf(await peer.request("initialize", { protocol_version: "1" }), "initialize after it");
  },

  async "handshake:unknown-capabilities"(stage) {
    await stage.begin({ capabilities: ["events", "conformance.never-heard-of"] });
  },

  async "handshake:version"(stage) {
    const peer = await stage.connect();
    const { result } = await peer.request("initialize", { protocol_version: "999", capabilities: [] });
    if (result?.protocol_version === "999") throw new Violation("the backend claims to speak version 999");
  },

  async "self:no-child"(stage) {
    const peer = await stage.connect();
    const params = { protocol_version: "1", capabilities: ["events"] };
    const { self_context_id: self } = resultOf(await peer.request("initialize", params), "initialize");
    for (const _ of [1, 2]) {
      const id = await stage.spawn(peer, ["cat"]);
      if (id === self) throw new Violation(`${id} is the client's own context and a child of it`);
    }
  },
} satisfies Record<string, RequirementCheck>;
