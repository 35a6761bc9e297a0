import { type ChildProcess, execFile, spawn } from "node:child_process";
import { createServer } from "node:net";
import { promisify } from "node:util";
import { MuxError } from "../core/errors.ts";
import { quoteWord } from "../core/text/shell-words.ts";

/** How to reach the other machine. */
export interface SshTarget {
  readonly host: string;
  /** Options for ssh, before the host. */
  readonly options: readonly string[];
  /** The `mullion` there. */
  readonly program: string;
  readonly environment: NodeJS.ProcessEnv;
}

/** A port of this machine that leads to the page of another one. */
export interface PageTunnel {
  /** Logs a browser in, once. */
  readonly link: string;
  /** Resolves when ssh has ended, to its exit status. */
  readonly ended: Promise<number>;
  close(): void;
}

/** ssh runs this when its ports are open, so that no other program can have taken the port instead. */
const READY = "mullion-tunnel-is-open";

/**
 * Opens a tunnel to the socket that the other machine's daemon serves the page on. That socket asks for the same credentials as
 * a port does, because every user of this machine can connect to the tunnel.
 */
export async function openPageTunnel(target: SshTarget): Promise<PageTunnel> {
  const { url, socket } = await remoteLogin(target);
  const port = await freePort();
  const { host, options, environment: env } = target;
  const forward = `127.0.0.1:${port}:${socket}`;
  const settings = [
    ...["-o", "ExitOnForwardFailure=yes", "-o", "ControlPath=none"],
    ...["-o", "PermitLocalCommand=yes", "-o", `LocalCommand=echo ${READY}`],
  ];
  const argv = ["-N", "-T", ...settings, "-L", forward, ...options, "--", host];
  const ssh = spawn("ssh", argv, { env, stdio: ["ignore", "pipe", "inherit"] });
  const ended = new Promise<number>((resolve) => ssh.on("close", (status) => resolve(status ?? 1)));
  await untilOpen(ssh, host);
  return {
    link: `http://127.0.0.1:${port}/${new URL(url).hash}`,
    ended,
    close: () => void ssh.kill(),
  };
}

async function remoteLogin({ host, options, program, environment: env }: SshTarget): Promise<RemoteLogin> {
  const words = [program, "web", "--json"].map(quoteWord).join(" ");
  try {
    const { stdout } = await promisify(execFile)("ssh", ["-T", ...options, "--", host, words], { env });
    return JSON.parse(stdout);
  } catch (error) {
    const { stderr, message } = error as Error & { stderr?: string };
    const said = stderr?.trim().split("\n").at(-1);
    throw new MuxError("not-allowed", `mullion web on ${host} failed: ${said || message}`);
  }
}

interface RemoteLogin {
  readonly url: string;
  readonly socket: string;
}

function untilOpen({ stdout }: ChildProcess, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    stdout?.on("data", (chunk: Buffer) => {
      if (String(chunk).includes(READY)) resolve();
    });
    stdout?.on("close", () =>
      reject(new MuxError("not-allowed", `ssh to ${host} ended before the tunnel was open`)),
    );
  });
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });
}
