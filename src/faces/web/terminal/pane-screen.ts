import { WebLinksAddon } from "@xterm/addon-web-links";
import { WebglAddon } from "@xterm/addon-webgl";
import { type IDisposable, type ILinkHandler, Terminal } from "@xterm/xterm";
import { FONT } from "./font.ts";
import { hasGraphics } from "./graphics.ts";
import { avoidInlineStyles } from "./inline-styles.ts";
import { openLink } from "./links.ts";
import { silence } from "./silence.ts";
import { readLook, watchLook } from "./theme.ts";
import { daemonWidths } from "./widths.ts";

avoidInlineStyles();

/**
 * One pane's screen in the page: an xterm.js terminal that follows the daemon's. The daemon's screen is the truth, so this
 * one has its size, its character widths and its way of clearing, and it answers no query.
 *
 * xterm.js parses what is written later, in order. Everything else that happens to the screen takes its place in the same
 * queue, or a resize would overtake output that was meant for the size before it.
 */
export class PaneScreen {
  readonly terminal: Terminal;
  readonly #closing: IDisposable[] = [];
  #isCursorHidden = false;

  constructor(host: HTMLElement, options: PaneScreenOptions) {
    const { fontPx: fontSize, linkHandler } = options;
    this.terminal = new Terminal({ ...SETTINGS, fontSize, linkHandler });
    this.#applyLook();
    const { terminal } = this;
    terminal.unicode.register(daemonWidths);
    terminal.unicode.activeVersion = daemonWidths.version;
    this.#closing.push(...silence(terminal), ...this.#watchCursor());
    terminal.loadAddon(new WebLinksAddon((_event, address) => openLink(address)));
    terminal.open(host);
    if (hasGraphics()) this.#drawWithWebgl();
    // What the page draws is in no element: a tool that reads the page finds it here.
    Object.assign(host, { terminal });
    this.#closing.push(
      { dispose: watchLook(() => this.#applyLook()) },
      terminal.onData((data) => this.#typed(data, options.onInput)),
      // Mouse reports of the oldest form are bytes, and the daemon takes text: those that both can express are passed on.
      terminal.onBinary((data) => /^[\x00-\x7f]*$/.test(data) && options.onInput(data)),
    );
  }

  /** Shows a snapshot of the daemon's screen, which begins with a reset. `onShown` is called once it is parsed. */
  restore({ cols, rows, screen }: ScreenPicture, onShown: () => void): void {
    this.resize(cols, rows);
    // As bytes: a character that an earlier stretch of output left incomplete ends here.
    this.terminal.write(new TextEncoder().encode(screen), onShown);
  }

  write(bytes: Uint8Array, onShown: () => void): void {
    this.terminal.write(bytes, onShown);
  }

  resize(cols: number, rows: number): void {
    this.terminal.write("", () => this.terminal.resize(cols, rows));
  }

  /** xterm.js does not say that a program has hidden its cursor. */
  get isCursorHidden(): boolean {
    return this.#isCursorHidden;
  }

  #watchCursor(): IDisposable[] {
    const { parser } = this.terminal;
    const set = (isHidden: boolean) => (params: (number | number[])[]) => {
      if (params.includes(CURSOR_MODE)) this.#isCursorHidden = isHidden;
      return false;
    };
    return [
      parser.registerCsiHandler({ prefix: "?", final: "l" }, set(true)),
      parser.registerCsiHandler({ prefix: "?", final: "h" }, set(false)),
      parser.registerEscHandler({ final: "c" }, () => set(false)([CURSOR_MODE])),
    ];
  }

  set fontPx(px: number) {
    if (this.terminal.options.fontSize !== px) this.terminal.options.fontSize = px;
  }

  set isReadOnly(readOnly: boolean) {
    this.terminal.options.disableStdin = readOnly;
  }

  set isForScreenReaders(on: boolean) {
    this.terminal.options.screenReaderMode = on;
  }

  /** What a screen reader calls the terminal. */
  set label(label: string) {
    this.terminal.textarea?.setAttribute("aria-label", label);
  }

  dispose(): void {
    for (const part of this.#closing) part.dispose();
    this.terminal.dispose();
  }

  #focusReport = "";

  /** xterm.js reports the focus also when a snapshot turns reports on: the program has had that report. */
  #typed(data: string, onInput: (data: string) => void): void {
    if (data === "\x1b[I" || data === "\x1b[O") {
      if (data === this.#focusReport) return;
      this.#focusReport = data;
    }
    onInput(data);
  }

  /** A browser gives only some canvases to a page, and takes them back under pressure: rows of elements take over. */
  #drawWithWebgl(): void {
    try {
      const webgl = new WebglAddon();
      webgl.onContextLoss(() => webgl.dispose());
      this.terminal.loadAddon(webgl);
    } catch {
      // No context is left: xterm.js goes on with rows of elements.
    }
  }

  #applyLook(): void {
    const { theme, contrast } = readLook();
    this.terminal.options.theme = theme;
    this.terminal.options.minimumContrastRatio = contrast;
  }
}

interface PaneScreenOptions {
  readonly fontPx: number;
  readonly linkHandler: ILinkHandler;
  /** Keys, pastes and mouse reports. */
  onInput(data: string): void;
}

/** What a snapshot of the daemon contains. */
interface ScreenPicture {
  readonly cols: number;
  readonly rows: number;
  readonly screen: string;
}

/** Lines above the screen: the daemon finds what is older. */
const SCROLLBACK_LINES = 5_000;

/** DECTCEM. */
const CURSOR_MODE = 25;

const SETTINGS = {
  allowProposedApi: true,
  fontFamily: FONT,
  scrollback: SCROLLBACK_LINES,
  // tmux keeps cleared lines in the history, and so does the daemon.
  scrollOnEraseInDisplay: true,
  cursorInactiveStyle: "outline",
  macOptionIsMeta: true,
  drawBoldTextInBrightColors: true,
} as const;
