import type { PaneDirection } from "../../../src/core/layout/neighbours.ts";
import type { Mux, PlaceOptions } from "../../../src/core/mux.ts";
import type { Pane, Session, Window, Winlink } from "../../../src/core/tree/tree.ts";
import type { Step } from "./pair.ts";

/**
 * The vocabulary of both tests. A step names things by where they stand in our tree when it begins, which is where they
 * stand in tmux's, so a sequence of random numbers is a sequence of valid commands.
 */
export interface Choice {
  /** Picks one of several, whatever their number. */
  of<T>(items: readonly T[]): T;
  flag(): boolean;
  /** From 0 to the bound, inclusive. */
  number(bound: number): number;
}

export function chooser(numbers: readonly number[]): Choice {
  let at = 0;
  const next = () => numbers[at++ % numbers.length]!;
  return {
    of: (items) => items[next() % items.length]!,
    flag: () => next() % 2 === 1,
    number: (bound) => next() % (bound + 1),
  };
}

export type StepMaker = (mux: Mux, choose: Choice) => Step;

const DIRECTIONS: readonly PaneDirection[] = ["left", "right", "up", "down"];
const LETTER: Record<PaneDirection, string> = { left: "-L", right: "-R", up: "-U", down: "-D" };
const PRESETS = ["even-horizontal", "even-vertical", "main-horizontal", "main-vertical", "tiled"];

const flags = (...given: readonly (string | false)[]) => given.filter((word) => word !== false);

export function workSessions(mux: Mux): Session[] {
  return mux.server.sessionsByName().filter(({ name }) => name !== "control");
}

function links(mux: Mux): Winlink[] {
  return workSessions(mux).flatMap((session) => session.links);
}

const linkTarget = ({ session, index }: Winlink) => `${session.id}:${index}`;
const paneTarget = ({ session, index }: Winlink, pane: Pane) => `${session.id}:${index}.${pane.id}`;

interface Place {
  readonly link: Winlink;
  readonly pane: Pane;
  readonly window: Window;
  readonly session: Session;
  readonly target: string;
}

function somePlace(mux: Mux, choose: Choice): Place {
  const link = choose.of(links(mux));
  const pane = choose.of(link.window.panes);
  return { link, pane, window: link.window, session: link.session, target: paneTarget(link, pane) };
}

/** A free or taken index, or a place beside another window. */
function somewhere(
  mux: Mux,
  choose: Choice,
  sessions = workSessions(mux),
): { words: string[]; place: PlaceOptions; session: Session } {
  const session = choose.of(sessions);
  const kind = choose.number(3);
  if (kind === 0) return { words: ["-t", `${session.id}:`], place: {}, session };
  const beside = choose.of(session.links);
  if (kind === 1) return { words: ["-a", "-t", linkTarget(beside)], place: { after: beside }, session };
  if (kind === 2) return { words: ["-b", "-t", linkTarget(beside)], place: { before: beside }, session };
  const index = choose.number(5);
  return { words: ["-t", `${session.id}:${index}`], place: { index }, session };
}

/** `join-pane` takes no more than the whole. */
function someSize(
  choose: Choice,
  most = 110,
): { words: string[]; size: number | { percent: number } | undefined } {
  const kind = choose.number(2);
  const amount = choose.number(most);
  if (kind === 0) return { words: [], size: undefined };
  return kind === 1
    ? { words: ["-l", String(amount)], size: amount }
    : { words: ["-l", `${amount}%`], size: { percent: amount } };
}

/** Not another one of its group: tmux refuses that only after it has moved indexes about in one session of the group. */
function destinations(mux: Mux, { session }: Winlink): Session[] {
  const { group } = session;
  return workSessions(mux).filter(
    (other) => other === session || group === undefined || other.group !== group,
  );
}

