import type { ITheme } from "@xterm/xterm";
import { TERMINAL_COLOURS } from "../parts/palette.ts";
import { shownTheme } from "../theme.ts";

/** What a terminal looks like under the page's current theme. */
export interface TerminalLook {
  readonly theme: ITheme;
  /** Programs choose colours for a dark ground: on others, xterm.js raises their contrast to this. */
  readonly contrast: number;
}

const NORMAL = ["black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"];
/** As ITheme names them: red and brightRed. */
const ANSI = [...NORMAL, ...NORMAL.map((name) => `bright${name.charAt(0).toUpperCase()}${name.slice(1)}`)];

/** Reads the colours of terminal.css. A custom property's own text may be a function, so an element computes each. */
export function readLook(): TerminalLook {
  const probe = document.body.appendChild(document.createElement("span"));
  probe.hidden = true;
  const colour = (name: string) => {
    probe.style.color = `var(--terminal-${name})`;
    return getComputedStyle(probe).color;
  };
  const contrast = Number(getComputedStyle(probe).getPropertyValue("--terminal-contrast")) || 1;
  const theme: ITheme = {
    background: colour("ground"),
    foreground: colour("text"),
    cursor: colour("cursor"),
    cursorAccent: colour("ground"),
    selectionBackground: colour("selection"),
    ...Object.fromEntries(ANSI.map((name, index) => [name, TERMINAL_COLOURS[shownTheme()][index]])),
  };
  probe.remove();
  return { theme, contrast };
}

/** Calls `onChange` whenever the page's theme changes, by its switch or by the system. Returns how to stop it. */
export function watchLook(onChange: () => void): () => void {
  const stop = new AbortController();
  for (const query of ["(prefers-color-scheme: dark)", "(prefers-contrast: more)"])
    matchMedia(query).addEventListener("change", onChange, { signal: stop.signal });
  const observer = new MutationObserver(onChange);
  observer.observe(document.documentElement, { attributes: true });
  return () => {
    stop.abort();
    observer.disconnect();
  };
}
