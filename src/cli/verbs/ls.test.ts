import { expect, test } from "vitest";
import type { PaneDescription, TreeDescription } from "../describe-tree.ts";
import { cliTerminal } from "../terminal.ts";
import { drawTree } from "./ls.ts";

const { paint } = cliTerminal({ stdout: false, stderr: false, variable: () => undefined, showProgress() {} });
const NOW = 1_000_000_000;
const pane = (fields: Partial<PaneDescription>): PaneDescription => ({
  id: "%0",
  active: true,
  state: "running",
  command: "bash",
  cwd: "/home/u/app",
  title: "",
  name: "app",
  lastLine: "$",
  pid: 1,
  cpu: 12.3,
  memory: 47_185_920,
  tty: "/dev/pts/1",
  cols: 80,
  rows: 24,
  agent: {
    state: "working",
    because: "its program runs",
    rule: "none",
    confidence: 0.7,
    since: 0,
    unread: false,
    program: "sh",
  },
  exit: null,
  metadata: {},
  ...fields,
});
const daemon = { pid: 1, version: "0.1.0", startTime: 0, root: "/package" };

test("the tree shows state, age, name and last line of each pane", () => {
  const tree: TreeDescription = {
    daemon,
    servers: [
      {
        name: "mullion",
        socket: "/tmp/tmux-1000/mullion",
        sessions: [
          {
            id: "$0",
            name: "app",
            cwd: "/home/u/app",
            created: NOW - 200_000,
            attached: 1,
            windows: [
              {
                id: "@0",
                index: 0,
                name: "bash",
                active: true,
                created: 0,
                activity: 0,
                cols: 80,
                rows: 24,
                panes: [
                  pane({}),
                  pane({ id: "%3", title: "✳ Fix the login", lastLine: "❯ 1. Yes" }),
                  pane({
                    id: "%12",
                    state: "dead",
                    command: "make",
                    exit: { status: 2, time: 0 },
                    cpu: null,
                    memory: null,
                    metadata: { name: "builder" },
                  }),
                ],
              },
            ],
          },
        ],
      },
    ],
    warnings: [{ pane: "%12", server: "mullion", text: "the disk is full" }],
  };
  expect(drawTree(tree, { home: "/home/u", now: NOW, paint })).toEqual([
    "mullion  /tmp/tmux-1000/mullion",
    "  app  ~/app, 3 min, attached",
    "    0:bash*  80x24",
    "      %0   working       11 d  12%  45M  bash             $",
    "      %3   working       11 d  12%  45M  ✳ Fix the login  ❯ 1. Yes",
    "      %12  ended with 2  11 d            builder          $",
    "warning (mullion %12): the disk is full",
  ]);
});

test("says in words that there is no session", () => {
  expect(drawTree({ daemon, servers: [], warnings: [] }, { home: "", now: NOW, paint })).toEqual([
    "No sessions.",
  ]);
});
