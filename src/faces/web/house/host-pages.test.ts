import { expect, test } from "vitest";
import type { PageMessage, PagePane, PageWindow } from "../../../protocol/page.ts";
import { named } from "./host-pages.ts";

const PANE = { id: "1", socket: "/s", session: "main", name: "a", host: "another" } as PagePane;
const WINDOW = { socket: "/s", session: "main", panes: ["1"] } as Partial<PageWindow> as PageWindow;
const THERE = { id: "build/1", socket: "build//s", session: "build/main", name: "build/a", host: "build" };

test("everything that a host names has the host's name before it, whatever the host says", () => {
  const house: PageMessage = { type: "house", panes: [PANE], windows: [WINDOW] };
  expect(named("build", house)).toEqual({
    type: "house",
    panes: [THERE],
    windows: [{ socket: "build//s", session: "build/main", panes: ["build/1"] }],
  });
  expect(named("build", { type: "change", panes: [PANE], gone: ["2"] })).toEqual({
    type: "change",
    panes: [THERE],
    gone: ["build/2"],
  });
  expect(
    named("build", { type: "pictures", pictures: [{ id: "1", cols: 1, rows: 1, lines: [] }] }),
  ).toMatchObject({ pictures: [{ id: "build/1" }] });
});
