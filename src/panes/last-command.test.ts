import { expect, test } from "vitest";
import { lastCommand } from "./last-command.ts";

const output = (...parts: string[]) => ({
  async *recorded() {
    let offset = 0;
    for (const part of parts) {
      const bytes = Buffer.from(part);
      yield { offset, bytes };
      offset += bytes.length;
    }
  },
});

const PROMPT = "\x1b]133;A\x07$ \x1b]133;B\x07";

test("no marks, no command", async () => {
  expect(await lastCommand(output("hello\r\n"))).toBeUndefined();
  expect(await lastCommand(output(PROMPT))).toBeUndefined();
});

test("finds the last command that started, with its status", async () => {
  const first = `${PROMPT}ls\r\n\x1b]133;C\x07a b\r\n\x1b]133;D;0\x07`;
  const second = `${PROMPT}false\r\n\x1b]133;C\x07ouch\r\n\x1b]133;D;1\x07${PROMPT}`;
  const from = first.length + second.indexOf("ouch");
  expect(await lastCommand(output(first, second))).toEqual({ from, to: from + 6, status: 1 });
});

test("a running command has no end", async () => {
  const text = `${PROMPT}make\r\n\x1b]133;C\x07cc`;
  expect(await lastCommand(output(text))).toEqual({
    from: text.length - 2,
    to: undefined,
    status: undefined,
  });
});

test("finds marks however the output is split", async () => {
  const text = `${PROMPT}é\r\n\x1b]133;C\x1b\\out\r\n\x1b]133;D;7\x1b\\${PROMPT}`;
  const whole = await lastCommand(output(text));
  expect(whole?.status).toBe(7);
  expect(await lastCommand(output(...text.match(/[\s\S]/gu)!))).toEqual(whole);
});
