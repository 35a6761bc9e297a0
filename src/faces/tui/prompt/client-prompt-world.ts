import type { FaceHost } from "../../../core/face/face-host.ts";
import { decodeUtf8 } from "../../../core/text/utf8.ts";
import type { PromptWorld } from "./prompt-editor.ts";

/** What a prompt of an attached client knows of the world: options of its session, history, the newest buffer. */
export function clientPromptWorld(host: FaceHost): PromptWorld {
  const { client, mux } = host;
  const option = (name: string) => client.session?.options.get(name) ?? "";
  return {
    get vi() {
      return option("status-keys") === "vi";
    },
    get wordSeparators() {
      return option("word-separators");
    },
    history: (type) => host.promptHistory(type),
    addHistory: (type, line) => host.addPromptHistory(type, line),
    buffer: () => firstLine(mux.server.buffers.top()?.data),
    completions: (word, first) => host.completions(word, first),
  };
}

function firstLine(data: Uint8Array | undefined): string {
  const text = data ? decodeUtf8(data) : "";
  return /^[^\p{Cc}]*/u.exec(text)![0];
}
