import type { Canvas } from "../../canvas/canvas.ts";
import type { DetachOptions, Face } from "../../face/face.ts";
import type { FormatContext } from "../../format/context.ts";
import type { Target } from "../../target/target.ts";
import type { Client } from "../../tree/client.ts";

/** What a format is expanded for. */
export type TreePlace = Omit<FormatContext, "server" | "host" | "now">;

/** What choosing needs of the world around the core. */
export interface TreePorts {
  expand(text: string, place: TreePlace): string;
  face(client: Client): Face | undefined;
  /** Puts a name into a template and runs it in the name of a client; `current` is where. */
  run(client: Client, command: { template: string; name: string; current?: Target | undefined }): void;
  detach(client: Client, options?: DetachOptions): void;
  /** A client changes a text in its editor; `edited` hears only of success. */
  edit(client: Client, edit: { readonly text: Uint8Array; edited(text: Uint8Array): void }): void;
}

/** Flags of the choosing commands. */
export interface TreeOptions {
  /** What an item tells of itself, and the key that chooses it. */
  readonly format: string;
  readonly keyFormat: string;
  /** Run with what was chosen. */
  readonly template: string;
  readonly filter: string | undefined;
  readonly sort: string | undefined;
  readonly reversed: boolean;
  readonly preview: boolean;
  readonly zoom: boolean;
}

export interface SortOrder {
  readonly field: string;
  readonly reversed: boolean;
}

/** Something that can be chosen, and what belongs to it. */
export interface TreeNode<Data> {
  /** The same object stands for the same thing when the tree is built anew. */
  readonly tag: unknown;
  readonly data: Data;
  readonly name: string;
  /** Absent: the name stands alone. */
  readonly text: string | undefined;
  readonly expanded: boolean;
  /** It cannot be tagged; tagging all tags its children instead. */
  readonly untaggable?: boolean;
  /** The preview is that of its parent. */
  readonly partOfParent?: boolean;
  readonly children: readonly TreeNode<Data>[];
}

/** A key, by its name, on what is chosen from. */
export interface TreeKey {
  readonly name: string;
  readonly client: Client;
  /** Cell of the pane, for a mouse key outside of the lines. */
  readonly x: number;
}

export interface TreeMenuItem {
  readonly name: string;
  readonly key: string;
}

/** One kind of things to choose from. */
export interface TreeSource<Data> {
  /** Of the mode. */
  readonly name: string;
  /** Empty: there is one order only, and nothing is told of it. */
  readonly sorts: readonly string[];
  /** With its border; absent: a part of the pane. */
  readonly previewRows?: number;
  readonly menu: readonly (TreeMenuItem | "separator")[];
  build(order: SortOrder, filter: string | undefined): readonly TreeNode<Data>[];
  /** What is current at first. */
  readonly first?: unknown;
  /** For the key format; absent: each line has the key of its number. */
  place?(data: Data): TreePlace;
  preview(canvas: Canvas, data: Data): void;
  /** Absent: the name is searched. */
  matches?(data: Data, text: string): boolean;
  /** There is nothing left to choose from. */
  readonly empty: boolean;
}

/** `lineKey` as a format. */
export const KEY_FORMAT =
  "#{?#{e|<:#{line},10},#{line},#{?#{e|<:#{line},36},M-#{a:#{e|+:97,#{e|-:#{line},10}}},}}";
