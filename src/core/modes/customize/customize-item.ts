import type { Key } from "../../keys/key.ts";
import type { Options } from "../../options/options.ts";
import { paneIndex } from "../../target/find-pane.ts";
import type { Target } from "../../target/target.ts";
import type { TreeNode, TreePorts } from "../tree/tree-source.ts";

/** Where the value of an option stands. */
export type OptionHome = "server" | "global-session" | "session" | "global-window" | "window" | "pane";

export interface OptionItem {
  readonly kind: "option";
  readonly home: OptionHome;
  readonly store: Options;
  readonly name: string;
  /** Of an element of an array. */
  readonly index: number | undefined;
}

export interface KeyItem {
  readonly kind: "key";
  readonly table: string;
  readonly key: Key;
  /** What a line below the key is about. */
  readonly part: "Command" | "Note" | "Repeat" | undefined;
}

/** Undefined for a heading. */
export type CustomizeItem = OptionItem | KeyItem | undefined;

export type CustomizeNodes = readonly TreeNode<CustomizeItem>[];

/** What the lines of the tree are made of. */
export interface CustomizeBuilding {
  readonly place: Target;
  readonly format: string;
  readonly filter: string | undefined;
  /** Only what is set for this session, window or pane is shown. */
  readonly hideGlobal: boolean;
  expand: TreePorts["expand"];
}

export function isGlobal(home: OptionHome): boolean {
  return home === "server" || home === "global-session" || home === "global-window";
}

export function storeOf(home: OptionHome, { session, window, pane }: Target): Options {
  const { server } = session;
  const stores = {
    server: server.options,
    "global-session": server.sessionOptions,
    session: session.options,
    "global-window": server.windowOptions,
    window: window.options,
    pane: pane.options,
  };
  return stores[home];
}

/** The owner of the value in words; empty for a global value. */
export function ownerText(home: OptionHome, { session, link, pane }: Target): string {
  if (home === "pane") return `pane ${paneIndex(pane)}`;
  if (home === "window") return `window ${link.index}`;
  return home === "session" ? `session ${session.name}` : "";
}

/** As set-option takes it. */
export function optionText({ name, index }: OptionItem): string {
  return index === undefined ? name : `${name}[${index}]`;
}
