import {
  choice,
  flag,
  inScope,
  key,
  list,
  number,
  type OptionEntry,
  ownChoice,
  text,
} from "./option-entry.ts";

/**
 * Options of a server, in the order of show-options. All are tmux's but `pane-room`: what happens where tmux would refuse
 * a split for lack of room. `refuse` does as tmux; `grow` makes the window just large enough; `legible` keeps every pane
 * at 80x24 or more while no terminal is attached.
 */
export const serverOptions: readonly OptionEntry[] = inScope("server", [
  key("backspace", "C-?"),
  number("buffer-limit", 50, { minimum: 1 }),
  list(
    "command-alias",
    [
      "split-pane=split-window",
      "splitp=split-window",
      "server-info=show-messages -JT",
      "info=show-messages -JT",
      "choose-window=choose-tree -w",
      "choose-session=choose-tree -s",
    ],
    { separator: "," },
  ),
  text("copy-command", ""),
  text("default-terminal", "tmux-256color"),
  text("editor", "/usr/bin/vi"),
  number("escape-time", 500, { unit: "milliseconds" }),
  flag("exit-empty", true),
  flag("exit-unattached", false),
  choice("extended-keys", "off", ["off", "on", "always"]),
  flag("focus-events", false),
  text("history-file", ""),
  number("message-limit", 1000),
  ownChoice("pane-room", "grow", ["refuse", "grow", "legible"]),
  number("prompt-history-limit", 100),
  choice("set-clipboard", "external", ["off", "external", "on"]),
  list("terminal-overrides", [], { separator: "," }),
  list("terminal-features", ["xterm*:clipboard:ccolour:cstyle:focus:title", "screen*:title"], {
    separator: ",",
  }),
  list("user-keys", [], { separator: "," }),
]);
