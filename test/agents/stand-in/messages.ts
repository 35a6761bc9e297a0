import { join } from "node:path";
import { newId, type Question, type Stream } from "./stand-in.ts";
import { type ToolUse, wordsOf } from "./turn.ts";

/** Anthropic's messages, as Claude Code asks for them. */
export async function answerMessages({ turn, model, project }: Question, out: Stream): Promise<void> {
  const say = (data: { readonly type: string }) => out.event(data, data.type);
  const message = { id: newId("msg"), type: "message", role: "assistant", model, content: [], usage: USAGE };
  say({ type: "message_start", message } as { type: string });
  const block = (fields: object) => ({ index: 0, ...fields });
  if (turn.kind === "text") {
    say({ type: "content_block_start", ...block({ content_block: { type: "text", text: "" } }) });
    for await (const text of wordsOf(turn, out.isGone))
      say({ type: "content_block_delta", ...block({ delta: { type: "text_delta", text } }) });
  } else if (turn.kind === "tool") {
    const [name, input] = toolCall(turn.tool, project);
    const call = { type: "tool_use", id: newId("toolu"), name, input: {} };
    const json = { type: "input_json_delta", partial_json: JSON.stringify(input) };
    say({ type: "content_block_start", ...block({ content_block: call }) });
    say({ type: "content_block_delta", ...block({ delta: json }) });
  }
  say({ type: "content_block_stop", ...block({}) });
  const delta = { stop_reason: turn.kind === "tool" ? "tool_use" : "end_turn" };
  say({ type: "message_delta", ...{ delta, usage: USAGE } });
  say({ type: "message_stop" });
}

const USAGE = { input_tokens: 1, output_tokens: 1 };

function toolCall(tool: ToolUse, project: string): readonly [string, object] {
  if (tool === "run") return ["Bash", { command: "touch made-by-agent", description: "Make a file" }];
  if (tool === "edit") return ["Write", { file_path: join(project, "note.txt"), content: "a\nb\n" }];
  if (tool === "teammate")
    return ["Agent", { name: newId("mate"), description: "Say hello", prompt: "hello" }];
  const options = [
    { label: "Red", description: "warm" },
    { label: "Blue", description: "cold" },
  ];
  const question = { question: "Which colour do you want?", header: "Colour", multiSelect: false, options };
  return ["AskUserQuestion", { questions: [question] }];
}
