import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { attempt } from "../../../core/attempt.ts";
import type { CanvasArea } from "../../../core/canvas/canvas.ts";
import type { Face } from "../../../core/face/face.ts";
import { Popup } from "../../../core/overlays/popup.ts";
import type { Size } from "../../../core/ports.ts";
import type { Door } from "../door.ts";
import { popupLook, popupProgram } from "./popup-parts.ts";

/** Opens the program that the option `editor` names on a text. `edited` is called only after success. */
export function editInPopup(
  door: Door,
  face: Face,
  { text, edited }: { readonly text: Uint8Array; edited(text: Uint8Array): void },
): void {
  const { client } = face;
  const editor = door.server.options.get("editor") ?? "";
  if (editor === "" || !client.session || !client.size) return;
  const directory = mkdtempSync(join(tmpdir(), "tmux."));
  const path = join(directory, "buffer");
  writeFileSync(path, text, { mode: 0o600 });
  const request = door.shellRequest(`${editor} '${path}'`, client.session, directory);
  const expand = (format: string) => door.expand(format, { client, session: client.session });
  face.layers.openOverlay(
    new Popup({
      ...popupLook(client.session.current.window.options, { expand }),
      ...popupProgram(door, face, { kind: "editor", request }),
      area: mostOf(client.size),
      terminal: client.size,
      title: "",
      closeAtExit: "yes",
      onClosed(status) {
        // The editor may have removed the file.
        const changed = status === 0 ? attempt(() => readFileSync(path)) : undefined;
        rmSync(directory, { recursive: true, force: true });
        if (!changed || changed.length === 0) return;
        edited(changed);
        door.hosted.commit();
      },
    }),
  );
}

/** Nine tenths of the terminal, centred. */
function mostOf(terminal: Size): CanvasArea {
  const cols = Math.floor((terminal.cols * 9) / 10);
  const rows = Math.floor((terminal.rows * 9) / 10);
  const middle = (whole: number, part: number) => Math.floor(whole / 2) - Math.floor(part / 2);
  return { x: middle(terminal.cols, cols), y: middle(terminal.rows, rows), cols, rows };
}
