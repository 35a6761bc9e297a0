import { expect, test } from "vitest";
import { LineWatch } from "./tmux-wait.ts";

const watch = (text: string) => new LineWatch((line) => line.includes(text));

test("a line that comes in pieces, with colours, cut anywhere", () => {
  const bytes = Buffer.from("first\r\n\x1b[1;31mgr\u00fc\u00df\x1b[0m dich\r\nlast");
  for (let cut = 0; cut <= bytes.length; cut++) {
    const lines = watch("gr\u00fc\u00df dich");
    const found = [bytes.subarray(0, cut), bytes.subarray(cut)].map((part) => lines.push(part));
    expect(found.filter(Boolean)).toEqual(["gr\u00fc\u00df dich"]);
  }
});

test("one that has not ended yet is looked at when somebody asks", () => {
  const lines = watch("password:");
  expect(lines.push(Buffer.from("the password: "))).toBeUndefined();
  expect(lines.unfinished()).toBe("the password: ");
  expect(watch("x").unfinished()).toBeUndefined();
});
