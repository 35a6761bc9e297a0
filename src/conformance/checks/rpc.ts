import { isAnswer, Violation } from "../peer.ts";
import { expectEqual, expectError, type RequirementCheck, resultOf } from "../stage.ts";

const MEGABYTE = 1024 * 1024;
const NOT_JSON = '{"this is": not JSON';

export const rpcChecks = {
  async "rpc:id"(stage) {
    const peer = await stage.begin();
    for (const id of [7, 0, "seven"]) resultOf(await peer.request("list", {}, { id }), `list under ${id}`);
  },

  async "rpc:jsonrpc-optional"(stage) {
    const peer = await stage.begin();
    resultOf(await peer.request("list", {}, { jsonrpc: undefined }), "list without jsonrpc");
  },

  async "rpc:jsonrpc-mirrored"(stage) {
    const peer = await stage.begin();
    const { message } = await peer.request("list");
    expectEqual(message.jsonrpc, "2.0", "jsonrpc of the answer");
  },

  async "rpc:one-answer"(stage) {
    const peer = await stage.begin();
    const ids = Array.from({ length: 10 }, (_, n) => `together-${n}`);
    peer.send(ids.map((id) => JSON.stringify({ jsonrpc: "2.0", id, method: "list", params: {} })).join("\n"));
    for (const id of ids) resultOf(await peer.answerTo(id, "list"), "list");
    await peer.request("list");
    for (const id of ids) {
      const answers = peer.received.filter((message) => isAnswer(message) && message.id === id);
      expectEqual(answers.length, 1, `the number of answers to ${id}`);
    }
  },

  async "rpc:unknown-method"(stage) {
    const peer = await stage.begin();
    for (const method of ["conformance.no_such_method", "constructor"]) {
      const answer = await peer.request(method);
      expectError(answer, method);
      expectEqual(answer.error!.code, -32601, `the code for ${method}`);
    }
  },

  async "rpc:invalid-params"(stage) {
    const peer = await stage.begin();
    const wrong: [method: string, params: unknown][] = [
      ["spawn_agent", {}],
      ["spawn_agent", { command: [7] }],
      ["write", { context_id: 7, data: 7 }],
      ["kill", {}],
      ["kill", { context_id: null }],
    ];
    for (const [method, params] of wrong)
      expectError(await peer.request(method, params), `${method} with ${JSON.stringify(params)}`);
  },

  async "rpc:batch"(stage) {
    const peer = await stage.begin();
    peer.send(JSON.stringify([{ jsonrpc: "2.0", id: "in-batch", method: "list", params: {} }]));
    await peer.message(
      (message) => Array.isArray(message) || message.id === "in-batch" || "error" in message,
      "any answer to a list of requests",
    );
  },

  async "rpc:long-line"(stage) {
    const peer = await stage.begin();
    const id = peer.post("list", { padding: "x".repeat(MEGABYTE) });
    await peer.message((message) => message.id === id || "error" in message, "an answer to a long line");
    resultOf(await peer.request("list"), "list after a long line");
  },

  async "rpc:bad-first-line"(stage) {
    const peer = await stage.connect();
    peer.send(NOT_JSON);
    await peer.message((message) => "error" in message, "an answer that is an error");
  },

  async "rpc:survives-bad-line"(stage) {
    const peer = await stage.begin();
    peer.send(NOT_JSON);
    const answer = await peer.request("list");
    if (!answer.result) throw new Violation("nothing is answered any more");
  },
} satisfies Record<string, RequirementCheck>;
