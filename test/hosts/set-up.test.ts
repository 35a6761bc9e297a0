import { cpSync, existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { connect } from "../../src/client/index.ts";
import { openTerminal } from "../attach/outer-terminal.ts";
import { root } from "../fixtures/daemon.ts";
import { outputOf } from "../fixtures/output-of.ts";
import { waitFor } from "../fixtures/wait-for.ts";
import { need } from "../setup/need.ts";
import { bareMachine } from "./bare-machine.ts";

const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };
/** What a machine lacks, as a program that is missing or says something else, and the sentence. */
const LACKING: readonly (readonly [program: string, script: string | undefined, sentence: string])[] = [
  ["node", undefined, "Node is not there: put Node 20.19 or newer on the PATH"],
  ["node", "echo v18.20.4", "Node 18.20.4 there is too old: put Node 20.19 or newer"],
  ["tar", undefined, "it has no tar"],
  ["sha256sum", undefined, "it has no sha256sum"],
  ["uname", "echo Linux riscv64", "there is no Mullion for Linux riscv64"],
  ["uname", "echo Darwin arm64", "this Mullion has no programs for darwin-arm64"],
];
/** A checkout may have built the programs of other platforms. */
const isSent = (script: string | undefined) =>
  script === "echo Darwin arm64" && existsSync(join(root, "prebuilt/darwin-arm64"));

