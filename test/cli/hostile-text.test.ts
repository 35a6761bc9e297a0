import { mkdirSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { TreeDescription } from "../../src/cli/describe-tree.ts";
import { legible } from "../../src/core/text/legible.ts";
import { root } from "../fixtures/daemon.ts";
import { daemonForAll } from "../fixtures/daemon-for-all.ts";
import type { Outcome } from "../fixtures/run-program.ts";
import { waitFor } from "../fixtures/wait-for.ts";
import { verbsOf } from "./verbs-of.ts";

/**
 * Text that a program, a directory or a colleague chose comes into every human output somewhere. Whatever it holds, a
 * terminal gets printable characters, line breaks and tabs of ours, and nothing that acts, hides or reorders.
 */
const daemon = daemonForAll();
const { run } = verbsOf(daemon);

/** C0 but line breaks and tabs, DEL, C1, invisible ones, directions, separators, and bytes that are no UTF-8 text. */
const ACTING =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/;

/** capture and logs reproduce what a program printed: its own invisible characters stay, controls do not. */
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/;

const DIRECTED = [
  "\x1b]0;owned\x07\x1b[31mred\x1b[0m",
  "\u009b31mc1\u009d0;title\u009c",
  "two\nlines\rback\ttab\x7f\x08",
  "abc\u202etxt.exe\u202c \u2066x\u2069",
  "zero\u200bwidth\ufeff\u00ad\u2028",
  "'; touch owned; '$(touch owned)",
];
/** Neither NUL nor a slash: the text is an argument and a part of a path. */
const hostileUnit = fc.oneof(
  fc.integer({ min: 1, max: 0xa0 }).map((code) => String.fromCharCode(code)),
  fc.constantFrom(
    "\x1b",
    "\x1b[",
    "\x1b]",
    "\x07",
    "\u009b",
    "\n",
    "\r",
    "\u202e",
    "\u2067",
    "\u200b",
    "é",
    "漢",
    "👩",
  ),
);
const generated = fc.sample(fc.string({ unit: hostileUnit, minLength: 1, maxLength: 20 }), {
  numRuns: 10,
  seed: 12,
});
const texts = [...DIRECTED, ...generated.map((text) => text.replaceAll("/", "_"))];

function harmless({ stdout, stderr }: Outcome, what: string): string {
  expect(stdout, `stdout of ${what}`).not.toMatch(ACTING);
  expect(stderr, `stderr of ${what}`).not.toMatch(ACTING);
  return stdout;
}

/** A call that prints for people. */
async function say(...words: Parameters<typeof daemon.run>): Promise<string> {
  return harmless(await daemon.run(...words), words.filter((word) => typeof word === "string").join(" "));
}

describe("hostile text", () => {
  it.each(texts.map((text, index) => [index, legible(text), text] as const))(
    "%i: %s acts on no reader's terminal",
    async (index, _, text) => {
      const cwd = join(daemon.env.HOME!, `d${index}${text}`);
      mkdirSync(cwd);
      const script = `printf '\\033]2;%s\\033\\\\\\033]9;%s\\a%s\\033\\\\\\nready\\n' "$1" "$1" "$1"; exec cat "$2"`;
      const pane = await run(
        "-c",
        cwd,
        "-e",
        `V=${text}`,
        "-n",
        `s${index}${text}`,
        "--",
        "sh",
        "-c",
        script,
        `sh ${text}`,
        text,
        "-",
      );
      await daemon.run("wait", pane, "--until", "match:ready", "-t", "10");
      await say("rename", pane, `p${text}`);
      await daemon.run("rename", "@0", text);
      for (const verb of [
        ["ls"],
        ["top", "--count", "1"],
        ["search", "."],
        ["explain", pane],
        ["complete", "target"],
        ["gc", "--dry-run"],
      ])
        expect(await say(...verb)).not.toBe("");
      const { servers }: TreeDescription = JSON.parse(await say("ls", "--json"));
      const paths = servers.flatMap(({ sessions }) =>
        sessions.flatMap(({ windows }) => windows.flatMap(({ panes }) => panes.map((each) => each.cwd))),
      );
      expect(paths, "the exact directory, in JSON").toContain(cwd);
      JSON.parse(await say("capture", pane, "--json"));
      for (const line of (await say("logs", pane, "--json")).trim().split("\n")) JSON.parse(line);
      for (const line of (await say("record", pane)).trim().split("\n")) JSON.parse(line);
      for (const verb of ["capture", "logs"])
        expect((await daemon.run(verb, pane)).stdout).not.toMatch(CONTROLS);
      await say("wait", pane, "--until", "match:.", "-t", "10");
      await say({ cwd });
      await daemon.run("kill", pane);
      await errors(text);
    },
  );

  it("is shown on a coloured terminal without its own colours", async () => {
    await run("-n", "painted", "-c", mkdir("\x1b[31mEVIL\x1b[0m"), "--", "cat");
    const look = await run("--keep", "-n", "look", "--", `${root}bin/mullion`, "ls");
    await daemon.run("wait", look, "-t", "10");
    const { stdout } = await daemon.run("logs", look, "--raw");
    expect(stdout).toContain("\x1b[1mmullion\x1b[0m");
    expect(stdout).toContain("\\u001b[31mEVIL\\u001b[0m");
  });

  it("reads a directory whose name is no UTF-8", async () => {
    const pane = await run(
      "--",
      "sh",
      "-c",
      'd=$(printf \'x\\377\\233y\'); mkdir "$d"; cd "$d"; echo there; exec cat',
    );
    await daemon.run("wait", pane, "--until", "match:there", "-t", "10");
    await waitFor(async () => (await say("ls", "--json")).includes("/x\ufffd"), "the directory");
  });
});

function mkdir(name: string): string {
  const path = join(daemon.env.HOME!, name);
  mkdirSync(path);
  return path;
}

/** Every way to be refused with the text in the sentence. */
async function errors(text: string): Promise<void> {
  const refused = [
    ["capture", text],
    ["kill", `%${text}`],
    ["send", text, "x"],
    ["wait", "x", "--until", text],
    ["wait", "x", "--timeout", text],
    ["explain", "-L", text, "x"],
    ["rename", "x", text],
    ["run", "-c", join(daemon.env.HOME!, "none", text), "--", "true"],
    ["run", "--", `./none${text}`],
    ["run", "-e", text.replaceAll("=", ""), "--", "true"],
    ["replay", `./${text}`],
    ["search", `(${text}`],
    ["top", "--sort", text],
    ["service", text],
    ["help", text],
    [`x${text}`],
    ["ls", `--${text}`],
    ["ls", text],
    ["attach", text],
    ["gc", "--grace", text],
  ];
  const outcomes = await Promise.all(refused.map((words) => daemon.run(...words)));
  outcomes.forEach((outcome, index) => {
    harmless(outcome, refused[index]!.join(" "));
    expect(outcome.status, refused[index]!.join(" ")).not.toBe(0);
    expect(outcome.stderr).toMatch(/^mullion: [^\n]*\n$/);
  });
  harmless(
    await daemon.run("doctor", { env: { PATH: `/none/${text}:${daemon.env.PATH}`, SHELL: `/none/${text}` } }),
    "doctor",
  );
  harmless(
    await daemon.run("ls", { env: { MULLION_DIR: join(daemon.dir, "no", text) } }),
    "a directory that cannot be made",
  );
}
