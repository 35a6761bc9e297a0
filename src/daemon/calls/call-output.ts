import { encodeStderr, encodeStdout } from "../../wire/client-wire.ts";

/** Bytes as Latin-1 text, one character each. */
export interface WholeAnswer {
  readonly stdout: string;
  readonly stderr: string;
  readonly status: number;
}

interface Piece {
  readonly stream: "stdout" | "stderr";
  readonly bytes: Buffer;
}

const MAX_FRAME_BYTES = 1024 * 1024;

/** Output of a call that has not been sent. */
export class CallOutput {
  #pieces: Piece[] = [];

  add(stream: Piece["stream"], data: string | Uint8Array): void {
    this.#pieces.push({ stream, bytes: Buffer.from(data as Uint8Array) });
  }

  get whole(): Omit<WholeAnswer, "status"> {
    const textOf = (wanted: Piece["stream"]) =>
      this.#pieces.map(({ stream, bytes }) => (stream === wanted ? bytes.toString("latin1") : "")).join("");
    return { stdout: textOf("stdout"), stderr: textOf("stderr") };
  }

  takeFrames(): Buffer[] {
    const pieces = this.#pieces;
    this.#pieces = [];
    return pieces.flatMap(({ stream, bytes }) => {
      const encode = stream === "stdout" ? encodeStdout : encodeStderr;
      const count = Math.ceil(bytes.length / MAX_FRAME_BYTES);
      return Array.from({ length: count }, (_, i) =>
        encode(bytes.subarray(i * MAX_FRAME_BYTES, (i + 1) * MAX_FRAME_BYTES)),
      );
    });
  }
}
