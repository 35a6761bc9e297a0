import { cellColour, cellStyle, plainStyle } from "../../canvas/cell-style.ts";
import { optionDescriptions } from "../../options/option-descriptions.ts";
import type { OptionEntry } from "../../options/option-entry.ts";
import { optionEntry } from "../../options/option-table.ts";
import { parseColour } from "../../style/colour.ts";
import { optionStyle } from "../../style/style.ts";
import type { Target } from "../../target/target.ts";
import type { TreePorts } from "../tree/tree-source.ts";
import { isGlobal, type OptionItem, optionText } from "./customize-item.ts";
import type { DescriptionPart } from "./description.ts";

interface Described {
  readonly item: OptionItem;
  /** Undefined for a user option. */
  readonly entry: OptionEntry | undefined;
  readonly value: string;
  /** Unit of a number, with a leading blank. */
  readonly unit: string;
  readonly here: Target;
  expand(text: string): string;
}

/** The meaning of an option, its value, and the other values it can have. */
export function describeOption(
  item: OptionItem,
  here: Target,
  expand: TreePorts["expand"],
): readonly DescriptionPart[] {
  const value = item.store.get(optionText(item));
  if (value === undefined) return [];
  const entry = optionEntry(item.name);
  const described: Described = {
    item,
    entry,
    value,
    unit: entry?.unit === undefined ? "" : ` ${entry.unit}`,
    here,
    expand: (text) => expand(text, here),
  };
  const about: readonly DescriptionPart[] = [
    { text: optionDescriptions[item.name] ?? "This option doesn't have a description." },
    "gap",
    { text: `This is a ${kindOf(entry)} option.` },
  ];
  if (!entry?.array) return [...about, "gap", ...valueParts(described), "last gap", ...widerParts(described)];
  if (item.index === undefined) return [...about, { text: "This is an array option." }];
  const element = { text: `This is an array option, index ${item.index}.` };
  return [...about, element, "gap", ...valueParts(described)];
}

function kindOf(entry: OptionEntry | undefined): string {
  if (!entry) return "user";
  return entry.scope === "pane" ? "window and pane" : entry.scope;
}

function valueParts(described: Described): readonly DescriptionPart[] {
  const { item, entry, value, unit, expand } = described;
  const parts: DescriptionPart[] = [{ text: `Option value: ${value}${unit}` }];
  if (!entry || entry.type === "text") {
    const expanded = expand(value);
    if (expanded !== value) parts.push({ text: `This expands to: ${expanded}` });
  }
  if (entry?.type === "choice") parts.push({ text: `Available values are: ${entry.choices.join(", ")}` });
  parts.push(...exampleParts(described));
  if (entry && item.index === undefined && entry.default !== value)
    parts.push({ text: `The default is: ${entry.default}${unit}` });
  return parts;
}

function exampleParts({ item, entry, value, expand }: Described): readonly DescriptionPart[] {
  if (entry?.type === "colour") {
    const foreground = cellColour(parseColour(value) ?? { kind: "none" });
    return [
      { text: "This is a colour option: ", open: true },
      { text: "EXAMPLE", style: { ...plainStyle, foreground } },
    ];
  }
  if (!entry?.style) return [];
  const style = cellStyle(optionStyle(item.store, item.name, expand));
  return [
    { text: "This is a style option: ", open: true },
    { text: "EXAMPLE", style },
  ];
}

/** The values that would apply without the current one. */
function widerParts({ item, unit, here }: Described): readonly DescriptionPart[] {
  const { home, store, name } = item;
  if (isGlobal(home)) return [];
  const window = home === "pane" ? store.parent : undefined;
  const global = window ? window.parent : store.parent;
  const parts: DescriptionPart[] = [];
  if (window?.has(name))
    parts.push({ text: `Window value (from window ${here.link.index}): ${window.get(name)}${unit}` });
  if (global?.has(name)) parts.push({ text: `Global value: ${global.get(name)}${unit}` });
  return parts;
}
