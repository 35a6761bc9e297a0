import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { type Client, type ConnectOptions, connect } from "../../src/client/index.ts";
import { waitFor } from "../fixtures/wait-for.ts";
import { severalMachines } from "./several-machines.ts";
import { untilExit } from "./until-exit.ts";

/** Events that a daemon keeps for a team. */
const KEPT = 4096;

describe("a reader of placed contexts", { timeout: 60_000 }, () => {
  const { near, hosts, call, shut, open: reopen } = severalMachines(["there"]);
  const open: Client[] = [];
  afterEach(() => {
    for (const client of open.splice(0)) client.close();
  });

  async function client(sessionHint: string, more: ConnectOptions = {}): Promise<Client> {
    const socket = join(near.dir, "m/daemon.sock");
    const events = ["context_exited", "context_output", "mullion.context_spawned"] as const;
    const opened = await connect({ socket, env: near.env, sessionHint, events, ...more });
    open.push(opened);
    return opened;
  }

  async function placed(by: Client, script: string): Promise<string> {
    const metadata = { place: "there" };
    return (await by.call("spawn_agent", { command: ["sh", "-c", script], metadata })).context_id;
  }

  test("that connects later receives what is printed from then on, and nothing again", async () => {
    const first = await client("late");
    const id = await placed(first, "echo before; read x; echo after; exit 2");
    await first.call("mullion.wait", { context_id: id, until: { kind: "text", text: "before" } });
    const late = await client("late");
    expect(late.cursor.offsets).toEqual({ [id]: "before\r\n".length });
    const again = await client("late", { cursor: late.cursor });
    await first.call("mullion.send_keys", { context_id: id, keys: ["Enter"] });
    for (const reader of [late, again]) {
      const printed = (await untilExit(reader.events(), id)).flatMap(({ method, params }) =>
        method === "context_output" ? [Buffer.from(params.data, "base64")] : [],
      );
      expect(String(Buffer.concat(printed))).toBe("\r\nafter\r\n");
    }
  });

  test("learns of exits whose events the host has dropped meanwhile", async () => {
    const own = await client("missing");
    const events = own.events();
    const id = await placed(own, "read x; exit 7");
    const stays = await placed(own, "exec cat");
    const { sessions } = await own.call("mullion.tree", { host: "there" });
    const hint = sessions[0]!.name.replace("agents-", "");
    await shut("there");
    await waitFor(async () => (await call("host", "show", "there")).includes("unreachable"), "the cut");
    // The daemon here dies, so that its link cannot deliver what the host's daemon has sent already.
    await near.kill9();
    const [far] = hosts;
    const there = await connect({
      socket: join(far!.dir, "m/daemon.sock"),
      env: far!.env,
      sessionHint: hint,
    });
    open.push(there);
    const context_id = id.replace("there/", "");
    await there.call("mullion.send_keys", { context_id, keys: ["Enter"] });
    await there.call("mullion.wait", { context_id, until: { kind: "exit" } });
    const renamed = { context_id: stays.replace("there/", ""), name: "again" };
    for (let done = 0; done <= KEPT; done += 512)
      await Promise.all(Array.from({ length: 512 }, () => there.call("mullion.rename", renamed)));
    reopen("there");
    expect((await untilExit(events, id)).at(-1)).toMatchObject({ params: { exit_code: 7 } });
    expect((await own.call("list")).contexts).toEqual([stays]);
    const ending = own.events();
    await own.call("kill", { context_id: stays });
    await untilExit(ending, stays);
  });
});
