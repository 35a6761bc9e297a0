import { wrap } from "./envelope.ts";
import { refusalOf } from "./refusal.ts";

/** An empty comment is sent at this interval, so that proxies do not close a silent connection. */
const KEEP_ALIVE_MS = 15_000;

/**
 * Values in the form that oRPC clients iterate over: server-sent events `message`, at the end `done`, or `error` with
 * the reason. The next value is requested when the reader has received the last one.
 */
export function eventStream(
  values: AsyncGenerator<unknown>,
  options: { readonly left: AbortController; reportBug(error: unknown): void },
): Response {
  let next: Promise<string> | undefined;
  let over = false;
  const advance = async (): Promise<string> => {
    try {
      const { value, done } = await values.next();
      over = done === true;
      return over ? frame("done", {}) : frame("message", wrap(value));
    } catch (error) {
      over = true;
      return frame("error", wrap(refusalOf(error, options.reportBug)));
    }
  };
  // Ends the generator, whether it is running or waiting for the reader.
  options.left.signal.addEventListener("abort", () => void values.return(undefined));
  const stream = new ReadableStream<Uint8Array>(
    {
      start: (controller) => controller.enqueue(encoder.encode(": \n\n")),
      async pull(controller) {
        next ??= advance();
        const text = await orKeepAlive(next);
        controller.enqueue(encoder.encode(text ?? ": \n\n"));
        if (text === undefined) return;
        next = undefined;
        if (over) controller.close();
      },
      cancel: () => options.left.abort(),
    },
    { highWaterMark: 1 },
  );
  return new Response(stream, { headers: { "content-type": "text/event-stream; charset=utf-8" } });
}

const encoder = new TextEncoder();

function frame(event: string, data: object): string {
  return `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}

function orKeepAlive(next: Promise<string>): Promise<string | undefined> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(undefined), KEEP_ALIVE_MS).unref();
    void next.then((text) => {
      clearTimeout(timer);
      resolve(text);
    });
  });
}
