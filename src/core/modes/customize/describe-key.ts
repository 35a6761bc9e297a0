import { type KeyTables, printedCommands } from "../../keys/key-tables.ts";
import type { KeyItem } from "./customize-item.ts";
import type { DescriptionPart } from "./description.ts";

export function describeKey({ table, key }: KeyItem, tables: KeyTables): readonly DescriptionPart[] {
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
