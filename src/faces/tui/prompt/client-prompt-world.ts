import type { FaceLayers, FaceLayout } from "../../../core/face/face.ts";
import type { FaceHost } from "../../../core/face/face-host.ts";
import { optionStyle } from "../../../core/style/style.ts";
import { decodeUtf8 } from "../../../core/text/utf8.ts";
import { completionMenu } from "./completion-menu.ts";
import type { PromptWorld } from "./prompt-editor.ts";

/** The face of a prompt; its parts are used only after it is complete. */
export interface PromptingFace {
  readonly host: FaceHost;
  readonly shown: { readonly layout: FaceLayout | undefined };
}

/** The environment of an attached client's prompt: options of its session, the prompt history, the newest buffer. */
export function clientPromptWorld(face: PromptingFace, layers: FaceLayers): PromptWorld {
  const { host } = face;
  const { client, mux } = host;
  const option = (name: string) => client.session?.options.get(name) ?? "";
  return {
    get vi() {
      return option("status-keys") === "vi";
    },
    get wordSeparators() {
      return option("word-separators");
    },
    history: (type) => host.promptHistory.lines(type),
    addHistory: (type, line) => host.promptHistory.add(type, line),
    buffer: () => firstLine(mux.server.buffers.top()?.data),
    complete: (word) => host.complete(word),
    offer(offer) {
      const { session, size } = client;
      const { layout } = face.shown;
      if (!session || !size || !layout) return;
      const expand = (text: string) => host.expand(text, { client });
      const chosenStyle = optionStyle(session.current.window.options, "mode-style", expand);
      const menu = completionMenu(offer, { terminal: size, layout, chosenStyle });
      if (menu) layers.openOverlay(menu);
    },
  };
}

function firstLine(data: Uint8Array | undefined): string {
  const text = data ? decodeUtf8(data) : "";
  return /^[^\p{Cc}]*/u.exec(text)![0];
}
