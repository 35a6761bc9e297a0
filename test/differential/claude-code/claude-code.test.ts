import { afterEach, describe, expect, test } from "vitest";
import { waitFor } from "../../fixtures/wait-for.ts";
import { need } from "../../setup/need.ts";
import {
  type Dialect,
  probe,
  respawned,
  screen,
  type Team,
  teammates,
  typedInOneCall,
  typedLiterally,
} from "./dialects.ts";
import { ourSide, realSide, type Side } from "./sides.ts";

const open: Side[] = [];
afterEach(async () => {
  for (const side of open.splice(0)) await side.stop();
});

async function bothSides(...servers: string[]): Promise<[real: Side, ours: Side]> {
  open.push(realSide(servers), await ourSide());
  return [open[0]!, open[1]!];
}

const everyPane =
  "#{pane_id} #{pane_index} #{pane_width}x#{pane_height}+#{pane_left}+#{pane_top} #{pane_active} #{pane_dead} #{pane_title}";

/** The team's window as a tool could see it. */
async function describeTeam(side: Side, { prefix, window }: Team): Promise<void> {
  await side.call(...prefix, "display-message", "-p", "-t", window, "#{window_layout} #{window_panes}");
  await side.call(...prefix, "list-panes", "-t", window, "-F", everyPane);
}

async function insideTeam(side: Side, size: readonly [cols: string, rows: string]): Promise<Team> {
  await side.call(
    "-L",
    "inside",
    "-f",
    "/dev/null",
    "new-session",
    "-d",
    "-s",
    "main",
    "-x",
    size[0],
    "-y",
    size[1],
    "cat",
  );
  const { stdout } = await side.look("-L", "inside", "display-message", "-p", "#{socket_path}");
  const prefix = ["-S", stdout.trimEnd()];
  const leader = "%0";
  const window = await side.call(...prefix, "display-message", "-t", leader, "-p", "#{window_id}");
  return { prefix, leader, window: window.stdout.trimEnd() };
}

async function outsideTeam(side: Side): Promise<Team> {
  const prefix = ["-L", "claude-swarm-1", "-f", "/dev/null"];
  await side.call("-V");
  await side.call(...prefix, "has-session", "-t", "claude-swarm");
  await side.call(
    ...prefix,
    "new-session",
    "-d",
    "-s",
    "claude-swarm",
    "-n",
    "swarm-view",
    "-P",
    "-F",
    "#{pane_id}",
    "--",
    "cat",
  );
  await side.call(...prefix, "list-windows", "-t", "claude-swarm", "-F", "#{window_name}");
  return { prefix, window: "claude-swarm:swarm-view", leader: undefined };
}

async function start(side: Side, team: Team, dialect: Dialect, count: number): Promise<string[]> {
  const panes: string[] = [];
  for (const mate of teammates(count)) {
    const pane = await dialect(side, team, mate);
    await waitFor(
      async () => (await screen(side, team.prefix, pane)).includes(`<${mate.name} ready>`),
      `${mate.name} in ${pane}`,
    );
    panes.push(pane);
  }
  return panes;
}

