import { newId, type Question, type Stream } from "./stand-in.ts";
import { wordsOf } from "./turn.ts";

/** OpenAI's responses, as Codex asks for them. */
export async function answerResponses({ turn }: Question, out: Stream): Promise<void> {
  const say = (type: string, fields: object) => out.event({ type, ...fields }, type);
  const response = { id: newId("resp"), object: "response" };
  say("response.created", { response: { ...response, status: "in_progress", output: [] } });
  const item = turn.kind === "text" ? await message() : call();
  say("response.output_item.done", { output_index: 0, item });
  say("response.completed", { response: { ...response, status: "completed", output: [item], usage: USAGE } });

  async function message(): Promise<object> {
    const id = newId("msg");
    const begun = { id, type: "message", role: "assistant" };
    say("response.output_item.added", {
      output_index: 0,
      item: { ...begun, status: "in_progress", content: [] },
    });
    const place = { item_id: id, output_index: 0, content_index: 0 };
    say("response.content_part.added", { ...place, part: { type: "output_text", text: "" } });
    let text = "";
    if (turn.kind === "text")
      for await (const delta of wordsOf(turn, out.isGone)) {
        text += delta;
        say("response.output_text.delta", { ...place, delta });
      }
    return { ...begun, status: "completed", content: [{ type: "output_text", text, annotations: [] }] };
  }

  function call(): object {
    const input = {
      cmd: "touch made-by-agent",
      justification: "Make a file",
      sandbox_permissions: "require_escalated",
    };
    const begun = { id: newId("fc"), type: "function_call", call_id: newId("call"), name: "exec_command" };
    say("response.output_item.added", { output_index: 0, item: { ...begun, arguments: "" } });
    return { ...begun, arguments: JSON.stringify(input), status: "completed" };
  }
}

const USAGE = {
  input_tokens: 1,
  output_tokens: 1,
  total_tokens: 2,
  input_tokens_details: { cached_tokens: 0 },
  output_tokens_details: { reasoning_tokens: 0 },
};
