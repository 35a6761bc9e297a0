import fc from "fast-check";

/** Random commands over a small world of names, so that most of them hit something. All are given as words. */
const session = fc.constantFrom("s0", "s0", "s0", "s1", "s1", "s2");
const index = fc.constantFrom("0", "0", "0", "1", "1", "2", "3");
const windowTarget = fc.oneof(
  fc.tuple(session, index).map(([s, i]) => `${s}:${i}`),
  session.map((s) => `${s}:`),
  fc.constantFrom("@0", "@1", "@2", "@3", "s0:!", "s0:+", "s0:-", "s1:^", "s1:$"),
);
/** No `.+`: of another session than the current one it gives tmux a pane of the wrong window, and a broken tree. */
const paneTarget = fc.oneof(
  fc.tuple(session, index, index).map(([s, w, p]) => `${s}:${w}.${p}`),
  fc.constantFrom("%0", "%1", "%2", "%3", "%4", "%5", "s0", "s1", "s0:.{top}", "s0:.{right}", "s0:.{last}"),
);
const size = fc.constantFrom("5", "10", "20", "30%", "60%");
const direction = fc.constantFrom("-L", "-R", "-U", "-D");
const preset = fc.constantFrom(
  "even-horizontal",
  "even-vertical",
  "main-horizontal",
  "main-vertical",
  "tiled",
);

/** A flag that is there or not. */
const maybe = (...flags: string[]) => fc.subarray(flags);

function command(...parts: readonly (string | fc.Arbitrary<string | readonly string[]>)[]) {
  const arbitraries = parts.map((part) => (typeof part === "string" ? fc.constant(part) : part));
  return fc.tuple(...arbitraries).map((words): readonly string[] => words.flat());
}

