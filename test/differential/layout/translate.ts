import type { PaneDirection } from "../../../src/core/layout/neighbours.ts";
import type {
  DivideOptions,
  LinkWindowOptions,
  Mux,
  PaneLength,
  PlaceOptions,
} from "../../../src/core/mux.ts";
import type { Pane, Session, Winlink } from "../../../src/core/tree/tree.ts";
import type { Step } from "./pair.ts";

/** A tmux command of the fixed cases, said in our language. Panes are named by id, windows as `session:index`. */
export function translate(text: string): Step {
  const words = text.split(" ");
  const [command = "", ...rest] = words;
  const [flags, run] = TABLE[command] ?? [];
  if (flags === undefined || !run) throw new Error(`no translation of ${command}`);
  const runs =
    ["split-window", "new-window"].includes(command) || (command === "new-session" && !rest.includes("-t"));
  return { words: runs ? [...words, "cat"] : words, run: (mux) => void run(mux, parse(rest, flags)) };
}

interface Arguments {
  has(flag: string): boolean;
  get(flag: string): string | undefined;
  readonly words: readonly string[];
}

/** As getopt: a colon after a letter says that it takes a word. */
function parse(words: readonly string[], flags: string): Arguments {
  const given = new Map<string, string>();
  let at = 0;
  for (; words[at]?.startsWith("-") && words[at] !== "-"; at++) {
    const flag = words[at]![1]!;
    given.set(flag, flags.includes(`${flag}:`) ? words[++at]! : "");
  }
  return { has: (flag) => given.has(flag), get: (flag) => given.get(flag), words: words.slice(at) };
}

type Run = (mux: Mux, args: Arguments) => unknown;

const session = (mux: Mux, text = "work"): Session => mux.server.sessionNamed(text.split(":")[0]!)!;

function link(mux: Mux, text = "work:"): Winlink {
  const [, index = ""] = text.split(":");
  const owner = session(mux, text);
  return index === "" ? owner.current : owner.linkAt(Number(index))!;
}

function pane(mux: Mux, text: string | undefined): Pane {
  return text?.startsWith("%") ? mux.server.panes.get(text as Pane["id"])! : link(mux, text).window.active;
}

function length(text: string): PaneLength {
  return text.endsWith("%") ? { percent: Number(text.slice(0, -1)) } : Number(text);
}

function division(args: Arguments): DivideOptions {
  const size = args.get("l");
  return {
    direction: args.has("h") ? "left-right" : "top-bottom",
    before: args.has("b"),
    full: args.has("f"),
    detached: args.has("d"),
    ...(size === undefined ? {} : { size: length(size) }),
  };
}

function direction(args: Arguments): PaneDirection | undefined {
  const letters = { L: "left", R: "right", U: "up", D: "down" } as const;
  return Object.entries(letters).find(([letter]) => args.has(letter))?.[1];
}

function place(mux: Mux, args: Arguments): LinkWindowOptions {
  const text = args.get("t") ?? "work:";
  const index = text.split(":")[1] ?? "";
  const at: PlaceOptions = args.has("a")
    ? { after: link(mux, text) }
    : args.has("b")
      ? { before: link(mux, text) }
      : index === ""
        ? {}
        : { index: Number(index) };
  return {
    session: session(mux, text),
    detached: args.has("d"),
    replace: args.has("k"),
    keepIndexes: args.has("s"),
    ...at,
  };
}

