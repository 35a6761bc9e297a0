import { join } from "node:path";
import type { Question, Stream } from "./stand-in.ts";
import { wordsOf } from "./turn.ts";

/** Google's generateContent, as Gemini CLI asks for it. */
export async function answerGemini({ turn, project }: Question, out: Stream): Promise<void> {
  const say = (parts: readonly object[], finishReason?: string) =>
    out.event({ candidates: [{ index: 0, content: { role: "model", parts }, finishReason }] } as object);
  if (turn.kind === "text") for await (const text of wordsOf(turn, out.isGone)) say([{ text }]);
  else if (turn.kind === "tool" && turn.tool === "edit") {
    const args = { file_path: join(project, "note.txt"), content: "a\n" };
    say([{ functionCall: { name: "write_file", args } }]);
  } else {
    const args = { command: "touch made-by-agent", description: "Make a file" };
    say([{ functionCall: { name: "run_shell_command", args } }]);
  }
  say([{ text: "" }], "STOP");
}
