import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { BufferStack, bufferSample } from "../../../src/core/buffers/buffer-stack.ts";
import { property } from "../../fixtures/property.ts";
import { need } from "../../setup/need.ts";
import { Comparison } from "./comparison.ts";
import { RealTmux } from "./real-tmux.ts";

function stackOf(limit = 50): BufferStack {
  return new BufferStack({ now: () => 0, limit: () => limit });
}

function listed(stack: BufferStack): string[] {
  return stack.list().map(({ name, data }) => `${name}: ${data.length} bytes: "${bufferSample(data)}"`);
}

const bytes = (text: string) => new Uint8Array(Buffer.from(text));

const change = fc.record({
  how: fc.constantFrom("add", "set", "append", "delete", "rename", "delete top", "rename top", "limit"),
  name: fc.constantFrom("one", "two", "buffer1", "buffer3", "buffer0", ""),
  other: fc.constantFrom("one", "three", "buffer2", ""),
  text: fc.constantFrom("x", "hello world", "a\tb\nc", "", "ü$x $HOME \\", "e\x1b[0m", "y".repeat(300)),
  limit: fc.integer({ min: 1, max: 5 }),
});

describe.runIf(need("tmux"))("buffers are kept and listed as tmux does", () => {
  let real: RealTmux;
  beforeEach(() => {
    real = new RealTmux();
  });
  afterEach(() => real.stop());

  property("after any changes the list is the same", { runs: 100 }, (check) => {
    let limit = 50;
    // The number of the next automatic name goes on for the life of a server.
    const stack = new BufferStack({ now: () => 0, limit: () => limit });
    return check(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 20 }), async (changes) => {
        const both = new Comparison(real);
        for (const { how, name, other, text, limit: next } of changes) {
          if (how === "add") both.step(["set-buffer", "--", text], () => void stack.add(bytes(text)));
          if (how === "set")
            both.step(["set-buffer", "-b", name, "--", text], () => stack.set(name, bytes(text)));
          if (how === "append")
            both.step(["set-buffer", "-a", "-b", name, "--", text], () => stack.append(name, bytes(text)));
          if (how === "delete") both.step(["delete-buffer", "-b", name], () => stack.delete(name));
          if (how === "delete top") both.step(["delete-buffer"], () => stack.delete());
          if (how === "rename")
            both.step(["set-buffer", "-b", name, "-n", other], () => stack.rename(name, other));
          if (how === "rename top")
            both.step(["set-buffer", "-n", other], () => stack.rename(undefined, other));
          if (how === "limit") {
            both.step(["set-option", "-s", "buffer-limit", String(next)], () => {
              limit = next;
            });
          }
          both.step(["list-buffers"], () => listed(stack));
        }
        both.step(["show-buffer", "-b", "nosuch"], () => void stack.toRead("nosuch"));
        const saved = BufferStack.fromRecord(JSON.parse(JSON.stringify(stack.toRecord())), {
          now: () => 0,
          limit: () => limit,
        });
        both.step(["list-buffers"], () => listed(saved));
        expect(await both.mismatches()).toEqual([]);
      }),
    );
  });

  it("says what is missing when there is none", async () => {
    const both = new Comparison(real);
    const stack = stackOf();
    both.step(["show-buffer"], () => void stack.toRead());
    both.step(["delete-buffer"], () => stack.delete());
    both.step(["set-buffer", "-n", "x"], () => stack.rename(undefined, "x"));
    both.step(["list-buffers"], () => listed(stack));
    expect(await both.mismatches()).toEqual([]);
  });

  it("samples any bytes alike", async () => {
    const stack = stackOf();
    const every = Uint8Array.from({ length: 256 }, (_, i) => i);
    const samples = [
      every.slice(0, 100),
      every.slice(100),
      every,
      bytes("日本語".repeat(30)),
      bytes(`${"x".repeat(199)}é`),
      bytes("€\u0085\u{1f600}\u0301 \u2028 \u{e000}"),
      Uint8Array.of(0, 0x30, 0, 0x41, 0xc3, 0x28, 0xf0, 0x9f, 0x98),
      bytes("$a $1 ${ $ $_ \"q\" 'q' \\n"),
    ];
    await real.run("start-server");
    for (const [i, data] of samples.entries()) {
      real.exec(["load-buffer", "-b", `s${i}`, "-"], data);
      stack.set(`s${i}`, data);
    }
    const { lines } = await real.run("list-buffers");
    expect(listed(stack)).toEqual(lines);
  });
});
