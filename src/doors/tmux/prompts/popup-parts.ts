import { MuxError } from "../../../core/errors.ts";
import type { OverlayFace } from "../../../core/face/face.ts";
import type { Options } from "../../../core/options/options.ts";
import { menuItems } from "../../../core/overlays/menu-items.ts";
import type { PopupSetup } from "../../../core/overlays/popup.ts";
import { popupMenuEntries } from "../../../core/overlays/popup-menu.ts";
import type { Screen } from "../../../core/screen/screen.ts";
import { vtSnapshot } from "../../../core/screen/vt-snapshot.ts";
import { optionStyle, parseStyle, type TextStyle } from "../../../core/style/style.ts";
import { encodeUtf8 } from "../../../core/text/utf8.ts";
import type { Session } from "../../../core/tree/tree.ts";
import type { Job, JobRequest } from "../context.ts";
import type { Door } from "../door.ts";

export type PopupLook = Pick<PopupSetup, "lines" | "borderStyle" | "style">;

interface OwnLook {
  expand(text: string): string;
  /** Values of flags, which override the options. */
  readonly lines?: string | undefined;
  readonly borderStyle?: string | undefined;
  readonly style?: string | undefined;
}

/**
 * Appearance of a popup over a window: popup-border-lines, popup-border-style and popup-style, of which only the
 * colours count.
 */
export function popupLook(options: Options, own: OwnLook): PopupLook {
  const styleOf = (name: string, text: string | undefined): TextStyle => {
    const style = optionStyle(options, name, own.expand);
    const { foreground, background } = (text === undefined ? undefined : parseStyle(text, style)) ?? style;
    return { ...style, foreground, background, attributes: new Set() };
  };
  return {
    lines: own.lines ?? options.get("popup-border-lines") ?? "single",
    borderStyle: styleOf("popup-border-style", own.borderStyle),
    style: styleOf("popup-style", own.style),
  };
}

/** The program of a popup, its menu, and the actions of the menu's items. */
export function popupProgram(
  door: Door,
  face: OverlayFace,
  { kind, request }: { readonly kind: "program" | "editor"; readonly request: JobRequest },
): Pick<PopupSetup, "menu" | "pasted" | "becomePane" | "start" | "terminalColour" | "onChanged" | "close"> {
  const { client } = face;
  let job: Job | undefined;
  const expand = (text: string) => door.expand(text, { client, session: client.session });
  return {
    menu: () => ({
      items: menuItems(popupMenuEntries(kind, expand), client.size?.cols ?? 0),
      chosenStyle: optionStyle(client.session!.current.window.options, "mode-style", expand),
    }),
    onChanged: () => face.layers.overlayChanged(),
    close: () => face.layers.closeOverlay(),
    terminalColour: (which) => client.colours[which],
    pasted: () => door.server.buffers.top()?.data,
    start: (size, onOutput) => {
      job = door.jobs.start({ ...request, size }, onOutput);
      return job;
    },
    becomePane(direction, screen) {
      if (!job || job.pid === 0 || !client.session) return false;
      try {
        openJobInPane(door, client.session, { job, screen, direction });
        return true;
      } catch (error) {
        if (!(error instanceof MuxError)) throw error;
        face.layers.showMessage(error.message);
        return false;
      }
    },
  };
}

interface ShownJob {
  readonly job: Job;
  readonly screen: Screen;
  readonly direction: "left-right" | "top-bottom";
}

/**
 * Moves the program of a popup, with its screen, into a new pane beside the active one. Throws MuxError if there is no
 * room.
 */
function openJobInPane(door: Door, session: Session, { job, screen, direction }: ShownJob): void {
  const { mux, hosted } = door;
  const pane = mux.splitPane(session.current.window.active, { direction, empty: true, session });
  screen.resize(pane.cols, pane.rows);
  pane.screen.write(encodeUtf8(vtSnapshot(screen, 0)));
  hosted.takeJob(pane, job);
  door.jobs.forget(job);
}