/** The tests follow one another, as a person's days with a new machine do. */
describe.runIf(need("ssh", "sshd", "ssh-keygen"))("a machine without Mullion", { timeout: 60_000 }, () => {
  const machine = bareMachine();
  const { near, far, home } = machine;
  const call = async (...argv: string[]) => (await outputOf(near.run(...argv))).replace(/\n$/, "");
  /** An agent of the protocol runs there, and is seen and ended from here. */
  async function placeAgent(): Promise<void> {
    const socket = join(near.dir, "m/daemon.sock");
    const client = await connect({ socket, env: near.env, sessionHint: "older" });
    const events = client.events({ methods: ["context_exited"] });
    const command = ["sh", "-c", "echo placed; exec cat"];
    const { context_id } = await client.call("spawn_agent", { command, metadata: { place: "bare" } });
    await client.call("mullion.wait", { context_id, until: { kind: "text", text: "placed" } });
    const { sessions } = await client.call("mullion.tree", { hosts: true });
    expect(sessions).toMatchObject([{ host: "bare", windows: [{ panes: [{ context_id }] }] }]);
    await client.call("kill", { context_id });
    expect((await events.next()).value).toMatchObject({ params: { context_id, signal: "SIGHUP" } });
    client.close();
  }
  const setUp = () => near.run("host", "upgrade", "bare", "--set-up");

  test("is added, and a script learns how to set it up", async () => {
    const text = await call(...machine.adding());
    expect(text).toContain("Mullion is not on host bare: mullion host upgrade bare --set-up sends");
    const shown = await near.run("host", "upgrade", "bare");
    expect(shown).toMatchObject({ status: 1, stdout: "" });
    expect(shown.stderr).toContain("Mullion is not on host bare: mullion host upgrade bare --set-up");
    const doctor = await near.run("host", "doctor", "bare");
    expect(doctor.status).toBe(1);
    expect(doctor.stdout).toContain("mullion host upgrade bare --set-up installs it");
    expect(readdirSync(home)).toEqual([]);
  });

  test.each(LACKING.filter(([, script]) => !isSent(script)))(
    "is refused with a sentence: %s, %s",
    async (program, script, sentence) => {
      if (script === undefined) machine.removeProgram(program);
      else machine.replaceProgram(program, script);
      const { status, stderr } = await setUp();
      machine.replaceProgram(program, undefined);
      expect(stderr).toContain(`mullion: host bare cannot be set up: ${sentence}`);
      expect(status).toBe(1);
      expect(readdirSync(home)).toEqual([]);
    },
  );

  test.each([
    ["cat", "exec head -c 100000", "what arrived is not what was sent"],
    ["tar", "exit 1", "tar cannot unpack it"],
    ["tar", "exit 0", "not found"],
  ])("uses nothing that did not arrive as it was sent: %s, %s", async (program, script, sentence) => {
    machine.replaceProgram("head", undefined);
    machine.replaceProgram(program, script);
    const { status, stderr } = await setUp();
    machine.replaceProgram(program, undefined);
    expect(stderr).toContain("Mullion was not installed on host bare: ");
    expect(stderr).toContain(sentence);
    expect(status).toBe(1);
    expect([machine.packages(), machine.leftovers()]).toEqual([[], []]);
  });

  test("has nothing that is used when the set-up is killed in the middle", async () => {
    const mark = join(far.dir, "reached");
    machine.replaceProgram("sha256sum", `echo $$ >${mark}; exec sleep 1000`);
    machine.replaceProgram("sleep", undefined);
    const outer = await openTerminal(near, "mullion host upgrade bare --set-up");
    await waitFor(() => existsSync(mark) && readFileSync(mark, "utf8").endsWith("\n"), "the hash to be made");
    outer.hangUp();
    process.kill(Number(readFileSync(mark, "utf8")), "SIGKILL");
    await waitFor(() => machine.leftovers().length === 0, "the unfinished package to be removed");
    machine.replaceProgram("sha256sum", undefined);
    expect(machine.packages()).toEqual([]);
    expect(existsSync(join(home, ".local/bin/mullion"))).toBe(false);
  });

  test("is set up when a person says yes, and not before", async () => {
    const outer = await openTerminal(
      near,
      "mullion host doctor bare; echo left $?; mullion host doctor bare; echo now $?; exec cat",
      { cols: 200 },
    );
    await outer.see(`Send this machine's into ${home}/.local there? [y/N]`);
    outer.type("n\r");
    await outer.see("left 1");
    expect(machine.packages()).toEqual([]);
    await outer.until((text) => text.split("[y/N]").length === 3, "the second question");
    outer.type("y\r");
    await outer.see("now 0");
    expect(outer.text).toContain(`Mullion ${version} is installed on host bare.`);
    expect(outer.text).toMatch(/bare answers \(\d+ ms\)\./);
    expect(machine.packages()).toEqual([expect.stringMatching(new RegExp(`^${version}-[0-9a-f]{12}$`))]);
    expect(machine.leftovers()).toEqual([]);
  });

  test("runs programs, from its own package", async () => {
    const pane = await call("run", "--on", "bare", "-n", "kept", "--", "sh", "-c", "echo $PATH; exec cat");
    await call("wait", pane, "--until", "match:prebuilt", "-t", "10");
    expect(await call("capture", "bare/kept")).toContain(join(home, ".local/share/mullion"));
    const local = join(home, ".local/bin/mullion");
    expect(await outputOf(far.run("version", { env: { PATH: far.env.PATH } }))).toContain(version);
    expect(existsSync(local)).toBe(true);
    expect(await call("host", "upgrade", "bare")).toBe(`Host bare runs Mullion ${version} already.`);
  });

  test("is reached and set up through any command that runs mullion connect there", async () => {
    const { MULLION_DIR, TMUX_TMPDIR } = far.env;
    const place = `HOME=${home} MULLION_DIR=${MULLION_DIR} TMUX_TMPDIR=${TMUX_TMPDIR} PATH=${join(far.dir, "programs")}`;
    const added = await call("host", "add", "boxed", "--command", `env ${place} mullion connect`, "--set-up");
    expect(added).toContain(`Mullion ${version} is installed on host boxed.`);
    const { command } = JSON.parse(await call("host", "show", "boxed", "--json")) as { command: string[] };
    expect(command.slice(-2)).toEqual([join(home, ".local/share/mullion/bin/mullion"), "connect"]);
    expect(await call("ls", "--host", "boxed")).toContain("kept");
    await call("host", "rm", "boxed");
    await call("host", "add", "other", "--command", "sh -c 'exec mullion connect'");
    const { stderr } = await near.run("host", "upgrade", "other", "--set-up");
    expect(stderr).toContain("the command of host other does not end with mullion connect");
    await call("host", "rm", "other");
  });

  test("of an older version and level is reported as such, and is upgraded with its panes alive", async () => {
    const place = join(home, ".local/share/mullion");
    const [current = ""] = machine.packages();
    speakFirstLevel(await installOther(place, current, "0.0.9"));
    await outputOf(far.run("kill", "kept"));
    expect((await far.run("down", "--force")).status).toBe(0);
    const pane = await call(
      "run",
      "--wait",
      "--on",
      "bare",
      "-n",
      "old",
      "--",
      "sh",
      "-c",
      "echo begun; exec cat",
    );
    const skew = `Mullion 0.0.9 there, ${version} here, and calls use level 1 of the protocol: mullion host upgrade bare`;
    expect(await call("host", "doctor", "bare")).toContain(skew);
    expect(await call("host", "ls")).toContain(skew);
    expect(await call("host", "show", "bare")).toContain(skew);
    const waiting = near.run("wait", "bare/old", "--until", "match:after it", "-t", "30", {
      timeoutMs: 40_000,
    });
    await placeAgent();
    const said = await call("host", "upgrade", "--all");
    expect(said).toMatch(
      new RegExp(`^bare: Mullion ${version} took over from 0.0.9: daemon \\d+, 1 pane alive`),
    );
    await call("send", "--enter", "--wait", pane, "after it");
    expect(await waiting).toMatchObject({ status: 0, stdout: expect.stringContaining("after it") });
    expect(await call("host", "doctor", "bare")).not.toContain("there,");
    expect(machine.packages()).toEqual(["0.0.9-other", current]);
  });

  test("of a newer version is not made older", async () => {
    const [, current = ""] = machine.packages();
    await installOther(join(home, ".local/share/mullion"), current, "99.0.0");
    expect((await far.run("down", "--force")).status).toBe(0);
    await call("ls", "--host", "bare", "--wait");
    const { status, stderr } = await near.run("host", "upgrade", "bare");
    expect(stderr).toContain(`host bare runs Mullion 99.0.0, which is newer than ${version} here`);
    expect(status).toBe(1);
    expect(await call("host", "show", "bare")).toContain(
      `99.0.0 there, ${version} here: upgrade this machine`,
    );
  });
});