export const layoutSteps: Record<string, StepMaker> = {
  split(mux, choose) {
    const { target, pane, session } = somePlace(mux, choose);
    const [h, before, full, detached, zoom] = [
      choose.flag(),
      choose.flag(),
      choose.flag(),
      choose.flag(),
      choose.flag(),
    ];
    const { words, size } = someSize(choose);
    return {
      words: [
        "split-window",
        ...flags(h && "-h", before && "-b", full && "-f", detached && "-d", zoom && "-Z"),
        ...words,
        ...["-t", target, "cat"],
      ],
      run: () =>
        mux.splitPane(pane, {
          session,
          direction: h ? "left-right" : "top-bottom",
          before,
          full,
          detached,
          zoom,
          command: ["cat"],
          ...(size === undefined ? {} : { size }),
        }),
    };
  },

  simpleSplit(mux, choose) {
    const { target, pane, session } = somePlace(mux, choose);
    const h = choose.flag();
    return {
      words: ["split-window", h ? "-h" : "-v", "-t", target, "cat"],
      run: () =>
        mux.splitPane(pane, { session, direction: h ? "left-right" : "top-bottom", command: ["cat"] }),
    };
  },

  killPane(mux, choose) {
    const { target, pane } = somePlace(mux, choose);
    return { words: ["kill-pane", "-t", target], run: () => mux.killPane(pane) };
  },

  killOtherPanes(mux, choose) {
    const { target, pane } = somePlace(mux, choose);
    return { words: ["kill-pane", "-a", "-t", target], run: () => mux.killOtherPanes(pane) };
  },

  selectPane(mux, choose) {
    const { target, pane } = somePlace(mux, choose);
    const keepZoom = choose.flag();
    return {
      words: ["select-pane", ...flags(keepZoom && "-Z"), "-t", target],
      run: () => mux.selectPane(pane, { keepZoom }),
    };
  },

  selectInDirection(mux, choose) {
    const { target, pane } = somePlace(mux, choose);
    const direction = choose.of(DIRECTIONS);
    return {
      words: ["select-pane", LETTER[direction], "-t", target],
      run: () => {
        const found = mux.paneInDirection(pane, direction);
        if (found) mux.selectPane(found);
      },
    };
  },

  lastPane(mux, choose) {
    const { link, window } = somePlace(mux, choose);
    return { words: ["last-pane", "-t", linkTarget(link)], run: () => mux.lastPane(window) };
  },

  inputOff(mux, choose) {
    const { target, pane } = somePlace(mux, choose);
    const off = choose.flag();
    return { words: ["select-pane", off ? "-d" : "-e", "-t", target], run: () => mux.setInputOff(pane, off) };
  },

  resizeBorder(mux, choose) {
    const { target, pane } = somePlace(mux, choose);
    const direction = choose.of(DIRECTIONS);
    const by = 1 + choose.number(30);
    return {
      words: ["resize-pane", LETTER[direction], "-t", target, String(by)],
      run: () => mux.resizePane(pane, { adjust: { direction, by } }),
    };
  },

  resizeTo(mux, choose) {
    const { target, pane } = somePlace(mux, choose);
    const [cols, rows] = [choose.number(100), choose.number(40)];
    const percent = choose.flag();
    return {
      words: percent
        ? ["resize-pane", "-x", `${Math.min(cols, 100)}%`, "-t", target]
        : ["resize-pane", "-x", String(cols), "-y", String(rows), "-t", target],
      run: () => mux.resizePane(pane, percent ? { cols: { percent: Math.min(cols, 100) } } : { cols, rows }),
    };
  },

  toggleZoom(mux, choose) {
    const { target, pane } = somePlace(mux, choose);
    return { words: ["resize-pane", "-Z", "-t", target], run: () => mux.toggleZoom(pane) };
  },

  resizeWindow(mux, choose) {
    const { link, window } = somePlace(mux, choose);
    const [cols, rows] = [1 + choose.number(150), 1 + choose.number(60)];
    return {
      words: ["resize-window", "-x", String(cols), "-y", String(rows), "-t", linkTarget(link)],
      run: () => mux.resizeWindow(window, { cols, rows }),
    };
  },

  adjustWindow(mux, choose) {
    const { link, window } = somePlace(mux, choose);
    const direction = choose.of(DIRECTIONS);
    const by = 1 + choose.number(40);
    return {
      words: ["resize-window", LETTER[direction], "-t", linkTarget(link), String(by)],
      run: () => mux.resizeWindow(window, { adjust: { direction, by } }),
    };
  },

  preset(mux, choose) {
    const { link, window } = somePlace(mux, choose);
    const preset = choose.of(PRESETS);
    return {
      words: ["select-layout", "-t", linkTarget(link), preset],
      run: () => mux.selectLayout(window, preset),
    };
  },

  cycleLayout(mux, choose) {
    const { link, window } = somePlace(mux, choose);
    const next = choose.flag();
    return {
      words: [next ? "next-layout" : "previous-layout", "-t", linkTarget(link)],
      run: () => (next ? mux.nextLayout(window) : mux.previousLayout(window)),
    };
  },

  undoLayout(mux, choose) {
    const { link, window } = somePlace(mux, choose);
    return { words: ["select-layout", "-o", "-t", linkTarget(link)], run: () => mux.undoLayout(window) };
  },

  spreadOut(mux, choose) {
    const { target, pane } = somePlace(mux, choose);
    return { words: ["select-layout", "-E", "-t", target], run: () => mux.spreadOut(pane) };
  },

  rotate(mux, choose) {
    const { link, window } = somePlace(mux, choose);
    const [up, keepZoom] = [choose.flag(), choose.flag()];
    return {
      words: ["rotate-window", up ? "-U" : "-D", ...flags(keepZoom && "-Z"), "-t", linkTarget(link)],
      run: () => mux.rotateWindow(window, up ? "up" : "down", { keepZoom }),
    };
  },

  swapPane(mux, choose) {
    const source = somePlace(mux, choose);
    const target = somePlace(mux, choose);
    const [detached, keepZoom] = [choose.flag(), choose.flag()];
    return {
      words: [
        "swap-pane",
        ...flags(detached && "-d", keepZoom && "-Z"),
        ...["-s", source.target, "-t", target.target],
      ],
      run: () => mux.swapPane(source.pane, target.pane, { detached, keepZoom }),
    };
  },

  joinPane(mux, choose) {
    const source = somePlace(mux, choose);
    const target = somePlace(mux, choose);
    const [h, before, full, detached] = [choose.flag(), choose.flag(), choose.flag(), choose.flag()];
    const { words, size } = someSize(choose, 100);
    return {
      words: [
        "join-pane",
        ...flags(h && "-h", before && "-b", full && "-f", detached && "-d"),
        ...words,
        ...["-s", source.target, "-t", target.target],
      ],
      run: () =>
        mux.joinPane(source.pane, target.pane, {
          link: target.link,
          direction: h ? "left-right" : "top-bottom",
          before,
          full,
          detached,
          ...(size === undefined ? {} : { size }),
        }),
    };
  },

  breakPane(mux, choose) {
    const source = somePlace(mux, choose);
    const { words, place, session } = somewhere(mux, choose, destinations(mux, source.link));
    const detached = choose.flag();
    return {
      words: ["break-pane", ...flags(detached && "-d"), "-s", source.target, ...words],
      run: () => mux.breakPane(source.link, source.pane, { ...place, session, detached }),
    };
  },

  borderStatus(mux, choose) {
    const { link, window } = somePlace(mux, choose);
    const value = choose.of(["off", "top", "bottom"]);
    return {
      words: ["set-option", "-w", "-t", linkTarget(link), "pane-border-status", value],
      run: () => window.options.set("pane-border-status", value),
    };
  },
};

