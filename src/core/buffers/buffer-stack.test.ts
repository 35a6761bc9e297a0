import { describe, expect, it } from "vitest";
import { BufferStack } from "./buffer-stack.ts";

const data = (text: string) => new TextEncoder().encode(text);

describe("buffers", () => {
  it("tell what changed and what went", () => {
    const told: string[] = [];
    const stack = new BufferStack({
      now: () => 7,
      limit: () => 2,
      onChange: (name) => void told.push(`+${name}`),
      onDelete: (name) => void told.push(`-${name}`),
    });
    stack.add(data("a"));
    stack.add(data("b"));
    stack.add(data("c"));
    stack.add(data(""));
    stack.set("kept", data("k"));
    stack.rename("buffer1", "named");
    stack.append("kept", data("!"));
    stack.replace("named", data("other"));
    stack.delete();
    expect(told).toEqual([
      "+buffer0",
      "+buffer1",
      "-buffer0",
      "+buffer2",
      "+kept",
      "-buffer1",
      "+named",
      "+kept",
      "+named",
      "-kept",
    ]);
    expect(stack.list().map(({ name }) => name)).toEqual(["buffer2", "named"]);
    expect(stack.top()).toMatchObject({ name: "buffer2", automatic: true, created: 7 });
  });

  it("goes on from its record with the next number", () => {
    const ports = { now: () => 1, limit: () => 50 };
    const stack = new BufferStack(ports);
    stack.add(Uint8Array.of(0, 255, 10));
    stack.set("x", data("ü"));
    const copy = BufferStack.fromRecord(JSON.parse(JSON.stringify(stack.toRecord())), ports);
    expect(copy.list()).toEqual(stack.list());
    expect(copy.add(data("next"))).toBe("buffer1");
  });
});
