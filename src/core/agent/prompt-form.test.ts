import { expect, it } from "vitest";
import { promptForm } from "./prompt-form.ts";

const formOf = (text: string, x: number, y: number) =>
  promptForm({ rows: text.split("\n"), cursor: { x, y } });

it.each([
  [
    "? Pick a color › - Use arrow-keys. Return to submit.\n❯   Red\n    Green\n",
    0,
    3,
    "Pick a color",
    ["Red", "Green"],
    0,
  ],
  ["? Pick a fruit …\n  apple\n▸ pear", 18, 0, "Pick a fruit", ["apple", "pear"], 1],
  [
    "┌  app\n│\n◆  Which type?\n│  ● TypeScript\n│  ○ JavaScript\n│  ↑/↓ to navigate\n└\n",
    0,
    7,
    "Which type?",
    ["TypeScript", "JavaScript"],
    0,
  ],
  [
    "? Where?  [Use arrows to move, type to filter]\n> GitHub.com\n  Other",
    46,
    0,
    "Where?",
    ["GitHub.com", "Other"],
    0,
  ],
  ["? Project name (demo)", 22, 0, "Project name (demo)", [], -1],
  ["◆  Where?\n│  ./x\n└\n", 0, 3, "Where?", [], -1],
  ["? Pick\n❯ apple\n  pear\n\nThe fruit apple\n↑↓ navigate • ⏎ select", 22, 5, "Pick", ["apple", "pear"], 0],
  ["? Auto pick ›\n❯   apple\n    pear", 8, 2, "Auto pick", ["apple", "pear"], 0],
  ["? Pick ›\nInstructions:\n    ↑/↓: Highlight option\n◯   apple\n◯   pear\n", 8, 5, "Pick", [], -1],
  ["? Name? ‣ jon", 13, 0, "Name?", [], -1],
  ["▲  Name?\n│  x\n└  Required!\n", 0, 3, "Name?", [], -1],
  ["? Where?  [Use arrows to move, type to filter]\n> Here\n  There", 0, 1, "Where?", ["Here", "There"], 0],
  ["Which one?\n  npm\n❯ yarn\n", 0, 3, "Which one?", ["npm", "yarn"], 1],
  ["? Features\n❯◯ A\n ◉ B\n\n↑↓ navigate • space select", 30, 4, "Features", [], 0],
])("a question of a library for prompts: %j", (text, x, y, question, labels, selected) => {
  expect(formOf(text, x, y)).toEqual({ question, labels, selected });
});

it.each([
  ["? Pick a fruit · pear\nInstalling…\n", 0, 2],
  [">>> print(text)\n? Pick one\n> apple\n>>> ", 4, 3],
  ["? Pick one\n> apple\n\nthe list above is a quotation\n", 0, 4],
  ["▲ Next.js 16.0.0\n- Local: http://localhost:3000\n\n", 0, 3],
  ["~/src on main\n❯ npm start\n  listening\n", 0, 3],
  ["Errors:\n❯ a.test.ts\n  b.test.ts\nFailed\n", 0, 4],
  ["> test\n> vitest run\n\n", 0, 3],
])("is none that is open: %j", (text, x, y) => expect(formOf(text, x, y)).toBeUndefined());
