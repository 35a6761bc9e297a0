import { expect, it } from "vitest";
import { dialogBox } from "./dialog-box.ts";

const textOf = (text: string, y: number) => dialogBox({ rows: text.split("\n"), cursor: { x: 0, y } });

it.each([
  [
    "┌──────────────────┐\n│ Delete all the   │\n│ files?           │\n│                  │\n│ <Yes>     <No>   │\n└──────────────────┘",
    "Delete all the files?",
  ],
  [
    "┌─────┤ Setup ├────┐\n│                  │\n│ All done         │\n│       <Ok>       │\n└──────────────────┘",
    "All done",
  ],
  [
    "┌─| Input |────────┐\n│ Your name:       │\n│ ┌──────────────┐ │\n│ │              │ │\n│ └──────────────┘ │\n│ < OK > < Cancel >│\n└──────────────────┘",
    "Your name:",
  ],
  [
    "+------------------+\n| Go on?           |\n+------------------+\n| < Yes >  < No  > |\n+------------------+",
    "",
  ],
])("is a box with buttons: %j", (text, asked) => expect(textOf(text, 3)).toBe(asked));

it.each([
  ["a box without buttons", "┌──────────┐\n│ Copying  │\n│   10%    │\n└──────────┘", 2],
  ["a box that a program has left behind", "┌──────────┐\n│ Go on?   │\n│   <Ok>   │\n└──────────┘\n\n", 5],
  ["buttons without a box", "Type <Enter> or <Escape>", 0],
])("is none: %s", (_, text, y) => expect(textOf(text, y)).toBeUndefined());
