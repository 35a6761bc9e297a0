import { encodeProgress, encodeStderr, encodeStdout } from "../../wire/client-wire.ts";

/** Bytes as Latin-1 text, one character each. */
export interface WholeAnswer {
  readonly stdout: string;
  readonly stderr: string;
  readonly status: number;
}

interface Piece {
  readonly stream: "stdout" | "stderr";
  readonly bytes: Buffer;
  /** Where the answer continues after these bytes of stdout. */
  readonly cursor: string | undefined;
}

const MAX_FRAME_BYTES = 1024 * 1024;

/** Output of a call that has not been sent. */
export class CallOutput {
  #pieces: Piece[] = [];

  add(stream: Piece["stream"], data: string | Uint8Array, cursor?: string): void {
    this.#pieces.push({ stream, bytes: Buffer.from(data as Uint8Array), cursor });
  }

  get isEmpty(): boolean {
    return this.#pieces.length === 0;
  }

  get whole(): Omit<WholeAnswer, "status"> {
    const textOf = (wanted: Piece["stream"]) =>
      this.#pieces.map(({ stream, bytes }) => (stream === wanted ? bytes.toString("latin1") : "")).join("");
    return { stdout: textOf("stdout"), stderr: textOf("stderr") };
  }

  takeFrames(): Buffer[] {
    const pieces = this.#pieces;
    this.#pieces = [];
    return pieces.flatMap(framesOf);
  }
}

function framesOf({ stream, bytes, cursor }: Piece): Buffer[] {
  const encode = stream === "stdout" ? encodeStdout : encodeStderr;
  const frames: Buffer[] = [];
  let rest = bytes;
  for (; rest.length > MAX_FRAME_BYTES; rest = rest.subarray(MAX_FRAME_BYTES))
    frames.push(encode(rest.subarray(0, MAX_FRAME_BYTES)));
  if (cursor !== undefined) frames.push(encodeProgress(cursor, rest));
  else if (rest.length > 0) frames.push(encode(rest));
  return frames;
}
