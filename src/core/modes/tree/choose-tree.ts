import { stateFormat } from "../../agent/agent-state.ts";
import type { Canvas } from "../../canvas/canvas.ts";
import { cellColour } from "../../canvas/cell-style.ts";
import type { Mux } from "../../mux.ts";
import type { Colour } from "../../screen/screen.ts";
import { paneIndex } from "../../target/find-pane.ts";
import type { Target } from "../../target/target.ts";
import { encodeUtf8 } from "../../text/utf8.ts";
import type { Client, Pane } from "../../tree/tree.ts";
import { drawScreen } from "./preview.ts";
import { type DrawnStrip, drawStrip } from "./preview-strip.ts";
import { type SessionPlace, type SessionTreeSetup, sessionNodes } from "./session-nodes.ts";
import { TreeMode } from "./tree-mode.ts";
import { TAG_ITEMS, type TreeKey, type TreeOptions, type TreeSource } from "./tree-source.ts";

/** Appends an agent's state to a pane, and the most urgent state to a window or session; tmux's text is unchanged without agents. */
const AGENT_MARK = `#{?pane_format,${mark("pane_agent", "pane_agent_state")},#{?window_format,${mark("window_agent_state")},${mark("session_agent_state")}}}`;

export const TREE_DEFAULTS = {
  format:
    '#{?pane_format,#{?pane_marked,#[reverse],}#{pane_current_command}#{?pane_active,*,}#{?pane_marked,M,}#{?#{&&:#{pane_title},#{!=:#{pane_title},#{host_short}}},: "#{pane_title}",},#{?window_format,#{?window_marked_flag,#[reverse],}#{window_name}#{window_flags}#{?#{&&:#{==:#{window_panes},1},#{&&:#{pane_title},#{!=:#{pane_title},#{host_short}}}},: "#{pane_title}",},#{session_windows} windows#{?session_grouped, (group #{session_group}: #{session_group_list}),}#{?session_attached, (attached),}}}' +
    AGENT_MARK,
  template: "switch-client -Zt '%%'",
} satisfies Partial<TreeOptions>;

const MENU: TreeSource<SessionPlace>["menu"] = [
  { name: "Select", key: "Enter" },
  { name: "Expand", key: "Right" },
  { name: "Mark", key: "m" },
  "separator",
  ...TAG_ITEMS,
  { name: "Kill", key: "x" },
  { name: "Kill Tagged", key: "X" },
  "separator",
  { name: "Cancel", key: "q" },
];
/** Columns of the pane left of the preview. */
const PREVIEW_LEFT = 2;

/** Sessions, windows and panes to choose from (`choose-tree`, `find-window`). */
export function openChooseTree(mux: Mux, pane: Pane, setup: SessionTreeSetup): boolean {
  return mux.enterMode(pane, "tree-mode", () => new ChooseTree(mux, pane, setup));
}

function mark(condition: string, variable = condition): string {
  return `#{?${condition}, ${stateFormat(variable)}#[default],}`;
}

class ChooseTree extends TreeMode<SessionPlace> {
  readonly #from: Target;
  readonly #preview: StripPreview;

  constructor(mux: Mux, pane: Pane, setup: SessionTreeSetup) {
    const { ports, options, from } = setup;
    const preview = new StripPreview();
    super({ mux, pane, ports, options, source: sourceOf(setup, preview) });
    this.#from = from;
    this.#preview = preview;
  }

