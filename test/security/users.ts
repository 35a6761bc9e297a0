import { spawnSync } from "node:child_process";
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { root } from "../fixtures/daemon.ts";
import { type Outcome, runProgram } from "../fixtures/run-program.ts";
import { leftBehind } from "../setup/left-behind.ts";

/** Accounts that every Debian has, and that nothing runs as. */
const ACCOUNTS = { owner: "games", root: "root", writer: "news", reader: "mail", unlisted: "uucp" } as const;

export type User = keyof typeof ACCOUNTS;

export function accountOf(user: User): string {
  return ACCOUNTS[user];
}

export function uidOf(user: User): number {
  const lines = readFileSync("/etc/passwd", "utf8").split("\n");
  return Number(lines.map((line) => line.split(":")).find(([name]) => name === ACCOUNTS[user])?.[2]);
}

/** Whether this process can act as other users; where it cannot, the reason is printed. */
export function canActAsOthers(): boolean {
  const reason =
    process.getuid!() !== 0
      ? "only root can act as other users"
      : Object.keys(ACCOUNTS).some((user) => Number.isNaN(uidOf(user as User)))
        ? `not all of ${Object.values(ACCOUNTS).join(", ")} are users here`
        : spawnSync(join(root, "bin/tmux"), ["-V"], { uid: uidOf("owner"), stdio: "ignore" }).error
          ? `other users cannot run ${root}bin/tmux`
          : undefined;
  if (reason !== undefined) console.warn(`skipped: ${reason}`);
  return reason === undefined;
}

export type TmuxProgram = "ours" | "real";

/** A directory in which each user has an instance of their own, and `s/` is the owner's, open to all. */
export interface SharedMachine {
  readonly dir: string;
  readonly sockets: string;
  env(user: User): NodeJS.ProcessEnv;
  run(user: User, file: string, ...argv: string[]): Promise<Outcome>;
  tmux(user: User, ...argv: string[]): Promise<Outcome>;
  stop(): Promise<void>;
}

export function prepareMachine(program: TmuxProgram = "ours"): SharedMachine {
  const dir = mkdtempSync("/tmp/mu-");
  chmodSync(dir, 0o755);
  const sockets = join(dir, "s");
  makeFor("owner", sockets, 0o755);
  for (const user of Object.keys(ACCOUNTS) as User[])
    for (const name of ["home", "m", "t"]) makeFor(user, join(dir, `${name}-${user}`), 0o700);
  const env = (user: User) => ({
    PATH: "/usr/bin:/bin",
    LANG: "C.UTF-8",
    HOME: join(dir, `home-${user}`),
    SHELL: "/bin/sh",
    TERM: "xterm-256color",
    TZ: "UTC",
    MULLION_DIR: join(dir, `m-${user}`),
    TMUX_TMPDIR: join(dir, `t-${user}`),
  });
  const run = (user: User, file: string, ...argv: string[]) =>
    runProgram(file, argv, { env: env(user), cwd: "/", uid: uidOf(user) });
  return {
    dir,
    sockets,
    env,
    run,
    tmux: (user, ...argv) =>
      run(user, program === "ours" ? join(root, "bin/tmux") : "/usr/bin/tmux", ...argv),
    async stop() {
      if (program === "ours")
        for (const user of Object.keys(ACCOUNTS) as User[])
          await run(user, join(root, "bin/mullion"), "down", "--force");
      const left = await leftBehind(dir);
      for (const { pid } of left) process.kill(pid, "SIGKILL");
      rmSync(dir, { recursive: true, force: true });
      if (left.length > 0) throw new Error(`left behind: ${left.map(({ command }) => command).join(", ")}`);
    },
  };
}

function makeFor(user: User, path: string, mode: number): void {
  mkdirSync(path);
  chownSync(path, uidOf(user), 0);
  chmodSync(path, mode);
}
