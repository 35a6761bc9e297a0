import { expect, test, vi } from "vitest";
import { Refusal } from "./refusal.ts";
import { eventStream } from "./sse.ts";

function stream(values: AsyncGenerator<unknown>) {
  const left = new AbortController();
  const bugs: unknown[] = [];
  return { left, bugs, response: eventStream(values, { left, reportBug: (error) => bugs.push(error) }) };
}

test("values, then the end", async () => {
  const { response } = stream(
    (async function* () {
      yield "a\nb";
      yield undefined;
    })(),
  );
  expect(await response.text()).toBe(
    ': \n\nevent: message\ndata: {"json":"a\\nb"}\n\nevent: message\ndata: {}\n\nevent: done\ndata: {}\n\n',
  );
});

test("reports errors during the stream, a bug without its message", async () => {
  const failing = async (error: Error) =>
    stream(
      // biome-ignore lint/correctness/useYield: it fails before it comes to that
      (async function* () {
        throw error;
      })(),
    );
  const refused = await failing(new Refusal(404, "it is gone"));
  const json = { defined: false, code: "NOT_FOUND", status: 404, message: "it is gone" };
  expect(await refused.response.text()).toBe(`: \n\nevent: error\ndata: ${JSON.stringify({ json })}\n\n`);
  const broken = await failing(new Error("secret"));
  expect(await broken.response.text()).not.toContain("secret");
  expect(broken.bugs).toHaveLength(1);
});

test.each(["cancels", "disconnects"])("a reader that %s ends the source", async (how) => {
  const ended = new Promise<void>((resolve) => {
    const { left, response } = stream(
      (async function* () {
        try {
          for (let number = 0; ; number++) yield number;
        } finally {
          resolve();
        }
      })(),
    );
    const reader = response.body!.getReader();
    void reader.read();
    setImmediate(() => (how === "cancels" ? void reader.cancel() : left.abort()));
  });
  await ended;
});

test("a silent stream sends an empty comment every 15 seconds, and then its value", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    let speak = (_word: string) => {};
    const word = new Promise<string>((resolve) => {
      speak = resolve;
    });
    const { response, left } = stream(
      (async function* () {
        yield await word;
      })(),
    );
    const reader = response.body!.getReader();
    await reader.read(); // The first comment.
    let received = 0;
    const reading = reader.read().then(() => received++);
    await vi.advanceTimersByTimeAsync(14_999);
    expect(received).toBe(0);
    await vi.advanceTimersByTimeAsync(1);
    await reading;
    const rest = reader.read();
    speak("late");
    expect(new TextDecoder().decode((await rest).value)).toBe('event: message\ndata: {"json":"late"}\n\n');
    left.abort();
  } finally {
    vi.useRealTimers();
  }
});
