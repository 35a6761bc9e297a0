import { describe, expect, it } from "vitest";
import { IdleWorld } from "../../../test/property/tree-ports.ts";
import { createServer } from "../mux/create-server.ts";
import type { StartOptions } from "../mux.ts";

function start(options: StartOptions, prepare: (mux: ReturnType<typeof createServer>) => void = () => {}) {
  const world = new IdleWorld();
  const environment = new Map([
    ["HOME", "/home/me"],
    ["PATH", "/bin"],
    ["TERM", "xterm"],
  ]);
  const mux = createServer({ socketPath: "/tmp/s", ports: world.ports, environment });
  mux.server.sessionOptions.set("default-shell", "/bin/bash");
  const session = mux.createSession({ name: "s", cwd: "/work" });
  prepare(mux);
  mux.createWindow(session, options);
  return world.processes.at(-1)!.request;
}

describe("what a pane runs", () => {
  it.each([
    ["a login shell", {}, "/bin/bash", ["-bash"]],
    ["a line for the shell", { command: ["ls -l | wc"] }, "/bin/bash", ["bash", "-c", "ls -l | wc"]],
    ["a program with arguments", { command: ["ls", "-l"] }, "ls", ["ls", "-l"]],
    ["a program without arguments", { command: ["ls"], direct: true }, "ls", ["ls"]],
  ])("is %s", (_name, options, file, argv) => {
    expect(start(options)).toMatchObject({ file, argv, cwd: "/work", size: { cols: 80, rows: 24 } });
  });

  it("is default-command where there is one", () => {
    const request = start({}, ({ server }) => server.sessionOptions.set("default-command", "top -b"));
    expect(request.argv).toEqual(["bash", "-c", "top -b"]);
  });

  it("starts in the given directory", () => {
    expect(start({ cwd: "/elsewhere" })).toMatchObject({ cwd: "/elsewhere" });
  });
});

describe("the environment of a pane", () => {
  it("holds tmux's variables over the server's, by name", () => {
    expect([...start({}).environment]).toEqual([
      ["HOME", "/home/me"],
      ["PATH", "/bin"],
      ["PWD", "/work"],
      ["SHELL", "/bin/bash"],
      ["TERM", "tmux-256color"],
      ["TERM_PROGRAM", "tmux"],
      ["TERM_PROGRAM_VERSION", "3.3a"],
      ["TMUX", "/tmp/s,4711,0"],
      ["TMUX_PANE", "%1"],
    ]);
  });

  it("puts -e over the session over the server, and the caller's PATH over all", () => {
    const request = start(
      {
        environment: [
          ["A", "here"],
          ["TERM", "mine"],
        ],
        path: "/caller",
      },
      ({ server }) => {
        server.environment.set("A", "global");
        server.environment.set("B", "global");
        server.environment.set("C", "secret", { hidden: true });
        const session = server.sessionNamed("s")!;
        session.environment.set("A", "session");
        session.environment.remove("B");
      },
    );
    const { environment } = request;
    expect(environment.get("A")).toBe("here");
    expect(environment.has("B")).toBe(false);
    expect(environment.has("C")).toBe(false);
    expect(environment.get("TERM")).toBe("mine");
    expect(environment.get("PATH")).toBe("/caller");
  });

  it("ends with what the daemon adds", () => {
    const world = new IdleWorld();
    const mux = createServer({
      socketPath: "/tmp/s",
      ports: {
        ...world.ports,
        paneEnvironment: (pane, given) => [
          ["PATH", `/ours:${given.get("PATH")}`],
          ["MULLION_PANE", pane.id],
        ],
      },
    });
    mux.createSession({ cwd: "/" });
    const { environment } = world.processes[0]!.request;
    expect(environment.get("PATH")).toBe("/ours:/usr/bin:/bin");
    expect(environment.get("MULLION_PANE")).toBe("%0");
  });
});