export const randomCommand: fc.Arbitrary<readonly string[]> = fc.oneof(
  {
    weight: 4,
    arbitrary: command("new-session", "-d", "-s", session, "-n", "n", "-x", "80", "-y", "24", "cat"),
  },
  { weight: 1, arbitrary: command("new-session", "-d", "-s", session, "-t", session) },
  {
    weight: 5,
    arbitrary: command("new-window", maybe("-a", "-d", "-k"), "-n", "n", "-t", windowTarget, "cat"),
  },
  { weight: 8, arbitrary: command("split-window", maybe("-h", "-b", "-d", "-f"), "-t", paneTarget, "cat") },
  { weight: 4, arbitrary: command("split-window", maybe("-h", "-b"), "-l", size, "-t", paneTarget, "cat") },
  { weight: 1, arbitrary: command("split-window", "-Z", "-t", paneTarget, "cat") },
  { weight: 1, arbitrary: command("kill-session", "-t", session) },
  // Not -a: in a session group tmux reads freed memory there, and other windows go.
  { weight: 2, arbitrary: command("kill-window", "-t", windowTarget) },
  { weight: 3, arbitrary: command("kill-pane", "-t", paneTarget) },
  { weight: 1, arbitrary: command("kill-pane", "-a", "-t", paneTarget) },
  { weight: 3, arbitrary: command("select-window", maybe("-T"), "-t", windowTarget) },
  { weight: 3, arbitrary: command("select-pane", maybe("-Z"), "-t", paneTarget) },
  { weight: 2, arbitrary: command("select-pane", direction, "-t", paneTarget) },
  { weight: 1, arbitrary: command("last-pane", "-t", windowTarget) },
  { weight: 1, arbitrary: command("last-window", "-t", session) },
  { weight: 1, arbitrary: command("next-window", "-t", session) },
  { weight: 1, arbitrary: command("previous-window", "-t", session) },
  {
    weight: 3,
    arbitrary: command("resize-pane", direction, "-t", paneTarget, fc.constantFrom("1", "4", "9")),
  },
  { weight: 2, arbitrary: command("resize-pane", "-x", size, "-t", paneTarget) },
  { weight: 2, arbitrary: command("resize-pane", "-y", size, "-t", paneTarget) },
  { weight: 2, arbitrary: command("resize-pane", "-Z", "-t", paneTarget) },
  {
    weight: 2,
    arbitrary: command("resize-window", "-x", fc.constantFrom("60", "100"), "-y", "30", "-t", windowTarget),
  },
  { weight: 4, arbitrary: command("select-layout", "-t", windowTarget, preset) },
  { weight: 1, arbitrary: command("select-layout", "-E", "-t", paneTarget) },
  { weight: 1, arbitrary: command("next-layout", "-t", windowTarget) },
  { weight: 1, arbitrary: command("previous-layout", "-t", windowTarget) },
  { weight: 2, arbitrary: command("rotate-window", maybe("-D"), "-t", windowTarget) },
  { weight: 3, arbitrary: command("swap-pane", maybe("-d"), "-s", paneTarget, "-t", paneTarget) },
  { weight: 1, arbitrary: command("swap-pane", fc.constantFrom("-U", "-D"), "-t", paneTarget) },
  { weight: 2, arbitrary: command("join-pane", maybe("-h", "-b", "-d"), "-s", paneTarget, "-t", paneTarget) },
  {
    weight: 2,
    arbitrary: command("break-pane", maybe("-d"), "-n", "n", "-s", paneTarget, "-t", windowTarget),
  },
  { weight: 2, arbitrary: command("move-window", maybe("-d", "-k"), "-s", windowTarget, "-t", windowTarget) },
  { weight: 1, arbitrary: command("move-window", "-r", "-t", session) },
  { weight: 2, arbitrary: command("swap-window", maybe("-d"), "-s", windowTarget, "-t", windowTarget) },
  { weight: 1, arbitrary: command("link-window", maybe("-d", "-k"), "-s", windowTarget, "-t", windowTarget) },
  { weight: 1, arbitrary: command("unlink-window", maybe("-k"), "-t", windowTarget) },
  { weight: 1, arbitrary: command("rename-session", "-t", session, session) },
  // Not respawn-window: of a zoomed window tmux keeps the layout of panes that it has freed.
  { weight: 1, arbitrary: command("respawn-pane", "-k", "-t", paneTarget, "cat") },
  {
    weight: 1,
    arbitrary: command(
      "set-option",
      "-w",
      "-t",
      windowTarget,
      "pane-border-status",
      fc.constantFrom("top", "bottom", "off"),
    ),
  },
  { weight: 1, arbitrary: command("set-option", "-g", "base-index", fc.constantFrom("0", "1")) },
  { weight: 1, arbitrary: command("set-option", "-g", "renumber-windows", fc.constantFrom("on", "off")) },
  {
    weight: 2,
    arbitrary: command("new-window", fc.constantFrom("-a", "-b"), "-d", "-n", "n", "-t", windowTarget, "cat"),
  },
  {
    weight: 2,
    arbitrary: command(
      "break-pane",
      fc.constantFrom("-a", "-b"),
      "-d",
      "-n",
      "n",
      "-s",
      paneTarget,
      "-t",
      windowTarget,
    ),
  },
  {
    weight: 2,
    arbitrary: command(
      fc.constantFrom("move-window", "link-window"),
      fc.constantFrom("-a", "-b"),
      "-s",
      windowTarget,
      "-t",
      windowTarget,
    ),
  },
  {
    weight: 2,
    arbitrary: command("move-pane", maybe("-h", "-b", "-f"), "-l", size, "-s", paneTarget, "-t", paneTarget),
  },
  { weight: 1, arbitrary: command("swap-pane", "-Z", "-s", paneTarget, "-t", paneTarget) },
  { weight: 1, arbitrary: command("rotate-window", "-Z", "-t", windowTarget) },
  { weight: 1, arbitrary: command("last-pane", "-Z", "-t", windowTarget) },
  {
    weight: 1,
    arbitrary: command("resize-window", direction, "-t", windowTarget, fc.constantFrom("1", "7")),
  },
  { weight: 1, arbitrary: command("resize-window", fc.constantFrom("-A", "-a"), "-t", windowTarget) },
  { weight: 1, arbitrary: command("select-layout", "-o", "-t", windowTarget) },
  { weight: 1, arbitrary: command("select-pane", fc.constantFrom("-m", "-M"), "-t", paneTarget) },
  {
    weight: 1,
    arbitrary: command(
      "set-option",
      "-w",
      "-t",
      windowTarget,
      fc.constantFrom("main-pane-width", "main-pane-height", "other-pane-width", "other-pane-height"),
      fc.constantFrom("10", "40", "30%"),
    ),
  },
  {
    weight: 1,
    arbitrary: command("set-option", "-g", "window-size", fc.constantFrom("largest", "smallest", "manual")),
  },
  { weight: 1, arbitrary: command("set-option", "-g", "pane-base-index", fc.constantFrom("0", "1")) },
  { weight: 1, arbitrary: command("set-option", "-p", "-t", paneTarget, "@p", fc.constantFrom("1", "2")) },
  { weight: 1, arbitrary: command("set-option", "-t", session, "@s", fc.constantFrom("1", "2")) },
);

/** Everything that the commands above can change, in one call. */
export const stateDump: readonly string[] = [
  "list-sessions",
  "-F",
  "#{session_id} #{session_name} #{session_windows} #{session_group} #{session_stack} #{@s}",
  ";",
  "list-windows",
  "-a",
  "-F",
  "#{session_name}:#{window_index} #{window_id} #{window_flags} #{window_width}x#{window_height} #{window_layout} #{window_visible_layout} #{window_linked_sessions}",
  ";",
  "list-panes",
  "-a",
  "-F",
  "#{session_name}:#{window_index}.#{pane_index} #{pane_id} #{pane_width}x#{pane_height}+#{pane_left}+#{pane_top} #{pane_active} #{pane_last} #{pane_marked} #{@p}",
];
