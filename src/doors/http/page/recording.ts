import { pipeline, Readable } from "node:stream";
import { constants, createGzip } from "node:zlib";

/** Lines are sent together up to about this size. */
const GATHER_CHARACTERS = 64 * 1024;
export const RECORDING_TYPE = "application/x-asciicast";

/** Answers with a recording as it is read, compressed if the caller accepts that. */
export async function answerRecording(lines: AsyncIterable<string>, accepted = ""): Promise<Response> {
  const parts = gathered(lines);
  // A recording that cannot be read is refused with a sentence, which is possible only before the first byte.
  const first = await parts.next();
  const source = Readable.from(resumed(first, parts));
  const isGzip = /\bgzip\b/.test(accepted);
  // The end of either stream ends the other.
  const zip = () => pipeline(source, createGzip({ level: constants.Z_BEST_SPEED }), () => {});
  const body = isGzip ? zip() : source;
  return new Response(Readable.toWeb(body) as ReadableStream, {
    headers: {
      "content-type": RECORDING_TYPE,
      vary: "accept-encoding",
      ...(isGzip && { "content-encoding": "gzip" }),
    },
  });
}

async function* resumed(first: IteratorResult<string>, rest: AsyncGenerator<string>): AsyncGenerator<string> {
  if (!first.done) yield first.value;
  yield* rest;
}

async function* gathered(lines: AsyncIterable<string>): AsyncGenerator<string> {
  let text = "";
  for await (const line of lines) {
    text += line;
    if (text.length < GATHER_CHARACTERS) continue;
    yield text;
    text = "";
  }
  if (text !== "") yield text;
}
