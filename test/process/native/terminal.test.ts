import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  CLIENT_FLAG,
  encodeExec,
  encodeExit,
  encodeRaw,
  encodeStdinTaken,
  encodeStdout,
  encodeWantStdin,
} from "../../../src/wire/client-wire.ts";
import { encodeFrame } from "../../../src/wire/frames.ts";
import { encodeResize } from "../../../src/wire/holder-wire.ts";
import { waitFor } from "../../fixtures/wait-for.ts";
import { FakeDaemon, tmuxProgram } from "./clients.ts";
import { type HeldPane, killQuietly, Launcher } from "./holders.ts";

/** Clients on a real terminal, which a real holder holds. */
const launcher = new Launcher();
afterAll(() => launcher.stop());
let daemon: FakeDaemon;
beforeEach(async () => {
  daemon = new FakeDaemon();
  await daemon.listen();
});
afterEach(() => daemon.close());

const DAEMON_SUSPEND = encodeFrame(72);
const out = (text: string) => encodeStdout(Buffer.from(text));
/** What `stty` says of the modes that raw mode changes. */
const MODES = "stty -a | tr ' ' '\\n' | grep -E '^-?(icanon|echo|isig|opost|icrnl);?$' | tr '\\n' ' '";

/** A shell script around `$CLIENT` on a terminal; tty modes as they are found are printed before and after. */
function attach(script: string): Promise<HeldPane> {
  const environment = [
    "PATH=/usr/bin:/bin",
    `CLIENT=${tmuxProgram}`,
    `MULLION_DIR=${daemon.directory}`,
    "PS1=$ ",
  ];
  return launcher.open(
    ["bash", "-c", `echo "before: $(${MODES})"; ${script}; echo "status $?"; echo "after: $(${MODES})."`],
    {
      environment,
      size: { cols: 91, rows: 33 },
    },
  );
}

async function expectRestored(pane: HeldPane, status: number): Promise<void> {
  await pane.connection.outputHas(".\r\n");
  const text = pane.connection.text();
  const [, before] = /before: (.*?)\r\n/.exec(text)!;
  const [, after] = /after: (.*?)\.\r\n/.exec(text)!;
  expect(before).toContain("icanon");
  expect(before).not.toContain("-icanon");
  expect(after).toBe(before);
  expect(text).toContain(`status ${status}\r\n`);
  await pane.forget();
}

const isRaw = async (pane: HeldPane, sequence: number) => {
  const { canonical, echo } = await pane.connection.state(sequence);
  return !canonical && !echo;
};

