import { setTimeout as delay } from "node:timers/promises";
import { type Peer, Violation } from "../peer.ts";
import { type RequirementCheck, resultOf } from "../stage.ts";

const POLL_MS = 25;

export const captureChecks = {
  async "capture:text"(stage) {
    const peer = await stage.beginWithCapture();
    await textWith(peer, await stage.spawn(peer, ["sh", "-c", "echo conformance; exec cat"]), "conformance");
  },

  async "capture:rendered"(stage) {
    const peer = await stage.beginWithCapture();
    const script =
      "printf '\\033[31mred\\033[0m \\033[1mbold\\033[0m \\033]0;title\\007'; echo done; exec cat";
    const text = await textWith(peer, await stage.spawn(peer, ["sh", "-c", script]), "done");
    const control = /[^\P{Cc}\n\t]/u.exec(text);
    if (control) throw new Violation(`there is a control character in ${JSON.stringify(text)}`);
    if (!text.includes("red bold done")) throw new Violation(`it reads ${JSON.stringify(text)}`);
  },

  async "capture:utf8"(stage) {
    const peer = await stage.beginWithCapture();
    const id = await stage.spawn(peer, [
      "sh",
      "-c",
      "printf '%s\\n' \"$1\"; exec cat",
      "sh",
      "ä é 漢字 done",
    ]);
    const text = await textWith(peer, id, "done");
    if (!text.includes("ä é 漢字 done")) throw new Violation(`it reads ${JSON.stringify(text)}`);
  },

  async "capture:lines"(stage) {
    const peer = await stage.beginWithCapture();
    const script = 'i=1; while [ $i -le 40 ]; do echo "line $i"; i=$((i+1)); done; exec cat';
    const context_id = await stage.spawn(peer, ["sh", "-c", script]);
    await textWith(peer, context_id, "line 40");
    const text = String(resultOf(await peer.request("capture", { context_id, lines: 5 }), "capture").text);
    const count = text.replace(/\n$/, "").split("\n").length;
    if (count > 5 || !text.includes("line 40"))
      throw new Violation(`5 lines were asked for and ${count} came: ${JSON.stringify(text.slice(-200))}`);
  },

  async "capture:exited"(stage) {
    const peer = await stage.beginWithCapture();
    const id = await stage.spawn(peer, ["sh", "-c", "echo last words; exit 3"]);
    await stage.exitCode(peer, id);
    await textWith(peer, id, "last words");
  },
} satisfies Record<string, RequirementCheck>;

/** Waits until the program has printed this text, and returns the capture that contains it. */
async function textWith(peer: Peer, context_id: string, expected: string): Promise<string> {
  const deadline = Date.now() + peer.timeoutMs;
  let text: unknown;
  while (Date.now() < deadline) {
    ({ text } = resultOf(await peer.request("capture", { context_id }), "capture"));
    if (typeof text !== "string") throw new Violation(`text is ${JSON.stringify(text)}`);
    if (text.includes(expected)) return text;
    await delay(POLL_MS);
  }
  throw new Violation(`${JSON.stringify(expected)} is not in ${JSON.stringify(text)}`);
}
