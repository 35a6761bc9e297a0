import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  symlinkSync,
  watch,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { prepareInstance, root, type TestDaemon } from "../fixtures/daemon.ts";
import { runProgram } from "../fixtures/run-program.ts";
import { waitFor } from "../fixtures/wait-for.ts";

const ours = join(root, "bin/tmux");
let instance: TestDaemon;
let directory: string;
let link: string;
beforeAll(() => {
  instance = prepareInstance();
});
beforeEach(({ task }) => {
  directory = join(instance.dir, task.id);
  link = join(directory, "tmux");
  mkdirSync(directory);
});
afterAll(() => instance.stop());

test("prints the directory that has our tmux, without a daemon", async () => {
  const { stdout, status } = await instance.run("shim");
  expect({ directory: stdout.trim(), status }).toEqual({ directory: join(root, "bin"), status: 0 });
  expect(JSON.parse((await instance.run("shim", "--json")).stdout)).toEqual({
    directory: join(root, "bin"),
    tmux: ours,
  });
  expect(instance.pid()).toBeUndefined();
});

test("links our tmux into a directory, where it works, and removes the link", async () => {
  const installed = await instance.run("shim", "--install", directory);
  expect(installed).toEqual({ stdout: `${link} is now our tmux.\n`, stderr: "", status: 0 });
  expect(realpathSync(link)).toBe(realpathSync(ours));
  const { stdout } = await runProgram(link, ["start-server", ";", "display-message", "-p", "#{version}"], {
    cwd: directory,
    env: instance.env,
  });
  expect(stdout).toMatch(/^3\./);
  expect((await instance.run("shim", "--install", directory)).status).toBe(0);
  expect((await instance.run("shim", "--uninstall", directory)).stdout).toBe(`${link} is removed.\n`);
  expect(existsSync(link)).toBe(false);
});

test("replaces a link to the tmux of a Mullion that is gone", async () => {
  symlinkSync("/gone/lib/node_modules/mullion/prebuilt/linux-x64/bin/tmux", link);
  expect((await instance.run("shim", "--install", directory)).status).toBe(0);
  expect(readlinkSync(link)).toBe(ours);
});

test.runIf(process.platform === "linux")(
  "replaces a link of ours without a moment in which there is none",
  async () => {
    await instance.run("shim", "--install", directory);
    const changes: (string | null)[] = [];
    const watcher = watch(directory, (_kind, name) => changes.push(name));
    expect((await instance.run("shim", "--install", directory)).status).toBe(0);
    writeFileSync(join(directory, "last"), "");
    await waitFor(() => changes.includes("last"), "the events of the directory");
    watcher.close();
    // Removing it and making it again would be two changes.
    expect(changes.filter((name) => name === "tmux")).toHaveLength(1);
    expect(readdirSync(directory).toSorted()).toEqual(["last", "tmux"]);
  },
);

test.each(["file", "link"])("leaves a tmux that is not ours: a %s", async (kind) => {
  if (kind === "file") writeFileSync(link, "#!/bin/sh\n");
  else symlinkSync("/usr/bin/tmux", link);
  const before = lstatSync(link).ino;
  for (const action of ["--install", "--uninstall"]) {
    const { stderr, status } = await instance.run("shim", action, directory);
    expect({ stderr, status }).toEqual({
      stderr: expect.stringContaining(`mullion: ${link} is not ours and stays`),
      status: 1,
    });
  }
  expect(lstatSync(link).ino).toBe(before);
  if (kind === "file") expect(readFileSync(link, "utf8")).toBe("#!/bin/sh\n");
});

test("says what is missing", async () => {
  expect((await instance.run("shim", "--uninstall", directory)).stderr).toBe(
    `mullion: there is no ${link}\n`,
  );
  expect((await instance.run("shim", "--install", join(directory, "no"))).stderr).toBe(
    `mullion: there is no directory ${directory}/no: make it first\n`,
  );
});
