import { beforeEach, describe, expect, it } from "vitest";
import { formatHost } from "../../../test/fixtures/format-host.ts";
import { pictureOf, stateOf } from "../../../test/fixtures/picture.ts";
import { IdleWorld } from "../../../test/property/tree-ports.ts";
import { plainStyle } from "../../core/canvas/cell-style.ts";
import { expandFormat } from "../../core/format/expand-format.ts";
import { createServer } from "../../core/mux/create-server.ts";
import type { Mux } from "../../core/mux.ts";
import { createScreen } from "../../core/screen/emulator.ts";
import type { Screen } from "../../core/screen/screen.ts";
import type { Client, Session } from "../../core/tree/tree.ts";
import type { OwnPicture } from "./own-picture.ts";
import { Painter } from "./painter.ts";
import { terminalFeatures } from "./terminal/terminal-features.ts";

const size = { cols: 40, rows: 10 };
let mux: Mux;
let session: Session;
let client: Client;
let own: { -readonly [Name in keyof OwnPicture]: OwnPicture[Name] };
let painter: Painter;
let screen: Screen;

beforeEach(() => {
  mux = createServer({ socketPath: "/tmp/s", ports: new IdleWorld().ports });
  mux.server.sessionOptions.set("status-right", "");
  session = mux.createSession({ name: "s", windowName: "w", cwd: "/" });
  client = mux.attachClient(session, { name: "c", termName: "xterm-256color", size });
  own = { line: undefined, overlay: undefined };
  const { server } = mux;
  painter = new Painter({
    server,
    client,
    own,
    features: terminalFeatures({ server, client }),
    expand: (text, place) => expandFormat(text, { ...place, server, host: formatHost, now: 0 }),
  });
  screen = createScreen({ ...size, historyLimit: 0 });
});

function print(text: string): void {
  session.current.window.active.screen.write(new TextEncoder().encode(text));
}

/** What was sent. */
function paint(): string {
  const bytes = painter.paint();
  screen.write(bytes);
  return new TextDecoder().decode(bytes);
}

describe("a painter", () => {
  it("sends nothing where nothing changed, and little where little did", () => {
    screen.write(painter.enter());
    print("$ ");
    paint();
    expect(paint()).toBe("");
    print("l");
    expect(paint()).toBe("\x1b[39;49ml");
    print("s");
    expect(paint()).toBe("s");
    print("\r\n");
    expect(paint()).toBe("\r\n");
  });

  it("scrolls what scrolled", () => {
    print(Array.from({ length: 9 }, (_, i) => `a line of some length, ${i}\r\n`).join(""));
    paint();
    print("next\r\n");
    expect(paint()).toBe("\x1b[?25l\x1b[39;49m\x1b[1;8r\x1b[8H\n\x1b[r\x1b[8Hnext\r\n\x1b[?25h");
    expect(pictureOf(screen)[7]).toBe("next");
  });

  it("gives the terminal back as it was", () => {
    const before = stateOf(screen);
    screen.write(painter.enter());
    session.options.set("mouse", "on");
    session.options.set("set-titles", "on");
    mux.server.options.set("focus-events", "on");
    print("\x1b[?2004h\x1b[5 q\x1b[1;31mred");
    paint();
    expect(screen.modes).toMatchObject({
      alternate: true,
      mouse: "button",
      focusEvents: true,
      bracketedPaste: true,
    });
    screen.write(painter.leave());
    expect(stateOf(screen)).toEqual(before);
    expect(screen.modes.alternate).toBe(false);
    expect(screen.pen).toEqual(plainStyle);
  });

  it("draws an overlay above everything, and what was below when it is gone", () => {
    print("below");
    paint();
    const below = pictureOf(screen);
    let text = "over";
    own.overlay = {
      revision: 0,
      draw: (canvas) => void canvas.text(1, 0, text, plainStyle),
      cursor: { x: 3, y: 2, visible: true, shape: "default", blinking: false },
      key: () => "keep",
    };
    paint();
    expect(pictureOf(screen)[0]).toBe("bover");
    expect(screen.cursor).toMatchObject({ x: 3, y: 2 });
    text = "ov";
    print("\rBELOW");
    paint();
    expect(pictureOf(screen)[0]).toBe("BovOW");
    own.overlay = undefined;
    print("\rbelow");
    paint();
    expect(pictureOf(screen)).toEqual(below);
  });

  it("knows what stands at a cell", () => {
    mux.splitPane(session.current.window.active, { direction: "left-right" });
    const [left, right] = session.current.window.panes;
    paint();
    expect(painter.areaAt(3, 2)).toEqual({ kind: "pane", pane: left, x: 3, y: 2 });
    expect(painter.areaAt(20, 2)).toEqual({ kind: "border", pane: left });
    expect(painter.areaAt(25, 0)).toEqual({ kind: "pane", pane: right, x: 4, y: 0 });
    expect(painter.areaAt(1, 9)).toMatchObject({ kind: "status", line: 0, range: { kind: "left" } });
    const named = { kind: "window", link: session.current };
    expect(painter.areaAt(5, 9)).toMatchObject({ kind: "status", range: named });
    expect(painter.areaAt(30, 9)).toEqual({ kind: "status", line: 0, range: undefined });
  });

  it("follows the cursor over a window that is larger, or is moved by hand", () => {
    mux.resizeWindow(session.current.window, { cols: 100, rows: 50 });
    paint();
    expect(painter.windowOffset).toEqual({ x: 0, y: 0 });
    print("\x1b[45;70Hhere");
    paint();
    expect(painter.windowOffset).toEqual({ x: 60, y: 41 });
    painter.pan({ x: -5, y: -100 });
    paint();
    expect(painter.windowOffset).toEqual({ x: 55, y: 0 });
    expect(screen.cursor.visible).toBe(false);
    painter.pan("cursor");
    paint();
    expect(painter.windowOffset).toEqual({ x: 60, y: 41 });
    expect(pictureOf(screen)[3]!.trim()).toBe("here");
  });

  it("never sends a control character that was text", () => {
    mux.renameWindow(session.current.window, "a\x1b]0;evil\x07");
    session.options.set("status-left", "\x1b[2J\u009b\x07");
    session.options.set("set-titles", "on");
    session.options.set("set-titles-string", "t\x1b\\\x07\u009bx");
    own.line = { kind: "message", text: "m\x1b[31m\x9b", plain: true };
    paint();
    expect(screen.title).toBe("t\\x");
    expect(pictureOf(screen)[9]).toBe("{fg0 bg3}m[31m{bg3}");
    own.line = undefined;
    paint();
    expect(pictureOf(screen).at(-1)).toMatch(/^\{fg0 bg2\}\[2J/);
  });

  it("stops listening when it is closed", () => {
    paint();
    painter.close();
    mux.renameWindow(session.current.window, "other");
    expect(paint()).toBe("");
  });
});
