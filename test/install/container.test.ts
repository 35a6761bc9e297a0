import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { root } from "../fixtures/daemon.ts";
import { need, programPath } from "../setup/need.ts";
import { needPrebuilt } from "./prebuilt.ts";

/**
 * The package in a container as small as they come: a read-only root with busybox and Node in it and nothing else, a user
 * id that no file knows, no HOME, no TERM, no /dev/shm; only /tmp can be written. Node brings its own libc, since no
 * Node for musl was found on npm; the programs of the package need none.
 */
const APPLETS = ["sh", "cat", "ls", "readlink", "uname"];
const uid = 54_321;
let image: string;

function makeImage(): void {
  const at = (path: string) => join(image, path);
  const copy = (path: string) => {
    mkdirSync(dirname(at(path)), { recursive: true });
    copyFileSync(path, at(path));
  };
  for (const path of ["bin", "dev", "proc", "tmp", "opt/bin", "opt/lib/node_modules/mullion"])
    mkdirSync(at(path), { recursive: true });
  copyFileSync(programPath("busybox"), at("bin/busybox"));
  for (const name of APPLETS) symlinkSync("busybox", at(join("bin", name)));
  const { stdout } = spawnSync("ldd", [process.execPath], { encoding: "utf8" });
  for (const [library] of stdout.matchAll(/\/\S+/g)) copy(library);
  mkdirSync(at("usr/bin"), { recursive: true });
  writeFileSync(at("usr/bin/node"), ""); // the place where it is mounted
  const argv = ["pack", "--json", "--ignore-scripts", "--pack-destination", image];
  const packed = spawnSync("npm", argv, { cwd: root, encoding: "utf8" });
  const tarball = at((JSON.parse(packed.stdout) as [{ filename: string }])[0].filename);
  spawnSync("tar", ["-xzf", tarball, "-C", at("opt/lib/node_modules/mullion"), "--strip-components=1"]);
  symlinkSync("../lib/node_modules/mullion/npm-bin/mullion", at("opt/bin/mullion"));
}

/** Runs a script in a new container; everything in it ends with the script. */
function inContainer(script: string, ...options: string[]) {
  const walls = [
    "--unshare-user",
    "--unshare-pid",
    "--die-with-parent",
    "--uid",
    String(uid),
    "--gid",
    String(uid),
    "--clearenv",
  ];
  const files = ["--ro-bind", image, "/", "--ro-bind", process.execPath, "/usr/bin/node", "--proc", "/proc"];
  const rest = ["--dev-bind", "/dev", "/dev", "--tmpfs", "/dev/shm", "--tmpfs", "/tmp"];
  const path = ["--setenv", "PATH", "/opt/bin:/bin:/usr/bin"];
  const argv = [...walls, ...files, ...rest, ...path, ...options, "/bin/sh", "-c", script];
  return spawnSync(programPath("bwrap"), argv, { encoding: "utf8", timeout: 60_000 });
}

describe.runIf(process.platform === "linux" && need("bwrap", "busybox") && needPrebuilt())(
  "in a bare container",
  { timeout: 90_000 },
  () => {
    beforeAll(() => {
      image = mkdtempSync(join(process.env.MULLION_TEST_RUN!, "c"));
      makeImage();
    }, 60_000);
    afterAll(() => rmSync(image, { recursive: true, force: true }));

    test("a pane runs, is shown and ends", () => {
      const { stdout, stderr, status } = inContainer(`
        mullion run --name a -- sh -c 'echo begun; exec cat' && mullion wait a --until match:begun &&
        mullion send a --enter typed && mullion wait a --until match:typed && mullion down --force`);
      expect({ stdout, status }, stderr).toEqual({
        stdout: "%0\nbegun\ntyped\nEnded 1 pane and the daemon.\n",
        status: 0,
      });
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
      const { stderr, status } = inContainer("PATH=/opt/bin:/bin mullion version");
      expect({ stderr, status }).toEqual({
        stderr:
          "mullion: cannot run node: No such file or directory; put Node 20.19 or newer on PATH, or name it in MULLION_NODE\n",
        status: 1,
      });
    });

    test("a Node that is too old is refused in a sentence, by verbs and by the start of the daemon", () => {
      const older = join(image, "older.cjs");
      writeFileSync(older, 'Object.defineProperty(process.versions, "node", { value: "18.20.4" });');
      writeFileSync(join(image, "node18"), '#!/bin/sh\nexec /usr/bin/node --require /older.cjs "$@"\n', {
        mode: 0o755,
      });
      for (const verb of ["version", "ls"]) {
        const { stderr, status } = inContainer(`mullion ${verb}`, "--setenv", "MULLION_NODE", "/node18");
        expect({ stderr, status }, verb).toEqual({
          stderr: expect.stringMatching(
            /^mullion: Node 18\.20\.4 .* is too old: Mullion needs Node 20\.19 or newer.*\n$/,
          ),
          status: 1,
        });
      }
    });
  },
);
