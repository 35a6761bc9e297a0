import { UsageError } from "../exit-status.ts";
import { changedLines } from "../integrate/changed-lines.ts";
import { type ConfigChange, writeConfig } from "../integrate/config-file.ts";
import { INTEGRATED_AGENTS, planChange } from "../integrate/integration.ts";
import { defineColdVerb, JSON_OPTION } from "../verb.ts";

const NAMES = INTEGRATED_AGENTS.map(({ name }) => name);

export const integrate = defineColdVerb({
  name: "integrate",
  summary: "let an agent report its state by its own hooks",
  operands: NAMES.join("|"),
  count: [1, 1],
  completes: NAMES,
  options: {
    remove: { summary: "remove the hooks; everything else stays as it is" },
    print: { summary: "only print what would change" },
    json: JSON_OPTION,
  },
  notes: [
    "Adds hooks that call mullion report to the agent's own configuration: settings.json of Claude Code and Gemini CLI, hooks.json of Codex, a plugin of OpenCode. Comments, order and indentation stay, and a second run changes nothing. --remove restores the file byte for byte, and removes it if there was none.",
    "A file that cannot be parsed is left alone. The agent reads its configuration when it starts.",
  ],
  exits: { 1: "the file cannot be read, parsed or written" },
  examples: [
    ["mullion integrate claude", "Claude Code reports who works, who waits and what it asks"],
    ["mullion integrate codex --print", "shows the lines that would be added"],
    ["mullion integrate gemini --remove", "as it was before"],
  ],
  run({ operands, options, environment, print }) {
    const agent = INTEGRATED_AGENTS.find(({ name }) => name === operands[0]);
    if (!agent) throw new UsageError(`agents with hooks are ${NAMES.join(", ")}, not ${operands[0]}`);
    const action = options.remove ? "remove" : "add";
    const plan = () => planChange(agent, environment, action);
    const change = attempt(options.print ? plan : () => carryOut(plan));
    const changes = change.before !== change.after;
    const { confirm } = agent.integration;
    if (options.json) {
      const { path, before = "", after = "" } = change;
      print(JSON.stringify({ agent: agent.name, path, action, changes, lines: changedLines(before, after) }));
      return;
    }
    for (const line of options.print ? preview(change) : [outcome(change, action)]) print(line);
    if (changes && !options.print && !options.remove && confirm !== undefined) print(confirm);
  },
});

/** The agent may write its configuration too: what it wrote between our reading and writing stays. */
function carryOut(plan: () => ConfigChange): ConfigChange {
  for (;;) {
    const change = plan();
    if (change.before === change.after || writeConfig(change)) return change;
  }
}

function preview({ path, before = "", after = "" }: ConfigChange): string[] {
  if (before === after) return [`${path} would stay as it is`];
  return [path, ...changedLines(before, after)];
}

function outcome({ path, before, after }: ConfigChange, action: "add" | "remove"): string {
  if (before === after)
    return action === "add" ? `${path} has the hooks already` : `${path} has no hooks of ours`;
  if (after === undefined) return `removed ${path}`;
  return action === "add" ? `added hooks to ${path}` : `removed the hooks from ${path}`;
}

/** A file that cannot be read or written is the user's to repair. */
function attempt<T>(run: () => T): T {
  try {
    return run();
  } catch (error) {
    if (error instanceof Error && "code" in error && "syscall" in error) throw new UsageError(error.message);
    throw error;
  }
}