describe("an attached client", () => {
  it("tells what its terminal is", async () => {
    daemon.onCall = (call) => call.answer(encodeExit(0));
    const pane = await attach('"$CLIENT" attach');
    const { hello } = await daemon.call(0);
    const welcome = (await pane.connection.next("welcome")).welcome;
    const { CLIENT_FLAG_STDIN_TTY, CLIENT_FLAG_STDOUT_TTY, CLIENT_FLAG_STDERR_TTY } = CLIENT_FLAG;
    expect(hello.flags).toBe(CLIENT_FLAG_STDIN_TTY | CLIENT_FLAG_STDOUT_TTY | CLIENT_FLAG_STDERR_TTY);
    expect(hello).toMatchObject({ ttyName: welcome.tty, size: { cols: 91, rows: 33 } });
    await expectRestored(pane, 0);
  });

  it("relays keys raw and untouched, and leaves the terminal as it was", async () => {
    daemon.onCall = (call) => call.answer(encodeRaw(true), encodeWantStdin(true), out("drawn"));
    const pane = await attach('"$CLIENT" attach');
    const call = await daemon.call(0);
    await pane.connection.outputHas("drawn");
    expect(await isRaw(pane, 1)).toBe(true);
    pane.connection.type("\x03\x1a\x04\r\n\x00\x1b[A\xff");
    await waitFor(() => call.stdin.length === 10, "the keys");
    expect(call.stdin.toString("latin1")).toBe("\x03\x1a\x04\r\n\x00\x1b[A\xff");
    call.answer(encodeRaw(false), out("[detached]\r\n"), encodeExit(4));
    await expectRestored(pane, 4);
  });

  it("tells when the terminal's size changes", async () => {
    daemon.onCall = (call) => call.answer(encodeRaw(true), encodeWantStdin(true), out("drawn"));
    const pane = await attach('"$CLIENT" attach');
    const call = await daemon.call(0);
    await pane.connection.outputHas("drawn");
    pane.connection.write(encodeResize({ cols: 200, rows: 60 }));
    const size = { cols: 200, rows: 60 };
    await waitFor(
      () => call.messages.some((message) => message.kind === "resize" && message.size.cols === 200),
      "the new size",
    );
    expect(call.messages.at(-1)).toEqual({ kind: "resize", size });
    call.answer(encodeExit(0));
    await expectRestored(pane, 0);
  });

  it.each([
    ["the daemon's last word", 0],
    ["its own program", 6],
  ])("restores the terminal before %s, also when raw mode was not ended", async (_, status) => {
    daemon.onCall = (call) =>
      call.answer(
        encodeRaw(true),
        out("drawn"),
        status === 0 ? encodeExit(0) : encodeExec(["sh", "-c", "exit 6"]),
      );
    await expectRestored(await attach('"$CLIENT" attach'), status);
  });

  it("restores the terminal when a second signal ends it", async () => {
    daemon.onCall = (call) => call.answer(encodeRaw(true), encodeWantStdin(true), out("drawn"));
    const pane = await attach('"$CLIENT" attach');
    const call = await daemon.call(0);
    await pane.connection.outputHas("drawn");
    process.kill(call.hello.pid, "SIGTERM");
    await waitFor(() => call.has("signal"), "the signal");
    process.kill(call.hello.pid, "SIGTERM");
    await expectRestored(pane, 143);
  });

  it("is suspended with its terminal restored, and comes back raw", async () => {
    daemon.onCall = (call) => call.answer(encodeRaw(true), encodeWantStdin(true), out("drawn"));
    const pane = await attach('set -m; "$CLIENT" attach; echo "stopped $?"; read -r go; fg');
    const call = await daemon.call(0);
    await pane.connection.outputHas("drawn");
    call.answer(DAEMON_SUSPEND);
    await pane.connection.outputHas("stopped 148");
    expect(await pane.connection.state(1)).toMatchObject({ canonical: true, echo: true });
    pane.connection.type("go\r");
    await waitFor(() => call.has("signal"), "the continuation");
    expect(call.messages.at(-1)).toEqual({ kind: "signal", signal: 18 });
    expect(await isRaw(pane, 2)).toBe(true);
    call.answer(encodeExit(0));
    await expectRestored(pane, 0);
  });

  it("comes back from a stop that nobody announced", async () => {
    daemon.onCall = (call) => call.answer(encodeRaw(true), encodeWantStdin(true), out("drawn"));
    const pane = await attach('set -m; "$CLIENT" attach; stty sane; echo "stopped $?"; read -r go; fg');
    const call = await daemon.call(0);
    await pane.connection.outputHas("drawn");
    process.kill(call.hello.pid, "SIGSTOP");
    await pane.connection.outputHas("stopped");
    pane.connection.type("go\r");
    await waitFor(() => call.has("signal"), "the continuation");
    expect(await isRaw(pane, 1)).toBe(true);
    call.answer(encodeExit(0));
    await pane.connection.next("exit");
    await pane.forget();
  });

  it("stays raw through a daemon's death, is drawn afresh, and repeats only keys that nobody dealt with", async () => {
    daemon.onCall = (call) => call.answer(encodeRaw(true), encodeWantStdin(true), out("drawn afresh "));
    const pane = await attach('"$CLIENT" attach');
    for (let life = 0; life < 8; life++) {
      const call = await daemon.call(life);
      await waitFor(() => pane.connection.text().split("drawn afresh ").length === life + 2, "the drawing");
      pane.connection.type(`k${life}`);
      await waitFor(() => call.stdin.length > 0, "the key");
      // The daemon of life 3 dies before it handles its key.
      await waitFor(() => call.stdin.toString() === (life === 4 ? "k3k4" : `k${life}`), "what was typed");
      expect(call.hello.stdinTaken).toBe(BigInt(life === 4 ? 6 : life * 2));
      if (life !== 3) call.answer(encodeStdinTaken(BigInt((life + 1) * 2)));
      expect(await isRaw(pane, life)).toBe(true);
      if (life < 7) call.answer(out("."));
      if (life < 7) await waitFor(() => pane.connection.text().endsWith("."), "the answer");
      if (life < 7) call.drop();
      else call.answer(encodeExit(0));
    }
    await expectRestored(pane, 0);
  });

  it("dies with its terminal", async () => {
    daemon.onCall = (call) => call.answer(encodeRaw(true), encodeWantStdin(true), out("drawn"));
    const pane = await attach('"$CLIENT" attach');
    const call = await daemon.call(0);
    await pane.connection.outputHas("drawn");
    killQuietly(pane.holderPid);
    await waitFor(() => call.has("signal") || call.has("stdin-eof"), "the hang-up");
    call.answer(encodeExit(0));
    await waitFor(() => call.ended, "the client's end");
  });
});
