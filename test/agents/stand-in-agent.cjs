/**
 * Stands in for an agent: calls the hook command in $HOOK as the agent does, with JSON on standard input, and runs tools
 * through a shell. Its argument is a list of steps: `{hook}`, `{run}`, `{mark: FILE}` or `{until: FILE}`.
 */
const { execSync } = require("node:child_process");
const { existsSync, writeFileSync } = require("node:fs");

const pause = new Int32Array(new SharedArrayBuffer(4));
const ACTIONS = {
  hook: (json) =>
    execSync(process.env.HOOK, { input: JSON.stringify(json), stdio: ["pipe", "ignore", "ignore"] }),
  run: (command) => execSync(command, { stdio: "ignore" }),
  mark: (file) => writeFileSync(file, ""),
  until: (file) => {
    while (!existsSync(file)) Atomics.wait(pause, 0, 0, 20);
  },
};

for (const step of JSON.parse(process.argv[2]))
  for (const [action, value] of Object.entries(step)) ACTIONS[action](value);
