import { join } from "node:path";
import { newId, type Question, type Stream } from "./stand-in.ts";
import { type ToolUse, wordsOf } from "./turn.ts";

/** OpenAI's chat completions, as Qwen Code and OpenCode ask for them. */
export async function answerCompletions(
  { turn, model, project, tools }: Question,
  out: Stream,
): Promise<void> {
  const base = { id: newId("chatcmpl"), object: "chat.completion.chunk", created: 1, model };
  const say = (delta: object, finish: string | null = null) =>
    out.event({ ...base, choices: [{ index: 0, delta, finish_reason: finish }] } as object);
  if (turn.kind === "text")
    for await (const content of wordsOf(turn, out.isGone)) say({ role: "assistant", content });
  else if (turn.kind === "tool") {
    const [name, input] = toolCall(turn.tool, project, tools);
    const call = { name, arguments: JSON.stringify(input) };
    say({
      role: "assistant",
      tool_calls: [{ index: 0, id: newId("call"), type: "function", function: call }],
    });
  }
  say({}, turn.kind === "tool" ? "tool_calls" : "stop");
  out.event("[DONE]");
}

function toolCall(tool: ToolUse, project: string, tools: readonly string[]): readonly [string, object] {
  const note = join(project, "note.txt");
  const command = { command: "touch made-by-agent", description: "Make a file" };
  if (tools.includes("run_shell_command"))
    return tool === "edit"
      ? ["write_file", { file_path: note, content: "a\n" }]
      : ["run_shell_command", command];
  if (tool === "ask" && tools.includes("question")) return ["question", { questions: [QUESTION] }];
  return tool === "edit" ? ["write", { filePath: note, content: "a\n" }] : ["bash", command];
}

const QUESTION = {
  question: "Which colour?",
  header: "Colour",
  options: [
    { label: "Red", description: "warm" },
    { label: "Blue", description: "cold" },
  ],
};
