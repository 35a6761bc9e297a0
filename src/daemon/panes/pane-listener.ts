import { hostname } from "node:os";
import { attempt } from "../../core/attempt.ts";
import type { Mux } from "../../core/mux.ts";
import type { PromptMark, ScreenListener } from "../../core/screen/screen.ts";
import type { Pane } from "../../core/tree/tree.ts";

/** Handles what an application asks of its terminal. Queries are answered elsewhere. */
export function paneListener(mux: Mux, pane: Pane, onPrompt: (mark: PromptMark) => void): ScreenListener {
  const { server } = mux;
  return {
    bell: oncePerTurn(() => mux.paneRang(pane)),
    title: (text) => mux.setPaneTitle(pane, text),
    windowName: (text) => {
      if (pane.options.flag("allow-rename")) mux.renameWindow(pane.window, text);
    },
    path: (text) => {
      const directory = localDirectory(text);
      if (directory !== undefined) mux.paneMoved(pane, directory);
    },
    clipboard: (selection, data) => {
      if (server.options.get("set-clipboard") !== "on") return;
      server.buffers.add(data);
      server.events.emit("pane-clipboard-set", { pane: pane.id, selection, data });
    },
    prompt: (mark) => {
      onPrompt(mark);
      mux.panePrompted(pane, mark);
    },
    notification: (text) => mux.paneNotified(pane, text),
    progress: (progress) => mux.paneProgressed(pane, progress),
    focusWanted: () => mux.paneWantsFocus(pane),
    passthrough: (bytes) => {
      if (pane.options.flag("allow-passthrough"))
        server.events.emit("pane-passed-through", { pane: pane.id, bytes });
    },
  };
}

/** The directory of a file URL of this machine; undefined for another machine's, which a shell behind ssh reports. */
function localDirectory(url: string): string | undefined {
  const [, host = "", path = ""] = /^file:\/\/([^/]*)(\/.*)$/.exec(url) ?? [];
  if (path === "" || !["", "localhost", hostname()].includes(host)) return undefined;
  // The path holds bytes that are no UTF-8.
  return attempt(() => decodeURIComponent(path));
}

/** Several bells in one chunk of output count as one. */
function oncePerTurn(run: () => void): () => void {
  let ran = false;
  return () => {
    if (ran) return;
    ran = true;
    queueMicrotask(() => {
      ran = false;
    });
    run();
  };
}
