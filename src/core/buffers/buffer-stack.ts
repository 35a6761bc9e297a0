/** Paste buffers, newest first. Automatic ones are named bufferN and are trimmed at buffer-limit; named ones stay. */
export interface Buffer {
  readonly name: string;
  readonly data: Uint8Array;
  readonly automatic: boolean;
  readonly created: number;
}

export interface BufferStack {
  list(): readonly Buffer[];
  get(name: string): Buffer | undefined;
  top(): Buffer | undefined;
}
