import type { Key } from "../../keys/key.ts";
import type { Options } from "../../options/options.ts";
import { paneIndex } from "../../target/find-pane.ts";
import type { Target } from "../../target/target.ts";
import type { TreeNode, TreePorts } from "../tree/tree-source.ts";

/** The store that has the value of an option. */
export type OptionHome = "server" | "global-session" | "session" | "global-window" | "window" | "pane";

export interface OptionItem {
  readonly kind: "option";
  readonly home: OptionHome;
  readonly store: Options;
  readonly name: string;
  /** Index of an element, for an array option. */
  readonly index: number | undefined;
}

export interface KeyItem {
  readonly kind: "key";
  readonly table: string;
  readonly key: Key;
  /** The attribute of the key that a line below it shows. */
  readonly part: "Command" | "Note" | "Repeat" | undefined;
}

/** Undefined for a heading. */
export type CustomizeItem = OptionItem | KeyItem | undefined;

export type CustomizeNodes = readonly TreeNode<CustomizeItem>[];

/** The input from which the lines of the tree are built. */
export interface CustomizeBuilding {
  readonly place: Target;
  readonly format: string;
  readonly filter: string | undefined;
  /** Shows only values that are set for this session, window or pane. */
  readonly hideGlobal: boolean;
  expand: TreePorts["expand"];
}

/** A line that stands above others and cannot be tagged itself. */
export function headingNode(title: string, children: CustomizeNodes): TreeNode<CustomizeItem> {
  return {
    tag: title,
    data: undefined,
    name: title,
    text: undefined,
    expanded: false,
    untaggable: true,
    children,
  };
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

/** The name in the form that set-option accepts. */
export function optionText({ name, index }: OptionItem): string {
  return index === undefined ? name : `${name}[${index}]`;
}
