import { expect, it } from "vitest";
import { isChooser, programName } from "./program-name.ts";

it.each([
  [["/usr/bin/vim", "a/b"], "vim"],
  [["-bash"], "bash"],
  [["node", "/opt/bin/claude.js", "--resume"], "claude"],
  [["node", "--enable-source-maps", "/opt/bin/codex"], "codex"],
  [["python3.12", "-u", "/opt/aider.py"], "aider"],
  [["sh", "-e", "/opt/build.sh"], "build.sh"],
  [["sh", "-c", "printf 'Go on? [y/N] '; read x"], "sh"],
  [["bash", "-lc", "/opt/run; read x"], "bash"],
  [["node", "-e", "require('fs/promises')"], "node"],
  [["python3", "-c", "open('/etc/passwd')"], "python3"],
  [["node", "--require", "/opt/trace.js", "/opt/bin/claude"], "claude"],
  [["bash", "--rcfile", "/home/me/rc", "-i"], "bash"],
  [["node", "server.js"], "node"],
  [[], ""],
])("%j is known as %s", (argv, name) => {
  expect(programName(argv)).toBe(name);
});

it.each([
  [["whiptail", "--yesno", "Go on?", "8", "30"], true],
  [["dialog", "--menu", "Pick", "9", "30", "2", "log", "a log"], true],
  [["gum", "confirm", "Go on?"], true],
  [["dialog", "--gauge", "Copying", "8", "40"], false],
  [["gum", "spin", "--", "sleep", "9"], false],
])("%j waits for a choice: %s", (argv, waits) => {
  expect(isChooser(argv)).toBe(waits);
});
