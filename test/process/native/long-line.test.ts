import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { afterAll, describe, expect, it } from "vitest";
import { Launcher } from "./holders.ts";

/**
 * A canonical terminal keeps about 4 KB of an unfinished line and drops the rest without a word. What is typed through a
 * holder arrives whole all the same.
 */
const launcher = new Launcher();
afterAll(() => launcher.stop());

const line = Array.from({ length: 12_500 }, (_, i) => String(i).padStart(8, ".")).join("");
const digest = (text: string) => createHash("sha256").update(text).digest("hex");

const readers = {
  cat: { command: "cat | sha256sum", sent: `${line}\n\x04`, received: `${line}\n` },
  "head -c": { command: `head -c ${line.length} | sha256sum`, sent: `${line}\n`, received: line },
  "bash's read": { command: 'read -r it; printf %s "$it" | sha256sum', sent: `${line}\n`, received: line },
  "a reader of seven bytes at a time": {
    command: `dd bs=7 iflag=fullblock,count_bytes count=${line.length + 1} status=none | sha256sum`,
    sent: `${line}\n`,
    received: `${line}\n`,
  },
};

describe.each(Object.entries(readers))("a line of 100 KB typed at %s", (_, { command, sent, received }) => {
  it.each(["echo", "-echo"])("arrives whole with %s", async (echo) => {
    const pane = await launcher.open(["bash", "-c", `stty ${echo}; echo ready; ${command}`]);
    await pane.connection.outputHas("ready");
    pane.connection.type(sent, 1n);
    await pane.connection.outputHas(digest(received));
    if (echo === "echo") expect(pane.connection.text()).toContain(line.slice(0, 3000));
    expect(pane.connection.text()).not.toContain("^D");
    await pane.forget();
  });
});

describe("a long line", () => {
  it("waits for a busy reader, and then arrives whole", async () => {
    const script =
      'echo ready; read -r first; until [ -e "$1" ]; do sleep 0.02; done; read -r it; printf %s "$it" | sha256sum';
    const pane = await launcher.open(["bash", "-c", script, "-", `${launcher.directory}/go`]);
    await pane.connection.outputHas("ready");
    pane.connection.type(`first\n${line}\n`, 1n);
    await pane.connection.outputHas(line.slice(0, 3000)); // its echo: typed while nobody reads
    expect((await pane.connection.state(1)).queuedInputBytes).toBeGreaterThan(90_000);
    writeFileSync(`${launcher.directory}/go`, "");
    await pane.connection.outputHas(digest(line));
    await pane.forget();
  });

  it("meets a reader that switches to raw mode half way with one NUL, and nothing more", async () => {
    const script =
      "echo ready; until [ -e \"$1\" ]; do sleep 0.02; done; stty raw -echo; head -c 100001 | tr -d '\\0' | sha256sum";
    const pane = await launcher.open(["bash", "-c", script, "-", `${launcher.directory}/raw`]);
    await pane.connection.outputHas("ready");
    pane.connection.type(line, 1n);
    await pane.connection.outputHas(line.slice(0, 3000));
    writeFileSync(`${launcher.directory}/raw`, "");
    await pane.connection.outputHas(digest(line));
    await pane.forget();
  });

  it("that is thrown away half way does not end the input", async () => {
    const pane = await launcher.open(["bash", "-c", "echo ready; cat | sha256sum"]);
    await pane.connection.outputHas("ready");
    const kept = line.slice(0, 8000);
    pane.connection.type(`${"y".repeat(3000)}\x15${kept}\n\x04`, 1n);
    await pane.connection.outputHas(digest(`${kept}\n`));
    await pane.forget();
  });
});
