import { afterEach, expect, test } from "vitest";
import { encodeJson, LINK_FRAME, LINK_MARK, LINK_VERSION } from "../../src/hosts/link-wire.ts";
import { encodeFrame } from "../../src/wire/frames.ts";
import { prepareInstance, type TestDaemon } from "../fixtures/daemon.ts";

const HELLO = { link: LINK_VERSION, origin: "0".repeat(32), session: "1".repeat(32), received: 0 };
const NO_DAEMON = Buffer.concat([LINK_MARK, encodeFrame(LINK_FRAME.NO_DAEMON, Buffer.alloc(0))]);

let there: TestDaemon;
afterEach(() => there.stop());

/** What `mullion connect` there answers to this input, which then ends. */
async function answerTo(input: Buffer) {
  const { stdout, stderr } = await there.run("connect", { input });
  return { stdout, stderr, hasDaemon: there.pid() !== undefined };
}

test("a link that asks for no start is answered where there is no daemon", async () => {
  there = prepareInstance();
  expect(await answerTo(encodeJson(LINK_FRAME.HELLO, { ...HELLO, starts: false }))).toEqual({
    stdout: NO_DAEMON.toString(),
    stderr: "mullion: no daemon runs here, no pane lives, and the other machine asks for no start\n",
    hasDaemon: false,
  });
});

test("a link that asks for no start reaches a daemon that runs", async () => {
  there = prepareInstance();
  await there.start();
  const { stdout } = await answerTo(encodeJson(LINK_FRAME.HELLO, { ...HELLO, starts: false }));
  expect(stdout).toContain('"resumed":false');
});

test.each([
  ["a link of a version that asks for nothing", encodeJson(LINK_FRAME.HELLO, HELLO), '"resumed":false'],
  ["a link that ends within its first message", encodeJson(LINK_FRAME.HELLO, HELLO).subarray(0, 9), "MLK"],
  ["another first message", encodeFrame(LINK_FRAME.PING, Buffer.from('{"starts":false}')), "MLK"],
  ["what is no link", Buffer.from("hello there\n"), "MLK"],
])("the daemon is started for %s, and answers it", async (_what, input, answer) => {
  there = prepareInstance();
  const { stdout, hasDaemon } = await answerTo(input);
  expect(stdout).toContain(answer);
  expect(hasDaemon).toBe(true);
});
