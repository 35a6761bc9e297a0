import { chmodSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { constants } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { encodeFrame, encodePreamble } from "../../../src/wire/frames.ts";
import { HOLDER_WIRE_VERSION, LAUNCH_STAGE, LAUNCHER_WIRE_VERSION } from "../../../src/wire/holder-wire.ts";
import { openFiles } from "../../fixtures/open-files.ts";
import { waitFor } from "../../fixtures/wait-for.ts";
import { Connection, isAlive, killQuietly, Launcher, processState, runLauncher } from "./holders.ts";

const launcher = new Launcher();
afterAll(() => launcher.stop());
const { errno } = constants;

describe("the launcher", () => {
  it("says at which stage a launch failed, and why", async () => {
    const directory = launcher.directory;
    const notExecutable = join(directory, "not-executable");
    writeFileSync(notExecutable, "#!/bin/sh\n");
    const failures = [
      [
        { argv: ["nosuch"] },
        LAUNCH_STAGE.STAGE_EXEC,
        errno.ENOENT,
        "cannot run nosuch: No such file or directory",
      ],
      [
        { argv: [notExecutable] },
        LAUNCH_STAGE.STAGE_EXEC,
        errno.EACCES,
        `cannot run ${notExecutable}: Permission denied`,
      ],
      [
        { file: "/nosuch/sh", argv: ["-sh"] },
        LAUNCH_STAGE.STAGE_EXEC,
        errno.ENOENT,
        "cannot run /nosuch/sh: No such file or directory",
      ],
      [{ argv: [] }, LAUNCH_STAGE.STAGE_EXEC, errno.EINVAL, "cannot run an empty argv: Invalid argument"],
      [
        { cwd: "/nosuch" },
        LAUNCH_STAGE.STAGE_CWD,
        errno.ENOENT,
        "cannot enter /nosuch: No such file or directory",
      ],
      [
        { cwd: notExecutable },
        LAUNCH_STAGE.STAGE_CWD,
        errno.ENOTDIR,
        `cannot enter ${notExecutable}: Not a directory`,
      ],
      [
        { socketPath: "/nosuch/s" },
        LAUNCH_STAGE.STAGE_SOCKET,
        errno.ENOENT,
        "cannot listen on /nosuch/s: No such file or directory",
      ],
      [
        { socketPath: `/${"s".repeat(300)}` },
        LAUNCH_STAGE.STAGE_SOCKET,
        errno.ENAMETOOLONG,
        expect.stringContaining("name too long"),
      ],
    ] as const;
    for (const [request, stage, number, sentence] of failures) {
      const answer = await launcher.launch(request);
      expect(answer).toEqual({ kind: "launch-failed", key: answer.key, stage, errno: number, sentence });
      expect(existsSync(join(directory, `${answer.key}.sock`))).toBe(false);
    }
  });

  it("looks the program up on the PATH of the given environment, and gives it exactly that", async () => {
    const bin = join(launcher.directory, "own-bin");
    mkdirSync(bin);
    writeFileSync(join(bin, "greet"), '#!/bin/sh\necho "[$GREETING $HOME]"\n');
    chmodSync(join(bin, "greet"), 0o755);
    const pane = await launcher.open(["greet"], {
      environment: [`PATH=${bin}:/usr/bin:/bin`, "GREETING=hello"],
    });
    await pane.connection.outputHas("[hello ]");
    await pane.forget();
  });

  it("runs a login shell under its own name with a dash", async () => {
    const script = "tr '\\0' ' ' < /proc/$$/cmdline; shopt -q login_shell && echo login";
    const pane = await launcher.open(["-bash", "-c", script], { file: "/bin/bash" });
    await pane.connection.next("exit");
    expect(pane.connection.text()).toMatch(/^-bash -c .*login\r\n/s);
    await pane.forget();
  });

  it("starts many at once, each with its own answer", async () => {
    const panes = await Promise.all(Array.from({ length: 150 }, () => launcher.open(["sleep", "1000"])));
    expect(new Set(panes.map((pane) => pane.childPid)).size).toBe(150);
    await Promise.all(panes.map((pane) => pane.close()));
    for (const pane of panes) {
      expect(processState(pane.childPid)).toBeUndefined();
      expect(processState(pane.holderPid)).toBeUndefined();
      expect(existsSync(pane.socketPath)).toBe(false);
    }
  });

  it.skipIf(process.platform !== "linux")(
    "leaves nothing of its own open in a holder or its child",
    async () => {
      const pane = await launcher.open(["sleep", "1000"]);
      await pane.connection.next("welcome");
      const child = openFiles(pane.childPid);
      expect([...child.keys()]).toEqual([0, 1, 2]);
      expect([...child.values()].every((file) => file.startsWith("/dev/pts/"))).toBe(true);
      const names = [...openFiles(pane.holderPid).values()]
        .map((name) => name.replace(/:?\[?\d+\]?$/, ""))
        .sort();
      // stdio, PTY (both ends), SIGCHLD's pipe, the listening socket and our connection
      expect(names).toEqual(
        [
          "/dev/null",
          "/dev/null",
          "/dev/null",
          "/dev/ptmx",
          "/dev/pts/",
          "pipe",
          "pipe",
          "socket",
          "socket",
        ].sort(),
      );
      await pane.close();
    },
  );

  it("gives panes the limit of files that the daemon was started with, not Node's", async () => {
    const other = new Launcher({ MULLION_SAVED_NOFILE: "777" });
    try {
      const pane = await other.open(["sh", "-c", "ulimit -n"]);
      await pane.connection.next("exit");
      expect(pane.connection.text()).toBe("777\r\n");
    } finally {
      other.stop();
    }
  });

  it("reuses the socket path of a holder that was killed, and not that of a living one", async () => {
    const socketPath = join(launcher.directory, "again.sock");
    const first = await launcher.open(["sleep", "1000"], { socketPath });
    expect(await launcher.launch({ socketPath })).toMatchObject({ stage: LAUNCH_STAGE.STAGE_SOCKET });
    killQuietly(first.holderPid);
    await waitFor(() => !isAlive(first.holderPid), "the holder's end");
    const second = await launcher.open(["sleep", "1000"], { socketPath });
    await second.close();
  });

  it("signals every process of a session whose holder was killed, and counts them", async () => {
    const script = "trap '' HUP; sleep 1000 & echo ready; wait";
    const pane = await launcher.open(["sh", "-c", script]);
    await pane.connection.outputHas("ready");
    killQuietly(pane.holderPid);
    await waitFor(() => !isAlive(pane.holderPid), "the holder's end");
    expect(await launcher.signalSession(pane.childPid, 0)).toBe(2);
    expect(await launcher.signalSession(pane.childPid, constants.signals.SIGKILL)).toBe(2);
    await waitFor(async () => (await launcher.signalSession(pane.childPid, 0)) === 0, "the session's end");
  });

  it("ends with its stdin, and its holders live on", async () => {
    const other = new Launcher();
    try {
      const pane = await other.open(["cat"]);
      other.process.stdin!.end();
      await waitFor(() => other.process.exitCode === 0, "the launcher's end");
      const connection = new Connection(pane.socketPath);
      connection.type("still here\n");
      await connection.outputHas("still here\r\nstill here\r\n");
    } finally {
      other.stop();
    }
  });

  it("refuses garbage, another version, a frame of 4 GB and unknown frames with a sentence", async () => {
    const preamble = encodePreamble("l", LAUNCHER_WIRE_VERSION);
    const cases = [
      [Buffer.from("GET / HTTP/1.1\r\n\r\n"), "that was not its protocol"],
      [encodePreamble("h", HOLDER_WIRE_VERSION), "that was not its protocol"],
      [encodePreamble("l", 999), "another version"],
      [Buffer.concat([preamble, Buffer.from([255, 255, 255, 255, 1])]), "longer than this protocol allows"],
      [Buffer.concat([preamble, encodeFrame(99)]), "unknown type"],
      [Buffer.concat([preamble, encodeFrame(1)]), "no key"],
      [Buffer.concat([preamble, encodeFrame(2)]), "names no session"],
    ] as const;
    for (const [bytes, sentence] of cases) {
      const { status, output } = await runLauncher(bytes);
      expect(output.toString("latin1")).toContain(sentence);
      expect(status).toBe(0);
    }
  });

  it("answers a LAUNCH whose fields lie with a failure, and goes on", async () => {
    const lying = Buffer.alloc(30, 255);
    lying.writeBigUInt64LE(77n);
    const bytes = Buffer.concat([encodePreamble("l", LAUNCHER_WIRE_VERSION), encodeFrame(1, lying)]);
    const { output } = await runLauncher(bytes);
    expect(output.readBigUInt64LE(5)).toBe(77n);
    expect(output.toString("latin1")).toContain("cannot run a malformed LAUNCH");
  });
});
