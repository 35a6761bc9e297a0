import { expect } from "vitest";
import { leavesOf } from "../../src/core/layout/cell.ts";
import type { Cell, Server, Session, Window } from "../../src/core/tree/tree.ts";

/** What holds in every tree, whatever was done to it. */
export function expectSound(server: Server): void {
  for (const session of server.sessions.values()) expectSoundSession(session);
  for (const window of server.windows.values()) expectSoundWindow(window);
  const held = [...server.windows.values()].flatMap((window) => window.panes);
  expect(new Set(held)).toEqual(new Set(server.panes.values()));
  expect(held.length).toBe(server.panes.size);
  for (const [name, sessions] of server.groups) {
    expect(sessions.length, name).toBeGreaterThan(0);
    for (const session of sessions) expect(windowsOf(session)).toEqual(windowsOf(sessions[0]!));
  }
}

/** Indexes may differ for a while: as in tmux, a renumbered session takes the others along only with the next change. */
const windowsOf = (session: Session) => session.links.map(({ window }) => window.id);

function expectSoundSession(session: Session): void {
  expect(session.links.length).toBeGreaterThan(0);
  expect(session.links).toContain(session.current);
  const indexes = session.links.map(({ index }) => index);
  expect(indexes).toEqual([...new Set(indexes)].sort((a, b) => a - b));
  for (const link of session.lastLinks) expect(session.links).toContain(link);
  for (const link of session.links) {
    expect(link.session).toBe(session);
    expect(link.window.links).toContain(link);
    expect(session.server.windows.get(link.window.id)).toBe(link.window);
  }
}

function expectSoundWindow(window: Window): void {
  const { panes, layout, savedLayout } = window;
  expect(window.links.length).toBeGreaterThan(0);
  expect(panes).toContain(window.active);
  if (window.last) expect(panes).toContain(window.last);
  for (const pane of panes) expect(pane.window).toBe(window);
  expect({ cols: layout.cols, rows: layout.rows }).toEqual({ cols: window.cols, rows: window.rows });

  const real = savedLayout ?? layout;
  expectSoundCell(real);
  expect(leavesOf(real).map(({ pane }) => pane!.id)).toEqual(
    expect.arrayContaining(panes.map(({ id }) => id)),
  );
  expect(leavesOf(real).length).toBe(panes.length);
  for (const leaf of leavesOf(layout)) expect(leaf.pane!.cell).toBe(leaf);
  expectNoOverlap(window);
}

function expectSoundCell(cell: Cell): void {
  expect(Math.min(cell.cols, cell.rows)).toBeGreaterThanOrEqual(1);
  if (cell.kind === "leaf") {
    expect(cell.pane).toBeDefined();
    return;
  }
  expect(cell.children.length).toBeGreaterThan(1);
  let { left, top } = cell;
  for (const child of cell.children) {
    expect(child.parent).toBe(cell);
    expect({ left: child.left, top: child.top }).toEqual({ left, top });
    expect(cell.kind === "left-right" ? child.rows : child.cols).toBe(
      cell.kind === "left-right" ? cell.rows : cell.cols,
    );
    if (cell.kind === "left-right") left += child.cols + 1;
    else top += child.rows + 1;
    expectSoundCell(child);
  }
  // One border less than there are children: the sizes and the borders between them fill the branch.
  const end = cell.kind === "left-right" ? left - cell.left : top - cell.top;
  expect(end - 1).toBe(cell.kind === "left-right" ? cell.cols : cell.rows);
}

/** No two panes that are shown share a place; a pane with a name line above or below it keeps inside its cell. */
function expectNoOverlap({ layout }: Window): void {
  for (const { pane, ...cell } of leavesOf(layout)) {
    expect(Math.min(pane!.cols, pane!.rows)).toBeGreaterThanOrEqual(1);
    expect(pane!.cols).toBe(cell.cols);
    expect([cell.rows, Math.max(1, cell.rows - 1)]).toContain(pane!.rows);
    expect(pane!.left).toBe(cell.left);
    expect([cell.top, cell.top + 1]).toContain(pane!.top);
  }
}
