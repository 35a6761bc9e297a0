import { formatTrue } from "../../format/format-true.ts";
import { formatKey } from "../../keys/key-name.ts";
import { type Binding, printedCommands } from "../../keys/key-tables.ts";
import type { TreeNode } from "../tree/tree-source.ts";
import {
  type CustomizeBuilding,
  type CustomizeItem,
  type CustomizeNodes,
  headingNode,
  type KeyItem,
} from "./customize-item.ts";

/** Every table with keys, its keys, and below each key the attributes that the user can change. */
export function keyNodes(building: CustomizeBuilding): CustomizeNodes {
  const { keys } = building.place.session.server;
  return keys.names().flatMap((table) => {
    const bindings = keys.bindings(table);
    const children = bindings.flatMap((binding) => keyNode(table, binding, building));
    return bindings.length === 0 ? [] : headingNode(`Key Table - ${table}`, children);
  });
}

function keyNode(table: string, binding: Binding, building: CustomizeBuilding): CustomizeNodes {
  const { key, note } = binding;
  const { expand, format, filter } = building;
  const place = placeOf(binding, building);
  if (filter !== undefined && !formatTrue(expand(filter, place))) return [];
  const tag = `${table} ${key}`;
  const item: KeyItem = { kind: "key", table, key, part: undefined };
  const part = (name: "Command" | "Note" | "Repeat", text: string): TreeNode<CustomizeItem> => ({
    tag: `${tag} ${name}`,
    data: { ...item, part: name },
    name,
    text,
    expanded: true,
    untaggable: true,
    partOfParent: true,
    children: [],
  });
  return [
    {
      tag,
      data: item,
      get name() {
        return expand(format, place);
      },
      text: undefined,
      expanded: false,
      children: [
        part("Command", `#[ignore]${printedCommands(binding.command)}`),
        part("Note", note === undefined ? "" : `#[ignore]${note}`),
        part("Repeat", binding.repeat ? "on" : "off"),
      ],
    },
  ];
}

function placeOf({ key, note }: Binding, { place }: CustomizeBuilding) {
  const variables = new Map([
    ["is_option", "0"],
    ["is_key", "1"],
    ["key", formatKey(key)],
    ...(note === undefined ? [] : ([["key_note", note]] as const)),
  ]);
  return { ...place, variables };
}