export const windowSteps: Record<string, StepMaker> = {
  createWindow(mux, choose) {
    const { words, place, session } = somewhere(mux, choose);
    const [detached, replace, named] = [choose.flag(), choose.flag(), choose.flag()];
    const name = `w${choose.number(9)}`;
    return {
      words: [
        "new-window",
        ...flags(detached && "-d", replace && "-k"),
        ...(named ? ["-n", name] : []),
        ...words,
        "cat",
      ],
      run: () =>
        mux.createWindow(session, {
          ...place,
          detached,
          replace,
          command: ["cat"],
          ...(named ? { name } : {}),
        }),
    };
  },

  killWindow(mux, choose) {
    const { link, window } = somePlace(mux, choose);
    return { words: ["kill-window", "-t", linkTarget(link)], run: () => mux.killWindow(window) };
  },

  /** In a group tmux reads memory it has freed, and kills whatever it finds there. */
  killOtherWindows(mux, choose) {
    const link = choose.of(links(mux));
    if (link.session.group !== undefined) return windowSteps.selectWindow!(mux, choose);
    return { words: ["kill-window", "-a", "-t", linkTarget(link)], run: () => mux.killOtherWindows(link) };
  },

  renameWindow(mux, choose) {
    const { link, window } = somePlace(mux, choose);
    const name = choose.of(["one", "a:b.c", "back\\slash", "tab\there", "$HOME"]);
    return {
      words: ["rename-window", "-t", linkTarget(link), name],
      run: () => mux.renameWindow(window, name),
    };
  },

  selectWindow(mux, choose) {
    const { link } = somePlace(mux, choose);
    return { words: ["select-window", "-t", linkTarget(link)], run: () => mux.selectWindow(link) };
  },

  stepWindow(mux, choose) {
    const session = choose.of(workSessions(mux));
    const [command, run] = choose.of([
      ["last-window", () => mux.lastWindow(session)],
      ["next-window", () => mux.nextWindow(session)],
      ["previous-window", () => mux.previousWindow(session)],
    ] as const);
    return { words: [command, "-t", `${session.id}:`], run };
  },

  linkWindow(mux, choose) {
    const { link } = somePlace(mux, choose);
    const { words, place, session } = somewhere(mux, choose, destinations(mux, link));
    const [detached, replace] = [choose.flag(), choose.flag()];
    return {
      words: ["link-window", ...flags(detached && "-d", replace && "-k"), "-s", linkTarget(link), ...words],
      run: () => mux.linkWindow(link, { ...place, session, detached, replace, keepIndexes: true }),
    };
  },

  moveWindow(mux, choose) {
    const { link } = somePlace(mux, choose);
    const { words, place, session } = somewhere(mux, choose, destinations(mux, link));
    const [detached, replace] = [choose.flag(), choose.flag()];
    return {
      words: ["move-window", ...flags(detached && "-d", replace && "-k"), "-s", linkTarget(link), ...words],
      run: () => mux.moveWindow(link, { ...place, session, detached, replace, keepIndexes: true }),
    };
  },

  unlinkWindow(mux, choose) {
    const { link } = somePlace(mux, choose);
    const kill = choose.flag();
    return {
      words: ["unlink-window", ...flags(kill && "-k"), "-t", linkTarget(link)],
      run: () => mux.unlinkWindow(link, { kill }),
    };
  },

  swapWindow(mux, choose) {
    const [source, target] = [choose.of(links(mux)), choose.of(links(mux))];
    const detached = choose.flag();
    return {
      words: ["swap-window", ...flags(detached && "-d"), "-s", linkTarget(source), "-t", linkTarget(target)],
      run: () => mux.swapWindow(source, target, { detached }),
    };
  },

  /** In a group, the others would be left with the old indexes. */
  renumber(mux, choose) {
    const session = choose.of(workSessions(mux));
    if (session.group !== undefined) return windowSteps.selectWindow!(mux, choose);
    return { words: ["move-window", "-r", "-t", `${session.id}:`], run: () => mux.renumberWindows(session) };
  },

  createSession(mux, choose) {
    const name = choose.of(["s1", "s2", "s3", "a.b", "x:y"]);
    const [cols, rows] = [20 + choose.number(100), 5 + choose.number(40)];
    return {
      words: ["new-session", "-d", "-s", name, "-x", String(cols), "-y", String(rows), "cat"],
      run: () => mux.createSession({ name, cols, rows, cwd: "/", command: ["cat"] }),
    };
  },

  createGrouped(mux, choose) {
    const session = choose.of(workSessions(mux));
    return {
      words: ["new-session", "-d", "-t", session.id],
      run: () => mux.createSession({ groupWith: session, cwd: "/" }),
    };
  },

  renameSession(mux, choose) {
    const session = choose.of(workSessions(mux));
    const name = choose.of(["s1", "r:1", "r.2", "tab\tname"]);
    return {
      words: ["rename-session", "-t", session.id, name],
      run: () => mux.renameSession(session, name),
    };
  },

  setOption(mux, choose) {
    const session = choose.of(workSessions(mux));
    const [name, value] = choose.of([
      ["base-index", "0"],
      ["base-index", "2"],
      ["renumber-windows", "on"],
      ["renumber-windows", "off"],
    ] as const);
    return {
      words: ["set-option", "-t", session.id, name, value],
      run: () => session.options.set(name, value),
    };
  },
};