const TABLE: Record<string, readonly [flags: string, run: Run]> = {
  "split-window": [
    "bdfhvZl:t:",
    (mux, args) => {
      const target = pane(mux, args.get("t"));
      return mux.splitPane(target, { ...division(args), zoom: args.has("Z"), command: ["cat"] });
    },
  ],
  "kill-pane": [
    "at:",
    (mux, args) =>
      args.has("a") ? mux.killOtherPanes(pane(mux, args.get("t"))) : mux.killPane(pane(mux, args.get("t"))),
  ],
  "select-pane": [
    "LRUDZdemMt:",
    (mux, args) => {
      const target = pane(mux, args.get("t"));
      const towards = direction(args);
      if (args.has("m")) return mux.toggleMark(link(mux, "work:"), target);
      if (args.has("M")) return mux.clearMark();
      const found = towards ? mux.paneInDirection(target, towards) : target;
      return found && mux.selectPane(found, { keepZoom: args.has("Z") });
    },
  ],
  "last-pane": [
    "Zt:",
    (mux, args) => mux.lastPane(link(mux, args.get("t")).window, { keepZoom: args.has("Z") }),
  ],
  "resize-pane": [
    "LRUDZx:y:t:",
    (mux, args) => {
      const target = pane(mux, args.get("t"));
      if (args.has("Z")) return mux.toggleZoom(target);
      const [x, y, towards] = [args.get("x"), args.get("y"), direction(args)];
      return mux.resizePane(target, {
        ...(x === undefined ? {} : { cols: length(x) }),
        ...(y === undefined ? {} : { rows: length(y) }),
        ...(towards ? { adjust: { direction: towards, by: Number(args.words[0] ?? 1) } } : {}),
      });
    },
  ],
  "resize-window": [
    "aALRUDx:y:t:",
    (mux, args) => {
      const [x, y, towards] = [args.get("x"), args.get("y"), direction(args)];
      return mux.resizeWindow(link(mux, args.get("t")).window, {
        ...(x === undefined ? {} : { cols: Number(x) }),
        ...(y === undefined ? {} : { rows: Number(y) }),
        ...(towards ? { adjust: { direction: towards, by: Number(args.words[0] ?? 1) } } : {}),
        ...(args.has("A") ? { fit: "largest" } : args.has("a") ? { fit: "smallest" } : {}),
      });
    },
  ],
  "select-layout": [
    "noEpt:",
    (mux, args) => {
      const { window } = link(mux, args.get("t"));
      if (args.has("o")) return mux.undoLayout(window);
      return args.has("E") ? mux.spreadOut(window.active) : mux.selectLayout(window, args.words[0]);
    },
  ],
  "next-layout": ["t:", (mux, args) => mux.nextLayout(link(mux, args.get("t")).window)],
  "previous-layout": ["t:", (mux, args) => mux.previousLayout(link(mux, args.get("t")).window)],
  "rotate-window": [
    "DUZt:",
    (mux, args) =>
      mux.rotateWindow(link(mux, args.get("t")).window, args.has("D") ? "down" : "up", {
        keepZoom: args.has("Z"),
      }),
  ],
  "swap-pane": [
    "dZs:t:",
    (mux, args) =>
      mux.swapPane(pane(mux, args.get("s")), pane(mux, args.get("t")), {
        detached: args.has("d"),
        keepZoom: args.has("Z"),
      }),
  ],
  "join-pane": [
    "bdfhvl:s:t:",
    (mux, args) => {
      const target = pane(mux, args.get("t"));
      const shown = session(mux).links.find(({ window }) => window === target.window)!;
      return mux.joinPane(pane(mux, args.get("s")), target, { ...division(args), link: shown });
    },
  ],
  "break-pane": [
    "abdn:s:t:",
    (mux, args) => {
      const broken = pane(mux, args.get("s"));
      const source = session(mux).links.find(({ window }) => window === broken.window)!;
      const name = args.get("n");
      return mux.breakPane(source, broken, { ...place(mux, args), ...(name === undefined ? {} : { name }) });
    },
  ],
  "new-window": [
    "abdkn:t:",
    (mux, args) => {
      const { session: owner, ...rest } = place(mux, args);
      const name = args.get("n");
      return mux.createWindow(owner, { ...rest, command: ["cat"], ...(name === undefined ? {} : { name }) });
    },
  ],
  "kill-window": [
    "at:",
    (mux, args) =>
      args.has("a")
        ? mux.killOtherWindows(link(mux, args.get("t")))
        : mux.killWindow(link(mux, args.get("t")).window),
  ],
  "rename-window": ["t:", (mux, args) => mux.renameWindow(link(mux, args.get("t")).window, args.words[0]!)],
  "select-window": ["t:", (mux, args) => mux.selectWindow(link(mux, args.get("t")))],
  "last-window": ["t:", (mux, args) => mux.lastWindow(session(mux, args.get("t")))],
  "next-window": [
    "at:",
    (mux, args) => mux.nextWindow(session(mux, args.get("t")), { alert: args.has("a") }),
  ],
  "previous-window": [
    "at:",
    (mux, args) => mux.previousWindow(session(mux, args.get("t")), { alert: args.has("a") }),
  ],
  "link-window": ["abdks:t:", (mux, args) => mux.linkWindow(link(mux, args.get("s")), place(mux, args))],
  "move-window": [
    "abdkrs:t:",
    (mux, args) =>
      args.has("r")
        ? mux.renumberWindows(session(mux, args.get("t")))
        : mux.moveWindow(link(mux, args.get("s")), place(mux, args)),
  ],
  "unlink-window": [
    "kt:",
    (mux, args) => mux.unlinkWindow(link(mux, args.get("t")), { kill: args.has("k") }),
  ],
  "swap-window": [
    "ds:t:",
    (mux, args) =>
      mux.swapWindow(link(mux, args.get("s")), link(mux, args.get("t")), { detached: args.has("d") }),
  ],
  "new-session": [
    "ds:x:y:t:",
    (mux, args) => {
      const [name, group, x, y] = [args.get("s"), args.get("t"), args.get("x"), args.get("y")];
      const found = group === undefined ? undefined : mux.server.sessionNamed(group);
      return mux.createSession({
        cwd: "/",
        ...(name === undefined ? {} : { name }),
        ...(x === undefined ? {} : { cols: Number(x) }),
        ...(y === undefined ? {} : { rows: Number(y) }),
        ...(found ? { groupWith: found } : group === undefined ? { command: ["cat"] } : { groupName: group }),
      });
    },
  ],
  "rename-session": ["t:", (mux, args) => mux.renameSession(session(mux, args.get("t")), args.words[0]!)],
  "kill-session": ["t:", (mux, args) => mux.killSession(session(mux, args.get("t")))],
  "set-option": [
    "gwt:",
    (mux, args) => {
      const [name = "", value = ""] = args.words;
      const target = link(mux, args.get("t"));
      const local = args.has("w") ? target.window.options : target.session.options;
      const global = args.has("w") ? mux.server.windowOptions : mux.server.sessionOptions;
      return (args.has("g") ? global : local).set(name, value);
    },
  ],
};
