import { textWidth } from "../core/format/width.ts";
import { legible } from "../core/text/legible.ts";
import { momentText } from "../core/text/moment.ts";
import type { HostLink } from "./host-link.ts";

export interface LinkNoticeOptions {
  readonly link: HostLink;
  /** Columns of the terminal now. */
  cols(): number;
  /** Writes to the terminal. */
  write(text: string): void;
  /** Makes the host draw everything again. */
  repaint(): void;
}

/** A shorter cut is not worth a word. */
const CUT_MS = 1_000;
/** A key whose host shows nothing for this long makes the link ask whether the host is there. */
const ECHO_MS = 1_000;
const SHOWN_MS = 1_500;
/** The first picture comes in several parts, and would cover a notice. */
const FIRST_PICTURE_MS = 300;
const BELL = "\x07";

/**
 * What the link has to say to a person whose terminal shows a session of the host: how far away it is, and that it is cut
 * off. It uses the last line, which the next picture covers. A cut may have split a sequence, so the notice begins with CAN.
 */
export class LinkNotice {
  readonly #options: LinkNoticeOptions;
  #isSaid = false;
  #isLatencySaid = false;
  #cut: NodeJS.Timeout | undefined;
  #echo: NodeJS.Timeout | undefined;
  #away: NodeJS.Timeout | undefined;

  constructor(options: LinkNoticeOptions) {
    this.#options = options;
  }

  /** A sentence stands on the terminal: the host is cut off, and a key may leave it. */
  get isSaid(): boolean {
    return this.#isSaid;
  }

  /** The link is connected, or not, or its latency is known. */
  onLink(): void {
    const { link, repaint } = this.#options;
    if (link.state.kind !== "connected") {
      this.#isLatencySaid = false;
      this.#cut ??= setTimeout(() => this.#sayCut(), CUT_MS);
      return;
    }
    clearTimeout(this.#cut);
    this.#cut = undefined;
    if (this.#isSaid) repaint();
    this.#isSaid = false;
    this.#sayLatency();
  }

  /** The host has drawn something. */
  onDrawn(): void {
    clearTimeout(this.#echo);
    this.#echo = undefined;
    this.#sayLatency();
  }

  /** A key is on its way. */
  onKey(): void {
    this.#echo ??= setTimeout(() => void this.#checkHost(), ECHO_MS);
  }

  /** The keys that wait for the host are as many as may wait. */
  onFull(): void {
    this.#say(`too many keys wait for host ${this.#name}: the terminal keeps what is typed now`, BELL);
  }

  close(): void {
    for (const timer of [this.#cut, this.#echo, this.#away]) clearTimeout(timer);
  }

  get #name(): string {
    return this.#options.link.host.name;
  }

  /** Once after each connection. */
  #sayLatency(): void {
    const { state } = this.#options.link;
    if (this.#isLatencySaid || state.kind !== "connected" || state.latencyMs === undefined) return;
    this.#isLatencySaid = true;
    const { latencyMs } = state;
    const ms = latencyMs < 10 ? latencyMs.toFixed(1) : Math.round(latencyMs);
    clearTimeout(this.#away);
    this.#away = setTimeout(() => {
      if (this.#isSaid) return;
      this.#say(`host ${this.#name}: ${ms} ms there and back`);
      this.#away = setTimeout(() => !this.#isSaid && this.#options.repaint(), SHOWN_MS);
    }, FIRST_PICTURE_MS);
  }

  #sayCut(): void {
    const { state } = this.#options.link;
    const since = state.kind === "unreachable" ? ` since ${momentText(state.since, Date.now())}` : "";
    this.#isSaid = true;
    this.#say(`host ${this.#name} unreachable${since}, reconnecting; Ctrl-C leaves`);
  }

  /** Programs need not echo, so silence alone says nothing. */
  async #checkHost(): Promise<void> {
    this.#echo = undefined;
    const { link, repaint } = this.#options;
    const late = setTimeout(() => {
      this.#isSaid = true;
      this.#say(`host ${this.#name} does not answer; Ctrl-C leaves`);
    }, ECHO_MS);
    await link.measure();
    clearTimeout(late);
    if (!this.#isSaid || link.state.kind !== "connected") return;
    this.#isSaid = false;
    repaint();
  }

  #say(sentence: string, before = ""): void {
    const cols = Math.max(1, this.#options.cols() - 1);
    const text = `[${legible(sentence)}]`;
    const shown = textWidth(text) <= cols ? text : text.slice(0, cols);
    this.#options.write(`\x18${before}\x1b7\x1b[r\x1b[999;1H\x1b[0;7m${shown}\x1b[0m\x1b[K\x1b8`);
  }
}
