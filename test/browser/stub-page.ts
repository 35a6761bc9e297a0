import { vi } from "vitest";

/** The page's end of a socket, whose other end the test plays. */
export class StubSocket {
  static readonly OPEN = 1;
  /** All sockets that the page has opened, oldest first. */
  static readonly opened: StubSocket[] = [];
  /** Whether the other end answers pings. */
  answersPings = false;
  readonly readyState = StubSocket.OPEN;
  readonly path: string;
  readonly sent: string[] = [];
  onmessage: ((event: { readonly data: string }) => void) | undefined;
  onclose: ((event: { readonly code: number; readonly reason: string }) => void) | undefined;

  constructor(url: string) {
    this.path = new URL(url).pathname;
    StubSocket.opened.push(this);
  }

  send(text: string): void {
    this.sent.push(text);
    if (this.answersPings && JSON.parse(text).type === "ping") this.receive({ type: "pong" });
  }

  close(): void {}

  receive(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }

  /** The connection ends, by itself or by the daemon. */
  end(code = 1006, reason = ""): void {
    this.onclose?.({ code, reason });
  }
}

export interface StubPage {
  show(on: boolean): void;
}

/** What the page's connections need of a browser. Timers are fake, and `leaveStubPage` ends it all. */
export function stubPage(): StubPage {
  const document = Object.assign(new EventTarget(), { hidden: false });
  StubSocket.opened.length = 0;
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", StubSocket);
  vi.stubGlobal("location", { origin: "http://127.0.0.1:1" });
  vi.stubGlobal("localStorage", { getItem: () => "key" });
  vi.stubGlobal("sessionStorage", { getItem: () => null });
  vi.stubGlobal("document", document);
  for (const name of ["addEventListener", "removeEventListener"]) vi.stubGlobal(name, () => {});
  return {
    show(on) {
      document.hidden = !on;
      document.dispatchEvent(new Event("visibilitychange"));
    },
  };
}

export function leaveStubPage(): void {
  vi.unstubAllGlobals();
  vi.useRealTimers();
}

/** The page runs again after so long a pause, for a moment that each of its timers needs. */
export function runAfter(ms: number): void {
  const RUN_MS = 5_000;
  vi.setSystemTime(Date.now() + ms - RUN_MS);
  vi.advanceTimersByTime(RUN_MS);
}
