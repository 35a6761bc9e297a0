import { once } from "node:events";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { need } from "../../setup/need.ts";
import { runCase } from "./run-case.ts";
import { stepOf } from "./script.ts";
import { ourSide, realSide, type Side } from "./sides.ts";

/** What a server in the foreground (`-D`) answers, and how its process ends. */
async function foreground(
  side: Side,
  server: string,
  end: "kill-server" | NodeJS.Signals,
): Promise<readonly unknown[]> {
  const process = side.spawn(server, ["-D"]);
  const ended = once(process, "exit");
  const kept = new Map<string, string>();
  const call = (...argv: string[]) => side.call(server, stepOf(argv), kept);
  while ((await call("list-sessions")).status !== 0) expect(process.exitCode).toBeNull();
  const outcomes = [
    await call("show-options", "-s", "exit-empty"),
    await call("new-session", "-d", "-s", "a", "cat"),
    await call("kill-session", "-t", "a"),
    await call("list-sessions"),
    await call("-D", "list-sessions"),
    await call("-D"),
  ];
  if (end === "kill-server") outcomes.push(await call("kill-server"));
  else process.kill(end);
  const gone = await runCase(side, server, "fails list-sessions");
  const [status] = await ended;
  // A signal ends our process by itself, and the server with it; tmux catches it and ends with 0.
  return [...outcomes, end === "kill-server" ? status : "ended", gone];
}

describe.runIf(need("tmux"))("a server in the foreground", () => {
  let real: Side;
  let ours: Side;
  beforeAll(() => {
    real = realSide();
    ours = ourSide();
  });
  afterAll(async () => {
    await real.stop();
    await ours.stop();
  });

  it.concurrent.each(["kill-server", "SIGTERM", "SIGINT"] as const)("ended by %s", async (end) => {
    const [expected, actual] = await Promise.all([real, ours].map((side) => foreground(side, end, end)));
    expect(actual).toEqual(expected);
  });
});
