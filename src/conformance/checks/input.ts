import { expectEqual, expectError, type RequirementCheck, resultOf } from "../stage.ts";

const base64 = (text: string) => Buffer.from(text).toString("base64");

/** Together longer than a terminal's queue. */
const LINES = 1_000;

/** Reads one line and compares it; the exit code gives the result. */
function expecting(line: string): string[] {
  return ["sh", "-c", 'IFS= read -r line; [ "$line" = "$1" ] && exit 42; exit 1', "sh", line];
}

export const inputChecks = {
  async "write:base64"(stage) {
    const peer = await stage.begin();
    const context_id = await stage.spawn(peer, expecting("grüße; $HOME"));
    resultOf(await peer.request("write", { context_id, data: base64("grüße; $HOME\n") }), "write");
    expectEqual(await stage.exitCode(peer, context_id), 42, "the program's verdict on its input");
  },

  async "write:order"(stage) {
    const peer = await stage.begin();
    const context_id = await stage.spawn(peer, expecting("0123456789"));
    for (const digit of "0123456789") peer.post("write", { context_id, data: base64(digit) });
    resultOf(await peer.request("write", { context_id, data: base64("\n") }), "write");
    expectEqual(await stage.exitCode(peer, context_id), 42, "the program's verdict on its input");
  },

  async "write:all"(stage) {
    const peer = await stage.begin();
    const script = `n=0; while IFS= read -r line; do n=$((n+1)); [ "$line" = end ] && break; done
      [ $n -eq ${LINES + 1} ] && exit 42; exit 1`;
    const context_id = await stage.spawn(peer, ["sh", "-c", script]);
    const data = base64(`${"forty characters that somebody has typed\n".repeat(LINES)}end\n`);
    resultOf(await peer.request("write", { context_id, data }), "write");
    expectEqual(await stage.exitCode(peer, context_id), 42, "the program's verdict on the number of lines");
  },

  async "write:bad-base64"(stage) {
    const peer = await stage.begin();
    const context_id = await stage.spawn(peer, expecting("good"));
    expectError(await peer.request("write", { context_id, data: "%bad base64%" }), "data that is not base64");
    resultOf(await peer.request("write", { context_id, data: base64("good\n") }), "write");
    expectEqual(await stage.exitCode(peer, context_id), 42, "the program's verdict on its input");
  },

  async "write:exited"(stage) {
    const peer = await stage.begin();
    const context_id = await stage.spawn(peer, ["sh", "-c", "exit 0"]);
    await stage.exitCode(peer, context_id);
    expectError(await peer.request("write", { context_id, data: base64("x") }), "a write after the end");
  },

  async "context:unknown"(stage) {
    const peer = await stage.begin();
    const context_id = "conformance-never-was";
    for (const method of ["write", "capture", "kill"])
      expectError(await peer.request(method, { context_id, data: base64("x") }), `${method} of a stranger`);
  },
} satisfies Record<string, RequirementCheck>;
