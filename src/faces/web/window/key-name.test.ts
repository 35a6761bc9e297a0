import { expect, test } from "vitest";
import { keyName, readBindings } from "./key-name.ts";

const key = (name: string, held = "") => ({
  key: name,
  ctrlKey: held.includes("c"),
  altKey: held.includes("a"),
  shiftKey: held.includes("s"),
});

test.each([
  [key("b", "c"), "C-b"],
  [key("B", "cs"), "C-b"],
  [key("%", "s"), "%"],
  [key("ArrowLeft", "a"), "M-Left"],
  [key("ArrowUp", "s"), "S-Up"],
  [key("ArrowUp", "c"), "C-Up"],
  [key("Tab", "s"), "BTab"],
  [key(" "), "Space"],
  [key("F5"), "F5"],
  [key("Control", "c"), undefined],
  [key("AudioVolumeUp"), undefined],
])("%j is %s", (event, name) => {
  expect(keyName(event)).toBe(name);
});

test("reads tmux's list of bindings", () => {
  const text = [
    "bind-key    -T prefix C-b                    send-prefix",
    'bind-key    -T prefix \\"                     split-window',
    "bind-key -r -T prefix Up                     select-pane -U",
    'bind-key    -T prefix x                      confirm-before -p "kill-pane #P? (y/n)" kill-pane',
  ].join("\n");
  expect(readBindings(text)).toEqual([
    { key: "C-b", repeats: false, command: "send-prefix" },
    { key: '"', repeats: false, command: "split-window" },
    { key: "Up", repeats: true, command: "select-pane -U" },
    { key: "x", repeats: false, command: 'confirm-before -p "kill-pane #P? (y/n)" kill-pane' },
  ]);
});
