import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { openTerminal } from "../attach/outer-terminal.ts";
import { outputOf } from "../fixtures/output-of.ts";
import { waitFor } from "../fixtures/wait-for.ts";
import { severalMachines } from "./several-machines.ts";

interface ShownSession {
  readonly name: string;
  readonly windows: { readonly panes: { readonly cwd: string; readonly cols: number }[] }[];
}

describe("one view over several hosts", () => {
  const { near, hosts, call, shut, open, addAgain } = severalMachines(["red", "blue"]);
  const [red, blue] = hosts;

  beforeAll(async () => {
    await call("run", "-n", "here", "--", "cat");
    for (const host of ["red", "blue"])
      await call("run", "--on", host, "-n", `on-${host}`, "--", "sh", "-c", `echo ${host} speaks; exec cat`);
    for (const host of ["red", "blue"]) await call("wait", `${host}/on-${host}`, "-u", "match:speaks");
  });

  test("ls shows what a call before it did, on every machine", async () => {
    for (let round = 0; round < 5; round++) {
      const pane = await call("run", "--on", "blue", "-n", `made-${round}`, "--", "cat");
      expect(await call("ls", "--all-hosts")).toContain(`made-${round}`);
      await call("kill", pane);
      expect(await call("ls", "--all-hosts")).not.toContain(`made-${round}`);
    }
    const { hosts } = JSON.parse(await call("ls", "--all-hosts", "--json")) as {
      hosts: { name: string; data: { servers: { sessions: { name: string }[] }[] } }[];
    };
    expect(hosts.map(({ name }) => name)).toEqual(["red", "blue"]);
    expect(hosts[1]?.data.servers[0]?.sessions).toMatchObject([
      {
        name: "on-blue",
        windows: [{ panes: [{ name: "on-blue", lastLine: "blue speaks", state: "running" }] }],
      },
    ]);
  });

  test("what ls reports of a host is what ls there reports, except for processor and memory", async () => {
    await call("wait", "red/on-red", "--until", "state:idle"); // Nothing changes by itself from here on.
    const { hosts } = JSON.parse(await call("ls", "--all-hosts", "--json")) as { hosts: { data: object }[] };
    const withoutUsage = (text: string) =>
      JSON.parse(text, (key, value) => (key === "cpu" || key === "memory" ? null : value)) as object;
    expect(hosts[0]!.data).toEqual(withoutUsage(await call("ls", "--host", "red", "--json")));
  });

  test("ls shows what a program did in silence, and the size of its window", async () => {
    const pipe = join(red!.dir, "pipe");
    // The second pipe has no writer: the program stays.
    const silent = `mkfifo ${pipe} ${pipe}-2; echo ready; read x <${pipe}; cd /; read x <${pipe}-2`;
    const pane = await call("run", "--on", "red", "-n", "silent", "--", "sh", "-c", silent);
    await call("wait", pane, "-u", "match:ready");
    const shown = async () => {
      const { hosts } = JSON.parse(await call("ls", "--all-hosts", "--json")) as {
        hosts: { data: { servers: { sessions: ShownSession[] }[] } }[];
      };
      const sessions = hosts[0]?.data.servers.flatMap((server) => server.sessions) ?? [];
      return sessions.find(({ name }) => name === "silent")?.windows[0]?.panes[0];
    };
    await shown();
    expect(await shown()).toMatchObject({ cwd: red!.env.HOME, cols: 80 });
    writeFileSync(pipe, "go\n");
    await waitFor(async () => (await shown())?.cwd === "/", "the directory that the program went to");
    await outputOf(red!.tmux("-L", "mullion", "resize-window", "-t", "silent", "-x", "100"));
    expect(await shown()).toMatchObject({ cwd: "/", cols: 100 });
    await call("kill", pane);
  });

  test("agents, search and top list panes of all machines together", async () => {
    const lines = (await call("agents", "--all-hosts", "--sort", "name")).split("\n");
    expect(lines.map((line) => /\S+on-\S+|here/.exec(line)?.[0])).toEqual([
      "here",
      "blue/on-blue",
      "red/on-red",
    ]);
    expect(await call("search", "--all-hosts", "speaks")).toMatch(
      /^mullion red\/%\d+ 0: red speaks\nmullion blue\/%\d+ 0: blue speaks$/,
    );
    const found = (await call("search", "--all-hosts", "--json", "blue speaks")).split("\n");
    expect(found.map((line) => JSON.parse(line) as object)).toMatchObject([
      { host: "blue", pane: expect.stringMatching(/^blue\/%\d+$/), text: "blue speaks" },
    ]);
    const table = await call("top", "--all-hosts");
    expect(table).toMatch(/^red\/%\d+ /m);
    expect(table).toMatch(/^blue\/%\d+ /m);
    expect(table).toMatch(/^%\d+ /m);
  });

  test("wait, logs, record and attach find a pane on whichever machine has it", async () => {
    expect(await call("logs", "--all-hosts", "on-blue")).toContain("blue speaks");
    expect(await call("record", "--all-hosts", "on-red")).toContain("red speaks");
    expect(await call("wait", "on-red", "--all-hosts", "--until", "match:speaks")).toBe("red speaks");
    expect(await call("wait", "on-red", "on-red", "--all-hosts", "--until", "match:speaks")).toMatch(
      /^red\/%\d+ red speaks$/,
    );
    const apart = await near.run("wait", "on-red", "on-blue", "--all-hosts");
    expect(apart.stderr).toContain("the targets of one call are on one machine");
    expect((await near.run("logs", "--all-hosts", "nowhere")).stderr).toContain("nor on any host");
    await call("run", "--on", "red", "-n", "twice", "--", "cat");
    await call("run", "--on", "blue", "-n", "twice", "--", "cat");
    const several = await near.run("logs", "--all-hosts", "twice");
    expect(several).toMatchObject({ status: 1, stderr: expect.stringContaining("red and blue have twice") });
    const outer = await openTerminal(near, "mullion attach --all-hosts on-blue; echo left $?; exec cat");
    await outer.see("blue speaks");
    outer.type("\x02d");
    await outer.see("left 0");
    await call("kill", "red/twice");
    await call("kill", "blue/twice");
  });

  test("the live list of agents gains a host that is added, keeps one whose link is new, and loses one that is removed", async () => {
    const outer = await openTerminal(near, "mullion agents --all-hosts; echo left $?; exec cat");
    await outer.see(/here[\s\S]*on-|on-[\s\S]*here/);
    await addAgain("red", "third");
    await outer.see("third/on-red");
    // A host that is added again, or upgraded, gets another link.
    await call("host", "rm", "blue");
    await waitFor(() => !outer.text.includes("blue/on-blue"), "the removed host to leave");
    await addAgain("blue", "blue");
    await outer.see("blue/on-blue");
    await call("host", "rm", "third");
    await waitFor(() => !outer.text.includes("third/"), "the removed host to leave");
    expect(outer.text).not.toContain("removed");
    outer.type("q");
    await outer.see("left 0");
  });

  test("the live list of agents follows every host, answers there, and opens a pane there", async () => {
    const outer = await openTerminal(near, "mullion agents --all-hosts; echo left $?; exec cat");
    await outer.see(/here[\s\S]*on-|on-[\s\S]*here/);
    const asking = await call(
      ...["run", "--on", "blue", "-n", "asking", "--", "sh", "-c"],
      "printf 'may I go? [y/n] '; read answer; echo \"it was $answer\"; exec cat",
    );
    await outer.see("blue/asking");
    await waitFor(() => /waiting.*blue\/asking.*may I go/.test(outer.text), "the question of the host");
    // The selection stays where it was: the agent that waits is at the top.
    outer.type("gy");
    await call("wait", asking, "--until", "match:it was y", "-t", "20");
    await outer.see("it was y");
    outer.type("/it was y\r");
    await waitFor(() => !outer.text.includes("here"), "the list to be filtered");
    outer.type("\r");
    await waitFor(() => outer.text.includes("it was y") && !outer.text.includes("answer"), "the pane itself");
    outer.type("\x02d");
    await outer.see("left 0");
    await call("kill", "blue/asking");
  });

  test("a host that stops is shown in ls as it was last known, and delays no other", async () => {
    await call("ls", "--all-hosts");
    const pid = red!.pid()!;
    process.kill(pid, "SIGSTOP");
    try {
      const began = performance.now();
      const text = await call("ls", "--all-hosts");
      expect(performance.now() - began).toBeLessThan(4_000);
      expect(text).toMatch(
        /red\/ .*\n {2}host red did not answer within 1 s\n {2}known at .*\n[\s\S]*on-red[\s\S]*blue\//,
      );
      expect(text).toContain("blue speaks");
      const { hosts } = JSON.parse(await call("ls", "--all-hosts", "--json")) as { hosts: object[] };
      expect(hosts).toMatchObject([
        { name: "red", error: "host red did not answer within 1 s", last: { data: { servers: [{}] } } },
        { name: "blue", data: { servers: [{}] } },
      ]);
    } finally {
      process.kill(pid, "SIGCONT");
    }
  });

  test("an unreachable host is named in every list with its last known state, and comes back", async () => {
    const outer = await openTerminal(near, "mullion agents --all-hosts; echo left $?; exec cat");
    await outer.see("on-red");
    await shut("red");
    await outer.see("host red is unreachable since");
    expect(outer.text).toContain("red/on-red");
    expect((await near.run("capture", "red/on-red")).stderr).toContain("host red is unreachable since");
    expect(await call("ls", "--all-hosts")).toMatch(/host red is unreachable since[\s\S]*on-red/);
    expect(await call("agents", "--all-hosts")).toMatch(/red\/on-red[\s\S]*host red is unreachable since/);
    expect(await call("top", "--all-hosts")).toContain("host red is unreachable since");
    const searched = await near.run("search", "--all-hosts", "speaks");
    expect(searched.stdout).toContain("blue speaks");
    expect(searched.stderr).toContain("host red is unreachable since");
    open("red");
    await waitFor(() => !outer.text.includes("unreachable"), "the host to be back in the list");
    expect(await call("ls", "--all-hosts")).not.toContain("unreachable");
    outer.type("q");
    await outer.see("left 0");
  });

  test("the death of a host's daemon leaves the list as it was", async () => {
    const outer = await openTerminal(near, "mullion agents --all-hosts; echo left $?; exec cat");
    await outer.see("on-blue");
    await blue!.kill9();
    await waitFor(async () => {
      const { hosts } = JSON.parse(await call("ls", "--all-hosts", "--json")) as {
        hosts: { data?: object }[];
      };
      return hosts.every(({ data }) => data !== undefined);
    }, "the host to report again");
    await call("run", "--on", "blue", "-n", "later", "--", "cat");
    await outer.see("blue/later");
    await near.kill9();
    expect(await outputOf(near.run("ls", "--all-hosts"))).toContain("later");
    await call("kill", "blue/later");
  });
});
