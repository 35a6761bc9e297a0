import type { PagePane } from "../../../protocol/page.ts";
import { access } from "../house/house.ts";
import { setAnswering } from "../overview/choice.ts";
import { addressOf } from "../route.ts";
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
      ? [command("New agent…", "start a program in a pane of its own", () => setOpen("launch"))]
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

function command(title: string, detail: string, run: () => void): PaletteEntry {
  return { key: title, kind: "Command", title, detail, run };
}
