import type { Face } from "../../../core/face/face.ts";
import type { FaceHost } from "../../../core/face/face-host.ts";
import { optionStyle } from "../../../core/style/option-style.ts";
import { decodeUtf8 } from "../../../core/text/utf8.ts";
import { completionMenu } from "./completion-menu.ts";
import type { PromptWorld } from "./prompt-editor.ts";

/** The environment of an attached client's prompt: options of its session, the prompt history, the newest buffer. */
export function clientPromptWorld(host: FaceHost, face: Pick<Face, "layout" | "openOverlay">): PromptWorld {
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
    complete: (word) => host.complete(word),
    offer(offer) {
      const { session, size } = client;
      const { layout } = face;
      if (!session || !size || !layout) return;
      const expand = (text: string) => host.expand(text, { client });
      const chosenStyle = optionStyle(session.current.window.options, "mode-style", expand);
      const menu = completionMenu(offer, { terminal: size, layout, chosenStyle });
      if (menu) face.openOverlay(menu);
    },
  };
}

function firstLine(data: Uint8Array | undefined): string {
  const text = data ? decodeUtf8(data) : "";
  return /^[^\p{Cc}]*/u.exec(text)![0];
}
