import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { userInfo } from "node:os";
import { join } from "node:path";
import { programPath } from "../setup/need.ts";

export interface SshServer {
  /** ssh://user@127.0.0.1:port */
  readonly address: string;
  /** What ssh needs to get in, and to read nothing of the user's own. */
  readonly options: readonly string[];
  stop(): Promise<void>;
}

/** A real sshd on a port of the loopback network, with keys of its own. Nothing of the system's configuration is read or written. */
export async function startSshServer(directory: string, env: Record<string, string>): Promise<SshServer> {
  const at = (name: string) => join(directory, name);
  mkdirSync(at("home"), { recursive: true });
  for (const key of ["host-key", "user-key"])
    execFileSync(programPath("ssh-keygen"), ["-q", "-t", "ed25519", "-N", "", "-f", at(key)]);
  writeFileSync(at("authorized"), readFileSync(at("user-key.pub")), { mode: 0o600 });
  // It refuses to start as root where the directory that it would lock strangers into is not there.
  if (process.getuid!() === 0) mkdirSync("/run/sshd", { recursive: true, mode: 0o755 });
  const port = await freePort();
  const [type, key] = readFileSync(at("host-key.pub"), "utf8").split(" ");
  writeFileSync(at("known-hosts"), `[127.0.0.1]:${port} ${type} ${key}\n`);
  writeFileSync(
    at("config"),
    [
      `ListenAddress 127.0.0.1:${port}`,
      `HostKey ${at("host-key")}`,
      `AuthorizedKeysFile ${at("authorized")}`,
      "PidFile none",
      "StrictModes no",
      "UsePAM no",
      "PasswordAuthentication no",
      "KbdInteractiveAuthentication no",
      "PermitRootLogin prohibit-password",
      "AllowStreamLocalForwarding yes",
      // The login shell of the user who runs the tests starts here, and must not read that user's start files.
      "PermitUserRC no",
      `SetEnv ${Object.entries({ ...env, HOME: at("home") })
        .map(([name, value]) => `${name}=${value}`)
        .join(" ")}`,
      "",
    ].join("\n"),
  );
  const server = await listen(spawn(programPath("sshd"), ["-D", "-e", "-f", at("config")]));
  return {
    address: `ssh://${userInfo().username}@127.0.0.1:${port}`,
    options: [
      ...["-F", "none", "-i", at("user-key"), "-o", "IdentitiesOnly=yes", "-o", "BatchMode=yes"],
      ...["-o", `UserKnownHostsFile=${at("known-hosts")}`, "-o", "GlobalKnownHostsFile=none"],
    ],
    async stop() {
      const ended = new Promise((resolve) => server.on("close", resolve));
      server.kill();
      await ended;
    },
  };
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });
}

function listen(server: ChildProcess): Promise<ChildProcess> {
  return new Promise((resolve, reject) => {
    let said = "";
    server.stderr!.on("data", (chunk) => {
      said += chunk;
      if (said.includes("Server listening")) resolve(server);
    });
    server.on("close", () => reject(new Error(`sshd did not start: ${said}`)));
  });
}
