import type { Canvas } from "../../canvas/canvas.ts";
import { type KeyTables, printedCommands } from "../../keys/key-tables.ts";
import { isWhole, paneTarget } from "../../target/current-target.ts";
import type { Target } from "../../target/target.ts";
import type { Pane } from "../../tree/tree.ts";
import { type SortOrder, TAG_ITEMS, type TreeSetup, type TreeSource } from "../tree/tree-source.ts";
import type { CustomizeBuilding, CustomizeItem, CustomizeNodes, KeyItem } from "./customize-item.ts";
import { describeOption } from "./describe-option.ts";
import { type DescriptionPart, drawDescription } from "./description.ts";
import { keyNodes } from "./key-nodes.ts";
import { optionNodes } from "./option-nodes.ts";

const MENU: TreeSource<CustomizeItem>["menu"] = [
  { name: "Select", key: "Enter" },
  { name: "Expand", key: "Right" },
  "separator",
  ...TAG_ITEMS,
  { name: "Cancel", key: "q" },
];

interface CustomizeSourceSetup extends TreeSetup {
  readonly pane: Pane;
}

/** The tree of all options and all key tables. */
export class CustomizeSource implements TreeSource<CustomizeItem> {
  readonly name = "options-mode";
  readonly sorts = [];
  readonly previewRows = 12;
  readonly menu = MENU;
  readonly empty = false;
  readonly #setup: CustomizeSourceSetup;
  hideGlobal = false;

  constructor(setup: CustomizeSourceSetup) {
    this.#setup = setup;
  }

  /** The place whose options are shown: the named one while it exists, else that of the pane. */
  get here(): Target {
    const { from, pane } = this.#setup;
    return isWhole(from) ? from : (paneTarget(pane) ?? from);
  }

  build(_order: SortOrder, filter: string | undefined): CustomizeNodes {
    const { ports, options } = this.#setup;
    const building: CustomizeBuilding = {
      place: this.here,
      format: options.format,
      filter,
      hideGlobal: this.hideGlobal,
      expand: ports.expand,
    };
    return [...optionNodes(building), ...keyNodes(building)];
  }

  preview(canvas: Canvas, item: CustomizeItem): void {
    if (!item) return;
    const { here } = this;
    const { expand } = this.#setup.ports;
    const parts =
      item.kind === "key" ? describeKey(item, here.session.server.keys) : describeOption(item, here, expand);
    drawDescription(canvas, parts);
  }
}

function describeKey({ table, key }: KeyItem, tables: KeyTables): readonly DescriptionPart[] {
  const binding = tables.get(table, key);
  if (!binding) return [];
  const { note = "There is no note for this key.", repeat, command } = binding;
  const standard = tables.standard(table, key);
  return [
    { text: note === "" || note.endsWith(".") ? note : `${note}.` },
    "gap",
    { text: `This key is in the ${table} table.` },
    { text: `This key ${repeat ? "does" : "does not"} repeat.` },
    "gap",
    { text: `Command: ${printedCommands(command)}` },
    ...(standard && standard.command !== command
      ? [{ text: `The default is: ${printedCommands(standard.command)}` }]
      : []),
  ];
}
