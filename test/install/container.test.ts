import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openTerminal } from "../attach/outer-terminal.ts";
import { prepareInstance, root, type TestDaemon } from "../fixtures/daemon.ts";
import { need, programPath } from "../setup/need.ts";
import { makeDebianRoot, needDebian } from "./debian-root.ts";
import { oldNodeProgram } from "./old-node.ts";
import { needPrebuilt } from "./prebuilt.ts";

/**
 * The package in containers as small as they come: a read-only root, a user id that no file knows, no HOME, no TERM, no
 * /dev/shm; only /tmp can be written. One has busybox alone, as Alpine has; Node brings its own libc there, since no Node
 * for musl was found on npm; the programs of the package need none. The other has what a slim image of Debian has.
 */
const uid = 54_321;
let image: string;

const at = (path: string) => join(image, path);

function makeBusyboxRoot(): void {
  for (const path of ["bin", "dev", "proc", "tmp"]) mkdirSync(at(path), { recursive: true });
  copyFileSync(programPath("busybox"), at("bin/busybox"));
  for (const name of ["sh", "cat", "ls", "readlink", "rmdir", "uname"])
    symlinkSync("busybox", at(join("bin", name)));
  const { stdout } = spawnSync("ldd", [process.execPath], { encoding: "utf8" });
  for (const [library] of stdout.matchAll(/\/\S+/g)) {
    mkdirSync(dirname(at(library)), { recursive: true });
    copyFileSync(library, at(library));
  }
}

function installPackage(): void {
  for (const path of ["opt/node", "opt/bin", "opt/lib/node_modules/mullion"])
    mkdirSync(at(path), { recursive: true });
  for (const name of ["node", "node18"]) writeFileSync(at(`opt/node/${name}`), ""); // where Node is mounted
  const argv = ["pack", "--json", "--ignore-scripts", "--pack-destination", image];
  const packed = spawnSync("npm", argv, { cwd: root, encoding: "utf8" });
  const tarball = at((JSON.parse(packed.stdout) as [{ filename: string }])[0].filename);
  spawnSync("tar", ["-xzf", tarball, "-C", at("opt/lib/node_modules/mullion"), "--strip-components=1"]);
  symlinkSync("../lib/node_modules/mullion/npm-bin/mullion", at("opt/bin/mullion"));
}

/** The words that run a script in a new container; everything in it ends with the script. */
function containerArgv(script: string, options: readonly string[]): string[] {
  const walls = ["--unshare-user", "--unshare-pid", "--die-with-parent", "--clearenv"];
  const user = ["--uid", String(uid), "--gid", String(uid)];
  const nodes = [
    "--ro-bind",
    process.execPath,
    "/opt/node/node",
    "--ro-bind",
    oldNodeProgram(),
    "/opt/node/node18",
  ];
  // Its terminals are its own: that of the caller is /dev/console, as in a container of Docker.
  const files = ["--ro-bind", image, "/", ...nodes, "--proc", "/proc", "--dev", "/dev"];
  const rest = ["--tmpfs", "/tmp", "--setenv", "PATH", "/opt/bin:/bin:/usr/bin:/opt/node", ...options];
  return [...walls, ...user, ...files, ...rest, "/bin/sh", "-c", `rmdir /dev/shm; ${script}`];
}

function inContainer(script: string, ...options: string[]) {
  return spawnSync(programPath("bwrap"), containerArgv(script, options), {
    encoding: "utf8",
    timeout: 60_000,
  });
}

const quoted = (words: readonly string[]) =>
  words.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(" ");

const ready = process.platform === "linux" && need("bwrap", "busybox") && needPrebuilt();
const images = {
  "a bare container": { runs: ready, make: makeBusyboxRoot },
  "a slim Debian container": { runs: ready && needDebian(), make: () => makeDebianRoot(image) },
};

