import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { daemonForAll } from "../fixtures/daemon-for-all.ts";

const daemon = daemonForAll();

/** Draws the permission dialog of OpenCode as it was recorded, and moves its selection as OpenCode does. */
const DIALOG = String.raw`#!/usr/bin/env node
const labels = ["Allow once", "Allow always", "Reject"];
let selected = 1;
const draw = () => {
  const options = labels.map((label, at) => "\x1b[48;5;" + (at === selected ? 215 : 234) + "m " + label + " \x1b[48;5;234m");
  process.stdout.write("\x1b[2J\x1b[H  ┃  △ Permission required\r\n\r\n\x1b[48;5;233m  ┃\x1b[48;5;234m  " + options.join(" ") + " ⇆ select  enter confirm\x1b[m");
};
process.stdin.setRawMode(true);
process.stdin.on("data", (data) => {
  for (const [key] of String(data).matchAll(/\x1b[\[O][CD]|\r|./g)) {
    if (/[CD]$/.test(key)) selected = (selected + (key.endsWith("C") ? 1 : 2)) % 3;
    else if (key === "\r") {
      process.stdout.write("\x1b[?1049l\r\n\r\nchose " + labels[selected] + "\r\n");
      process.exit(0);
    }
  }
  draw();
});
process.stdout.write("\x1b[?1049h");
draw();
`;

test.each([
  ["1", "Allow once"],
  ["2", "Allow always"],
  ["3", "Reject"],
])("answer %s selects %s with the arrow keys", async (text, label) => {
  const program = join(daemon.dir, "opencode");
  writeFileSync(program, DIALOG);
  chmodSync(program, 0o755);
  const pane = (await daemon.run("run", "--keep", "--", program)).stdout.trim();
  expect(await daemon.run("wait", pane, "--until", "state:waiting")).toMatchObject({ status: 0 });
  const { agents } = JSON.parse((await daemon.run("agents", "--json")).stdout);
  expect(agents.find(({ pane_id }: { pane_id: string }) => pane_id === pane).choices).toEqual([
    { text: "1", label: "Allow once" },
    { text: "2", label: "Allow always" },
    { text: "3", label: "Reject" },
  ]);
  expect(await daemon.run("answer", pane, text)).toMatchObject({ status: 0, stderr: "" });
  await daemon.run("wait", pane);
  expect((await daemon.run("capture", pane)).stdout).toContain(`chose ${label}`);
  await daemon.run("kill", pane);
});
