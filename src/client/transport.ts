/** The shape of process.env, without Node's types for users of the client. */
export type ProcessEnv = Readonly<Record<string, string | undefined>>;

/** A bidirectional line transport to a backend. It is open when it is returned, and closes once. */
export interface Transport {
  send(line: string): void;
  /** Stops reading until `resume`: further lines wait at their source. */
  pause(): void;
  resume(): void;
  close(): void;
}

export interface TransportListener {
  /** Without the line end. Never empty. */
  onLine(line: string): void;
  /** The last callback. The error gives the reason, if known. */
  onClose(error: Error | undefined): void;
}

export type OpenTransport = (listener: TransportListener, signal?: AbortSignal) => Promise<Transport>;
