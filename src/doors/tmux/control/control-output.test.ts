import { expect, test } from "vitest";
import { ControlOutput } from "./control-output.ts";

function setUp() {
  const written: string[] = [];
  let now = 1000;
  let behind = 0;
  const sink = {
    congested: false,
    write: (data: Uint8Array) => void written.push(Buffer.from(data).toString("latin1")),
  };
  const output = new ControlOutput({ sink, now: () => now, tooFarBehind: () => void behind++ });
  return {
    output,
    sink,
    text: () => written.join(""),
    print: (pane: `%${number}`, text: string) => output.tellOutput(pane, Buffer.from(text)),
    pass: (ms: number) => (now += ms),
    behind: () => behind,
  };
}

test("lines and output are sent in order, at once", () => {
  const { output, print, text } = setUp();
  output.tell("%window-add @1");
  print("%0", "a\n");
  output.tell("%window-close @1");
  expect(text()).toBe("%window-add @1\n%output %0 a\\012\n%window-close @1\n");
});

test("only the command's output is sent while its block is open", () => {
  const { output, print, text } = setUp();
  output.hold();
  output.say("%begin\n");
  output.tell("%window-add @1");
  print("%0", "x");
  output.say("answer\n%end\n");
  output.release();
  expect(text()).toBe("%begin\nanswer\n%end\n%window-add @1\n%output %0 x\n");
});

test("output waits while the connection is congested, and lines behind it too", () => {
  const { output, sink, print, text } = setUp();
  sink.congested = true;
  output.tell("before");
  print("%0", "x");
  output.tell("after");
  expect(text()).toBe("before\n");
  sink.congested = false;
  output.pump();
  expect(text()).toBe("before\n%output %0 x\nafter\n");
});

test("long output is cut into lines", () => {
  const { print, text } = setUp();
  print("%0", "x".repeat(6000));
  const lines = text().split("\n").slice(0, -1);
  expect(lines.map((line) => line.length - "%output %0 ".length)).toEqual([2730, 2730, 540]);
});

test("with pause-after a pane that is late is paused, and others are not", () => {
  const { output, sink, print, pass, text, behind } = setUp();
  output.pauseAfterMs = 5000;
  sink.congested = true;
  print("%0", "lost");
  pass(4000);
  print("%1", "kept");
  pass(2000);
  print("%0", "lost too");
  sink.congested = false;
  output.pump();
  expect(text()).toBe("%extended-output %1 2000 : kept\n%pause %0\n");
  print("%0", "unheard");
  output.continue("%0");
  print("%0", "heard");
  expect(text()).toContain("%pause %0\n%continue %0\n%extended-output %0 0 : heard\n");
  expect(behind()).toBe(0);
});

test("a pane is paused also when nothing more is printed", () => {
  const { output, sink, print, pass, text } = setUp();
  output.pauseAfterMs = 1000;
  sink.congested = true;
  print("%0", "lost");
  pass(1500);
  sink.congested = false;
  output.pump();
  expect(text()).toBe("%pause %0\n");
});

test("disconnects a late client without pause-after", () => {
  const { sink, print, pass, behind } = setUp();
  sink.congested = true;
  print("%0", "x");
  pass(299_000);
  print("%0", "x");
  expect(behind()).toBe(0);
  pass(2000);
  print("%0", "x");
  expect(behind()).toBe(1);
});

test("unsent output is bounded in bytes", () => {
  const { output, sink, print, behind, text } = setUp();
  sink.congested = true;
  for (let i = 0; i < 20; i++) print("%0", "x".repeat(1024 * 1024));
  expect(behind()).toBeGreaterThan(0);
  output.pauseAfterMs = 60_000;
  print("%0", "x");
  output.discard();
  expect(text()).toBe("%pause %0\n");
});

test("sends no output of panes that are off, or to clients with no-output", () => {
  const { output, print, text } = setUp();
  output.setOff("%0", true);
  print("%0", "unheard");
  print("%1", "heard");
  output.setOff("%0", false);
  output.silent = true;
  print("%0", "unheard");
  output.silent = false;
  print("%0", "heard");
  expect(text()).toBe("%output %1 heard\n%output %0 heard\n");
});