  protected act(key: TreeKey): void {
    const { name, client } = key;
    const place = this.tree.item.node.data;
    this.#preview.show(place);
    const acts = new Map<string, () => void>([
      ["MouseDown1Pane", () => this.#clicked(key)],
      ["<", () => this.#preview.scrolled--],
      [">", () => this.#preview.scrolled++],
      ["H", () => this.#goHome()],
      ["m", () => this.#mark(place)],
      ["M", () => this.#clearMark()],
      ["x", () => this.#askKill(client, place)],
      ["X", () => this.#askKillTagged(client)],
      [":", () => this.#askCommand(client)],
      ["Enter", () => this.choose(client, targetText(place))],
    ]);
    acts.get(name)?.();
  }

  /**
   * A click on an arrow of the preview scrolls; any other click chooses the current item, whichever screen was
   * clicked.
   */
  #clicked(key: TreeKey): void {
    const place = this.tree.item.node.data;
    const { left, right } = this.#preview.drawn ?? {};
    const x = key.x - PREVIEW_LEFT;
    if (left !== undefined && x <= left) this.#preview.scrolled--;
    else if (right !== undefined && x >= right) this.#preview.scrolled++;
    else if (!place.pane) this.choose(key.client, targetText(place));
  }

  #goHome(): void {
    const { session, link } = this.#from;
    for (const tag of [session, link]) if (this.tree.expand(tag)) this.build();
    if (!this.tree.select(this.setup.pane)) this.tree.select(link);
  }

  #mark(place: SessionPlace): void {
    const { mux } = this.setup;
    const { link, pane } = wholePlace(place);
    const { marked, markedLink } = mux.server;
    if (marked !== pane || markedLink !== link) mux.toggleMark(link, pane);
    this.build();
  }

  #clearMark(): void {
    this.setup.mux.clearMark();
    this.build();
  }

  #askKill(client: Client, place: SessionPlace): void {
    const { session, link, pane } = place;
    const what = pane ? `pane ${paneIndex(pane)}` : link ? `window ${link.index}` : `session ${session.name}`;
    this.confirm(client, `Kill ${what}? `, () => this.#kill(place));
  }

  #askKillTagged(client: Client): void {
    const { length } = this.tree.tagged;
    if (length === 0) return;
    this.confirm(client, `Kill ${length} tagged? `, () => {
      for (const place of this.tree.tagged) this.#kill(place);
    });
  }

  #kill({ session, link, pane }: SessionPlace): void {
    const { mux } = this.setup;
    const { server } = mux;
    if (pane) {
      if (server.panes.has(pane.id)) mux.killPane(pane);
    } else if (link) {
      if (server.windows.has(link.window.id)) mux.killWindow(link.window);
    } else if (server.sessions.has(session.id)) mux.killSession(session);
  }

  #askCommand(client: Client): void {
    const { length } = this.tree.tagged;
    const message = length === 0 ? "(current) " : `(${length} tagged) `;
    this.ask(client, { message, type: "command" }, (template) => {
      const { tagged } = this.tree;
      for (const place of tagged.length > 0 ? tagged : [this.tree.item.node.data])
        this.setup.ports.run(client, { template, name: targetText(place), current: wholePlace(place) });
    });
  }
}

/** Screens side by side for a session and for a window, a single one for a pane. */
class StripPreview {
  drawn: DrawnStrip | undefined;
  scrolled = 0;
  #shown: SessionPlace | undefined;

  /** A new item resets the scroll position. */
  show(place: SessionPlace): void {
    const isSame =
      place.session === this.#shown?.session &&
      place.link === this.#shown.link &&
      place.pane === this.#shown.pane;
    if (!isSame) this.scrolled = 0;
    this.#shown = place;
  }

  draw(canvas: Canvas, place: SessionPlace): void {
    const { session, link, pane } = place;
    this.show(place);
    if (pane) {
      drawScreen(canvas, pane.screen);
      return;
    }
    const colour = (active: boolean): Colour =>
      cellColour(session.options.colour(active ? "display-panes-active-colour" : "display-panes-colour"));
    const strip = link
      ? {
          current: link.window.panes.indexOf(link.window.active),
          screens: link.window.panes.map((each) => ({
            screen: each.screen,
            colour: colour(each === each.window.active),
            label: () => ` ${paneIndex(each)} `,
            evenLabel: true,
          })),
        }
      : {
          current: session.links.indexOf(session.current),
          screens: session.links.map((each) => ({
            screen: each.window.active.screen,
            colour: colour(each === session.current),
            label: (cols: number) => {
              const full = ` ${each.index}:${each.window.name} `;
              return encodeUtf8(full).length > cols ? ` ${each.index} ` : full;
            },
            evenLabel: false,
          })),
        };
    this.drawn = drawStrip(canvas, { ...strip, scrolled: this.scrolled }) ?? this.drawn;
    this.scrolled = this.drawn?.scrolled ?? 0;
  }
}

function sourceOf(setup: SessionTreeSetup, preview: StripPreview): TreeSource<SessionPlace> {
  const { ports, from, depth } = setup;
  let opened = false;
  return {
    name: "tree-mode",
    sorts: ["index", "name", "time"],
    menu: MENU,
    empty: false,
    first: firstOf(from, depth),
    build(order, filter) {
      const nodes = sessionNodes({ ...setup, depth: opened ? "panes" : depth, order, filter });
      opened ||= nodes.length > 0;
      return nodes;
    },
    place: (place) => place,
    preview: (canvas, place) => preview.draw(canvas, place),
    matches({ session, link, pane }, text) {
      if (pane) return ports.expand("#{pane_current_command}", { session, link, pane }).includes(text);
      return (link?.window.name ?? session.name).includes(text);
    },
  };
}

function firstOf({ session, link, pane }: Target, depth: SessionTreeSetup["depth"]): unknown {
  if (depth === "sessions") return session;
  return depth === "windows" || link.window.panes.length === 1 ? link : pane;
}

function wholePlace({ session, link = session.current, pane = link.window.active }: SessionPlace): Target {
  return { session, link, window: link.window, pane };
}

function targetText({ session, link, pane }: SessionPlace): string {
  if (!link) return `=${session.name}:`;
  return `=${session.name}:${link.index}.${pane?.id ?? ""}`;
}
