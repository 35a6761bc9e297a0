import type { Canvas } from "../../canvas/canvas.ts";
import type { DetachOptions, Face } from "../../face/face.ts";
import type { FormatPlace } from "../../format/context.ts";
import type { Target } from "../../target/target.ts";
import type { Client } from "../../tree/tree.ts";

/** The environment's services for choosing. */
export interface TreePorts {
  expand(text: string, place: FormatPlace): string;
  face(client: Client): Face | undefined;
  /** Inserts a name into a template and runs it on behalf of a client; `current` is its target. */
  run(client: Client, command: { template: string; name: string; current?: Target | undefined }): void;
  detach(client: Client, options?: DetachOptions): void;
  /** Opens a text in the client's editor; `edited` is called only on success. */
  edit(client: Client, edit: { readonly text: Uint8Array; edited(text: Uint8Array): void }): void;
}

/** Flags of the choosing commands. */
export interface TreeOptions {
  /** Format of an item's text, and of the key that chooses it. */
  readonly format: string;
  readonly keyFormat: string;
  /** Command to run with the chosen name. */
  readonly template: string;
  readonly filter: string | undefined;
  readonly sort: string | undefined;
  readonly reversed: boolean;
  readonly preview: boolean;
  readonly zoom: boolean;
}

/** What a tree is opened with. */
export interface TreeSetup {
  readonly ports: TreePorts;
  readonly options: TreeOptions;
  /** The target at which the tree was opened. */
  readonly from: Target;
}

export interface SortOrder {
  readonly field: string;
  readonly reversed: boolean;
}

/** An item of the tree with its children. */
export interface TreeNode<Data> {
  /** The same object identifies the same item when the tree is built again. */
  readonly tag: unknown;
  readonly data: Data;
  readonly name: string;
  /** Absent: only the name is shown. */
  readonly text: string | undefined;
  readonly expanded: boolean;
  /** The item cannot be tagged; tagging all tags its children instead. */
  readonly untaggable?: boolean;
  /** The item shows its parent's preview. */
  readonly partOfParent?: boolean;
  readonly children: readonly TreeNode<Data>[];
}

/** A key, by its name, with the items that it applies to. */
export interface TreeKey {
  readonly name: string;
  readonly client: Client;
  /** Cell of the pane, for a mouse key outside the lines. */
  readonly x: number;
}

export interface TreeMenuItem {
  readonly name: string;
  readonly key: string;
}

/** The part of a menu that every kind of tree has. */
export const TAG_ITEMS = [
  { name: "Tag", key: "t" },
  { name: "Tag All", key: "C-t" },
  { name: "Tag None", key: "T" },
  "separator",
] as const;

/** The source of one kind of tree. */
export interface TreeSource<Data> {
  /** Name of the mode. */
  readonly name: string;
  /** Empty: there is only one order, and the title does not show it. */
  readonly sorts: readonly string[];
  /** Height including the border; absent: a part of the pane. */
  readonly previewRows?: number;
  readonly menu: readonly (TreeMenuItem | "separator")[];
  build(order: SortOrder, filter: string | undefined): readonly TreeNode<Data>[];
  /** Tag of the initially current item. */
  readonly first?: unknown;
  /** For the key format; absent: each line has the key of its number. */
  place?(data: Data): FormatPlace;
  preview(canvas: Canvas, data: Data): void;
  /** Absent: searches match the name. */
  matches?(data: Data, text: string): boolean;
  /** Whether nothing is left to choose from. */
  readonly empty: boolean;
}

/** `lineKey` as a format. */
export const KEY_FORMAT =
  "#{?#{e|<:#{line},10},#{line},#{?#{e|<:#{line},36},M-#{a:#{e|+:97,#{e|-:#{line},10}}},}}";
