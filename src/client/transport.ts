/** A way to a backend that carries lines both ways. It is open when it is handed out, and closes once. */
export interface Transport {
  send(line: string): void;
  /** Nothing is read until `resume`: what comes waits where it came from. */
  pause(): void;
  resume(): void;
  close(): void;
}

export interface TransportListener {
  /** Without its end. Never an empty one. */
  onLine(line: string): void;
  /** Nothing comes after it. The error says why, where somebody knows. */
  onClose(error: Error | undefined): void;
}

export type OpenTransport = (listener: TransportListener, signal?: AbortSignal) => Promise<Transport>;
