import type { PagePane } from "../../../protocol/page.ts";
import { access, house } from "../house/house.ts";
import { setAnswering } from "../overview/choice.ts";
import { addressOf, parseRoute } from "../route.ts";
import { openShare } from "../share/subject.ts";
import { setOpen } from "../shell/open-dialog.ts";
import { setTheme, THEMES, type Theme } from "../theme.ts";
import { nextWaiting, type PaletteEntry } from "./entries.ts";

export const THEME_NAMES: Readonly<Record<Theme, string>> = {
  system: "System",
  dark: "Dark",
  light: "Light",
  contrast: "High contrast",
};

/** What can be done from everywhere. */
export function commandEntries(panes: readonly PagePane[], go: (address: string) => void): PaletteEntry[] {
  const waiting = nextWaiting(panes);
  return [
    ...(access().kind === "owner"
      ? [
          command("New agent…", "start a program in a pane of its own", () => setOpen("launch")),
          ...shareCommands(panes),
        ]
      : []),
    ...(waiting
      ? [
          command("Next waiting", waiting.name, () => go(addressOf({ view: "pane", id: waiting.id }))),
          command("Answer next waiting…", waiting.agent.question ?? waiting.name, () =>
            setAnswering(waiting.id),
          ),
        ]
      : []),
    command("Overview", "every agent", () => go(addressOf({ view: "overview" }))),
    command("Settings…", "theme, notifications, sound", () => setOpen("settings")),
    command("Keys…", "what the keyboard does here", () => setOpen("help")),
    ...THEMES.map((theme) => command(`Theme: ${THEME_NAMES[theme]}`, "", () => setTheme(theme))),
  ];
}

/** Sharing what is on view, and the links that work. */
function shareCommands(panes: readonly PagePane[]): PaletteEntry[] {
  // A link shows what this daemon has.
  const pane = paneOnView(panes.filter(({ host }) => host === undefined));
  const window = pane && house.windows.find(({ panes: ids }) => ids.includes(pane.id));
  return [
    ...(pane
      ? [
          command("Share this pane…", pane.name, () => openShare({ kind: "pane", id: pane.id, past: false })),
          command("Share its past…", pane.name, () => openShare({ kind: "pane", id: pane.id, past: true })),
        ]
      : []),
    ...(window
      ? [
          command("Share this session…", window.session, () =>
            openShare({
              kind: "session",
              socket: window.socket,
              id: window.session_id,
              name: window.session,
            }),
          ),
        ]
      : []),
    command("Share links…", "list and revoke them", () => openShare()),
  ];
}

function paneOnView(panes: readonly PagePane[]): PagePane | undefined {
  const route = parseRoute(location.hash);
  if (route.view === "overview") return undefined;
  if (route.view !== "window") return panes.find(({ id }) => id === route.id);
  return panes.find(
    ({ socket, window_id, active }) => active && socket === route.socket && window_id === route.windowId,
  );
}

function command(title: string, detail: string, run: () => void): PaletteEntry {
  return { key: title, kind: "Command", title, detail, run };
}
