import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { prepareInstance } from "../fixtures/daemon.ts";
import { runProgram } from "../fixtures/run-program.ts";

const instance = prepareInstance();
let home: string;
beforeEach(() => {
  home = mkdtempSync(join(instance.dir, "home"));
});

const integrate = (agent: string, ...options: (string | { env: NodeJS.ProcessEnv })[]) => {
  const env = options.flatMap((option) => (typeof option === "string" ? [] : [option.env]))[0] ?? {};
  const words = options.filter((option) => typeof option === "string");
  return instance.run("integrate", agent, ...words, { env: { HOME: home, ...env } });
};

/** A file in the home directory. */
function write(name: string, text: string): string {
  const path = join(home, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return path;
}

const FILES: readonly (readonly [agent: string, file: string])[] = [
  ["claude", ".claude/settings.json"],
  ["codex", ".codex/hooks.json"],
  ["gemini", ".gemini/settings.json"],
  ["opencode", ".config/opencode/plugin/mullion.js"],
];

describe.each(FILES)("integrate %s", (agent, file) => {
  test("makes a private file, changes nothing the second time, and removes it again", async () => {
    const path = join(home, file);
    expect(await integrate(agent)).toMatchObject({ stderr: "", status: 0 });
    const text = readFileSync(path, "utf8");
    expect(text).toContain("report");
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect((await integrate(agent)).stdout).toBe(`${path} has the hooks already\n`);
    expect(readFileSync(path, "utf8")).toBe(text);
    expect(await integrate(agent, "--remove")).toEqual({
      stdout: `removed ${path}\n`,
      stderr: "",
      status: 0,
    });
    expect(existsSync(path)).toBe(false);
    expect((await integrate(agent, "--remove")).stdout).toBe(`${path} has no hooks of ours\n`);
    expect(readdirSync(dirname(path))).toEqual([]);
  });

  test("prints what would change, and changes nothing", async () => {
    const { stdout, status } = await integrate(agent, "--print");
    expect(status).toBe(0);
    expect(stdout).toContain(join(home, file));
    expect(stdout).toMatch(/^\+ .*report/m);
    expect(existsSync(join(home, file))).toBe(false);
  });
});

const SETTINGS = '{\n\t// mine\n\t"model": "opus",\n\t"hooks": { "Stop": [ ] },\n}';

describe("the file of an agent", () => {
  test("is restored byte for byte, with its mode, behind its symbolic link", async () => {
    const real = write("dotfiles/settings.json", SETTINGS);
    chmodSync(real, 0o640);
    mkdirSync(join(home, ".claude"));
    const link = join(home, ".claude/settings.json");
    symlinkSync("../dotfiles/settings.json", link);
    await integrate("claude");
    expect(readFileSync(real, "utf8")).toContain("mullion report --hook claude");
    expect(readFileSync(real, "utf8")).toContain("// mine");
    expect(statSync(real).mode & 0o777).toBe(0o640);
    expect((await integrate("claude", "--remove")).stdout).toBe(`removed the hooks from ${link}\n`);
    expect(readFileSync(real, "utf8")).toBe(SETTINGS);
    expect(statSync(real).mode & 0o777).toBe(0o640);
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
    expect(readdirSync(dirname(real))).toEqual(["settings.json"]);
  });

  test.each([
    ["claude", ".claude/settings.json", '{"model": "opus",,}'],
    ["gemini", ".gemini/settings.json", ""],
    ["codex", ".codex/hooks.json", '{"hooks": 3}'],
    ["opencode", ".config/opencode/plugin/mullion.js", "export const Own = 1;\n"],
  ])("is left alone if it cannot be changed safely: %s", async (agent, file, text) => {
    const path = write(file, text);
    for (const options of [[], ["--remove"], ["--print"]]) {
      if (agent === "codex" && options[0] === "--remove") continue;
      const { stdout, stderr, status } = await integrate(agent, ...options);
      expect({ stdout, status }).toEqual({ stdout: "", status: 1 });
      expect(stderr).toMatch(new RegExp(`^mullion: ${path} is left alone: [^\n]+\n$`));
      expect(readFileSync(path, "utf8")).toBe(text);
    }
  });

  test("is left alone if it is not in UTF-8", async () => {
    const bytes = Buffer.from('{"name": "Z\xfcrich"}\n', "latin1");
    const path = write(".claude/settings.json", "");
    writeFileSync(path, bytes);
    expect((await integrate("claude")).stderr).toBe(`mullion: ${path} is left alone: it is not in UTF-8\n`);
    expect(readFileSync(path)).toEqual(bytes);
  });

  test.runIf(process.getuid?.() === 0)("keeps its owner", async () => {
    const path = write(".claude/settings.json", "{}");
    chownSync(path, 1234, 1235);
    chmodSync(path, 0o600);
    await integrate("claude");
    expect(readFileSync(path, "utf8")).toContain("mullion report");
    expect(statSync(path)).toMatchObject({ uid: 1234, gid: 1235 });
  });

  test("gets the hooks once from many at the same time", async () => {
    const path = write(".claude/settings.json", SETTINGS);
    const runs = await Promise.all(Array.from({ length: 8 }, () => integrate("claude")));
    expect(runs.map(({ stderr, status }) => ({ stderr, status }))).toEqual(
      runs.map(() => ({ stderr: "", status: 0 })),
    );
    await integrate("claude", "--remove");
    expect(readFileSync(path, "utf8")).toBe(SETTINGS);
    expect(readdirSync(dirname(path))).toEqual(["settings.json"]);
  });

  test("is where the agent's own variable says", async () => {
    const CLAUDE_CONFIG_DIR = join(home, "elsewhere");
    await integrate("claude", { env: { CLAUDE_CONFIG_DIR } });
    expect(existsSync(join(CLAUDE_CONFIG_DIR, "settings.json"))).toBe(true);
    const { stdout } = await integrate("claude", "--json", { env: { CLAUDE_CONFIG_DIR } });
    expect(JSON.parse(stdout)).toEqual({
      agent: "claude",
      path: join(CLAUDE_CONFIG_DIR, "settings.json"),
      action: "add",
      changes: false,
      lines: [],
    });
  });

  test("of an unknown agent does not exist", async () => {
    expect(await integrate("nothing")).toEqual({
      stdout: "",
      stderr: "mullion: agents with hooks are claude, codex, gemini, opencode, not nothing\n",
      status: 1,
    });
  });
});

test("the command of a hook succeeds in silence, also where Mullion is not installed", async () => {
  const path = join(home, ".claude/settings.json");
  await integrate("claude");
  const { command } = JSON.parse(readFileSync(path, "utf8")).hooks.Stop[0].hooks[0];
  const env = { PATH: "/usr/bin:/bin", HOME: home };
  expect(await runProgram("/bin/sh", ["-c", command], { env, cwd: home, input: "{}" })).toEqual({
    stdout: "",
    stderr: "",
    status: 0,
  });
});

test("doctor says which agents are installed, and which are integrated", async () => {
  const bin = join(home, "bin");
  for (const program of ["claude", "codex", "aider"])
    chmodSync(write(`bin/${program}`, "#!/bin/sh\n"), 0o755);
  const env = { HOME: home, PATH: `${bin}:/usr/bin:/bin:${dirname(process.execPath)}` };
  await integrate("claude");
  const { stdout } = await instance.run("doctor", { env });
  expect(stdout.split("\n").filter((line) => line.includes("agents: "))).toEqual([
    "ok    agents: aider is installed; it has no hooks for states",
    "ok    agents: claude is installed and integrated: it reports its states",
    "note  agents: codex is installed and not integrated: its states are read from its screen",
  ]);
  expect(stdout).toContain("→ mullion integrate codex");
});