/** A package of another version in the place of the current one. */
async function installOther(place: string, current: string, other: string): Promise<string> {
  const directory = join(place, `${other}-other`);
  cpSync(join(place, current), directory, { recursive: true });
  replaceIn(join(directory, "package.json"), /"version": *"[^"]+"/, `"version": "${other}"`);
  await rm(join(place, "bin/mullion"));
  symlinkSync(`../${other}-other/npm-bin/mullion`, join(place, "bin/mullion"));
  return directory;
}

function replaceIn(path: string, pattern: RegExp, text: string): void {
  const before = readFileSync(path, "utf8");
  const after = before.replace(pattern, text);
  expect(after).not.toBe(before);
  writeFileSync(path, after);
}

/** Makes the daemon of a package speak only the first level of the protocol. */
function speakFirstLevel(directory: string): void {
  replaceIn(chunkWith(directory, "function agreedLevel("), /(function agreedLevel\([^}]*),\d\)\}/, "$1,1)}");
  replaceIn(chunkWith(directory, "new FarLinks("), /(new FarLinks\(\{[^}]*level:)\d/, "$11");
}

/** The bundler decides which modules share a file. */
function chunkWith(directory: string, text: string): string {
  const chunks = readdirSync(join(directory, "dist/bundle")).filter((name) => name.endsWith(".js"));
  const paths = ["dist/daemon/bundle.js", ...chunks.map((name) => `dist/bundle/${name}`)];
  const found = paths.filter((path) => readFileSync(join(directory, path), "utf8").includes(text));
  // The MCP door has its own copy of the client, which does not serve the protocol.
  const served = found.filter((path) => path !== "dist/bundle/mcp.js");
  expect(served).toHaveLength(1);
  return join(directory, served[0]!);
}