describe.runIf(need("tmux"))("Claude Code cannot tell", () => {
  const dialects = { typedInOneCall, typedLiterally, respawned };

  test.each(Object.entries(dialects))("inside, %s", async (_, dialect) => {
    for (const side of await bothSides("inside")) {
      const team = await insideTeam(side, ["200", "60"]);
      await probe(side, team.prefix, "%0");
      await start(side, team, dialect, 5);
      await describeTeam(side, team);
    }
    expect(open[1]!.transcript).toEqual(open[0]!.transcript);
  });

  test.each(Object.entries(dialects))("outside, %s", async (_, dialect) => {
    for (const side of await bothSides("claude-swarm-1")) {
      const team = await outsideTeam(side);
      await start(side, team, dialect, 4);
      await describeTeam(side, team);
    }
    expect(open[1]!.transcript).toEqual(open[0]!.transcript);
  });

  test("a teammate that succeeds closes its pane, one that fails keeps it with its screen", async () => {
    for (const side of await bothSides("inside")) {
      const team = await insideTeam(side, ["200", "60"]);
      const [done, failed] = await start(side, team, respawned, 2);
      const respawn = (pane: string, command: string) =>
        side.call(...team.prefix, "respawn-pane", "-k", "-t", pane, "--", command);
      await respawn(done!, "exit 0");
      await respawn(failed!, "echo gone wrong; exit 3");
      const states = async () =>
        (
          await side.look(
            ...team.prefix,
            // The end of another child reminds the real tmux of one that it has missed.
            ...["run-shell", "true", ";"],
            ...["list-panes", "-t", team.window, "-F", "#{pane_id} #{pane_dead} #{pane_dead_status}"],
          )
        ).stdout;
      await waitFor(async () => (await states()) === `%0 0 \n${failed} 1 3\n`, "one pane closed, one kept");
      await describeTeam(side, team);
      // The message of its death takes the last line: what stood there goes up into the history. tmux itself may have
      // closed the terminal before it read the last output.
      if (side === open[1])
        expect(await screen(side, team.prefix, failed!)).toMatch(
          /^gone wrong\n[\s\S]*Pane is dead \(status 3, /,
        );
      await side.call(...team.prefix, "kill-pane", "-t", failed!);
      await side.call(...team.prefix, "kill-pane", "-t", failed!);
      await side.call(...team.prefix, "kill-pane", "-t", done!);
      await describeTeam(side, team);
    }
    expect(open[1]!.transcript).toEqual(open[0]!.transcript);
  });

  test("hidden and shown again, as older releases do it", async () => {
    for (const side of await bothSides("inside")) {
      const team = await insideTeam(side, ["200", "60"]);
      const [first] = await start(side, team, respawned, 2);
      const call = (...argv: string[]) => side.call(...team.prefix, ...argv);
      await call("select-pane", "-t", first!, "-P", "bg=default,fg=red");
      await call("new-session", "-d", "-s", "claude-hidden");
      await call("break-pane", "-d", "-s", first!, "-t", "claude-hidden:");
      await call("list-sessions", "-F", "#{session_name}");
      await describeTeam(side, team);
      await call("join-pane", "-h", "-s", first!, "-t", "%0");
      await call("select-layout", "-t", team.window, "main-vertical");
      await describeTeam(side, team);
    }
    expect(open[1]!.transcript).toEqual(open[0]!.transcript);
  });

  test("a worktree session, inside", async () => {
    for (const side of await bothSides("inside")) {
      const { prefix } = await insideTeam(side, ["80", "24"]);
      await side.call("-V");
      await side.call(...prefix, "show-options", "-g", "prefix");
      await side.call(...prefix, "has-session", "-t", "tree_one");
      const words = ["-e", "CLAUDE_ONE=1", "-e", "CLAUDE_TWO=a b", "-c", "/", "--"];
      await side.call(
        ...prefix,
        "new-session",
        "-d",
        "-s",
        "tree_one",
        ...words,
        "sh",
        "-c",
        'echo "<$CLAUDE_ONE|$CLAUDE_TWO|$PWD>"; exec cat',
      );
      await waitFor(
        async () => (await screen(side, prefix, "tree_one")).includes("<1|a b|/>"),
        "the session's command",
      );
      await side.call(...prefix, "has-session", "-t", "tree_one");
      await side.call(...prefix, "show-environment", "-t", "tree_one");
      await side.call(...prefix, "switch-client", "-t", "tree_one");
    }
    expect(open[1]!.transcript).toEqual(open[0]!.transcript);
  });
});

describe("a team in one small terminal", () => {
  test("sixteen teammates start at once from a detached 80x24 leader, each with its own command", async () => {
    const side = await ourSide();
    open.push(side);
    const team = await insideTeam(side, ["80", "24"]);
    const mates = teammates(16);
    const panes = await Promise.all(mates.map((mate) => respawned(side, team, mate)));
    expect(new Set(panes).size).toBe(16);
    for (const [i, mate] of mates.entries()) {
      await waitFor(
        async () => (await screen(side, team.prefix, panes[i]!)).includes(`<${mate.name} ready>`),
        `${mate.name}`,
      );
    }
    expect(side.transcript.filter((line) => !line.includes('"status":0'))).toEqual([]);
    const kills = await Promise.all(panes.map((pane) => side.look(...team.prefix, "kill-pane", "-t", pane)));
    expect(kills.map(({ status }) => status)).toEqual(panes.map(() => 0));
    const { stdout } = await side.look(...team.prefix, "list-panes", "-t", team.window, "-F", "#{pane_id}");
    expect(stdout).toBe("%0\n");
  });
});
