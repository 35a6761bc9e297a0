import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { tmuxReference } from "../../../scripts/tmux-reference.mjs";
import { commandTable } from "../../../src/doors/tmux/command-table.ts";
import { root } from "../../fixtures/daemon.ts";

test("the reference says what the table of commands says (node scripts/tmux-reference.mjs)", () => {
  expect(readFileSync(join(root, "docs/reference/tmux.md"), "utf8")).toBe(tmuxReference(commandTable));
});