for (const [name, { runs, make }] of Object.entries(images))
  describe.runIf(runs)(`in ${name}`, { timeout: 90_000 }, () => {
    let outside: TestDaemon;
    beforeAll(() => {
      outside = prepareInstance();
      image = mkdtempSync(join(process.env.MULLION_TEST_RUN!, "c"));
      make();
      installPackage();
    }, 120_000);
    afterAll(async () => {
      await outside.stop();
      rmSync(image, { recursive: true, force: true });
    });

    /** Runs a script in a container on a terminal of its own. */
    const onTerminal = (script: string, ...options: string[]) =>
      openTerminal(outside, `exec ${quoted([programPath("bwrap"), ...containerArgv(script, options)])}`);

    test("a pane runs, is shown and ends", () => {
      const { stdout, stderr, status } = inContainer(`
        mullion run --name a -- sh -c 'echo begun; exec cat' && mullion wait a --until match:begun &&
        mullion send a --enter typed && mullion wait a --until match:typed && mullion down --force`);
      expect({ stdout, status }, stderr).toEqual({
        stdout: "%0\nbegun\ntyped\nEnded 1 pane and the daemon.\n",
        status: 0,
      });
    });

    test("a terminal attaches, types, sees the answer and detaches", async () => {
      const terminal = await onTerminal(
        `mullion run --name a -- sh -c 'echo begun; exec cat' && mullion attach a
         echo "attach ended with $?"; mullion send a --enter after && mullion wait a --until match:after
         mullion down --force; exec cat`,
        "--setenv",
        "TERM",
        "xterm-256color",
      );
      await terminal.see(/^begun$/m);
      await terminal.see(/^\[a\]/m);
      terminal.type("typed\r");
      await terminal.see(/^typed\ntyped$/m);
      terminal.type("\x02d");
      await terminal.see("[detached (from session a)]");
      await terminal.see("attach ended with 0");
      await terminal.see("Ended 1 pane and the daemon.");
    });

    test("a terminal without TERM is refused in a sentence, and its pane stays", async () => {
      const terminal = await onTerminal(
        `mullion run --name a -- cat && mullion attach a
         echo "attach ended with $?"; mullion down --force; exec cat`,
      );
      await terminal.see("attach ended with 1");
      await terminal.see("Ended 1 pane and the daemon.");
      expect(terminal.text).toContain("open terminal failed");
    });

    test("an attach without a terminal is refused in a sentence", () => {
      const { stderr, status } = inContainer(`
        mullion run --name a -- cat && mullion attach a </dev/null
        status=$?; mullion down --force >/dev/null; exit $status`);
      expect({ stderr, status }).toEqual({
        stderr: expect.stringContaining("mullion: there is no terminal to attach"),
        status: 1,
      });
    });

    test("a root without any writable directory is refused in a sentence", () => {
      const { stderr, status } = inContainer("mullion ls", "--remount-ro", "/tmp");
      expect({ stderr, status }).toEqual({
        stderr: `mullion: cannot make the directory /tmp/mullion-${uid}: Read-only file system\n`,
        status: 1,
      });
    });

    test("a missing Node is said in a sentence", () => {
      const { stderr, status } = inContainer("mullion version", "--setenv", "PATH", "/opt/bin:/bin");
      expect({ stderr, status }).toEqual({
        stderr:
          "mullion: cannot run node: No such file or directory; put Node 20.19 or newer on PATH, or name it in MULLION_NODE\n",
        status: 1,
      });
    });

    test("a Node that is too old is refused in a sentence, by verbs and by the start of the daemon", () => {
      for (const verb of ["version", "ls"]) {
        const { stderr, status } = inContainer(
          `mullion ${verb}`,
          "--setenv",
          "MULLION_NODE",
          "/opt/node/node18",
        );
        expect({ stderr, status }, verb).toEqual({
          stderr: expect.stringMatching(
            /^mullion: Node 18\.20\.4 \(\/opt\/node\/node18\) is too old: Mullion needs Node 20\.19 or newer.*\n$/,
          ),
          status: 1,
        });
      }
    });
  });
