import { formatTrue } from "../../format/format-true.ts";
import { isUserOption } from "../../options/option-name.ts";
import { belongsIn, optionEntry, optionTable } from "../../options/option-table.ts";
import type { Options } from "../../options/options.ts";
import { compareBytes } from "../../text/compare-bytes.ts";
import type { TreeNode } from "../tree/tree-source.ts";
import {
  type CustomizeBuilding,
  type CustomizeItem,
  type CustomizeNodes,
  headingNode,
  isGlobal,
  type OptionHome,
  ownerText,
  storeOf,
} from "./customize-item.ts";

interface Level {
  readonly home: OptionHome;
  readonly store: Options;
}

/** The first home of each heading lists every option; a narrower one lists the options that were set there. */
const HEADINGS: readonly { readonly title: string; readonly homes: readonly OptionHome[] }[] = [
  { title: "Server Options", homes: ["server"] },
  { title: "Session Options", homes: ["global-session", "session"] },
  { title: "Window & Pane Options", homes: ["global-window", "window", "pane"] },
];

export function optionNodes(building: CustomizeBuilding): CustomizeNodes {
  return HEADINGS.map(({ title, homes }) => {
    const levels = homes.map((home) => ({ home, store: storeOf(home, building.place) }));
    const names = [...userNames(levels), ...tableNames(levels[0]!.store)];
    const children = names.flatMap((name) => {
      const level = levels.findLast(({ store }) => store.has(name));
      return level ? optionNode(name, level, building) : [];
    });
    return headingNode(title, children);
  });
}

function userNames(levels: readonly Level[]): ReadonlySet<string> {
  return new Set(levels.flatMap(({ store }) => store.ownNames().filter(isUserOption).toSorted(compareBytes)));
}

function tableNames({ scope }: Options): readonly string[] {
  return optionTable
    .filter((entry) => !entry.hook && belongsIn(entry, scope))
    .map(({ name }) => name)
    .toSorted(compareBytes);
}

function optionNode(name: string, level: Level, building: CustomizeBuilding): CustomizeNodes {
  const { home, store } = level;
  const { filter, hideGlobal } = building;
  if (hideGlobal && isGlobal(home)) return [];
  const array = optionEntry(name)?.array ?? false;
  const value = store.get(name) ?? "";
  const text = (shown: string, of: string) =>
    building.expand(shown, placeOf({ name, value: of }, level, building));
  if (filter !== undefined && !formatTrue(text(filter, value))) return [];
  return [
    {
      tag: tagOf(name, home),
      data: { kind: "option", home, store, name, index: undefined },
      name,
      get text() {
        return array ? undefined : text(building.format, value);
      },
      expanded: false,
      children: array
        ? store
            .list(name)
            .map(([index, element]) => elementNode({ name, index, value: element }, level, building))
        : [],
    },
  ];
}

function elementNode(
  { name, index, value }: { readonly name: string; readonly index: number; readonly value: string },
  level: Level,
  building: CustomizeBuilding,
): TreeNode<CustomizeItem> {
  const { home, store } = level;
  const label = `${name}[${index}]`;
  return {
    tag: tagOf(label, home),
    data: { kind: "option", home, store, name, index },
    name: label,
    get text() {
      return building.expand(building.format, placeOf({ name: label, value }, level, building));
    },
    expanded: true,
    children: [],
  };
}

/** User options of the same name in two places are two items. */
function tagOf(name: string, home: OptionHome): string {
  return isUserOption(name) ? `${name} ${home}` : name;
}

function placeOf(
  { name, value }: { readonly name: string; readonly value: string },
  { home }: Level,
  { place }: CustomizeBuilding,
) {
  const entry = optionEntry(name.replace(/\[\d+\]$/, ""));
  const variables = new Map([
    ["is_option", "1"],
    ["is_key", "0"],
    ["option_name", name],
    ["option_value", value],
    ["option_is_global", isGlobal(home) ? "1" : "0"],
    ["option_is_array", entry?.array ? "1" : "0"],
    ["option_scope", ownerText(home, place)],
    ["option_unit", entry?.unit ?? ""],
  ]);
  return { ...place, variables };
}
