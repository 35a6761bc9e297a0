import { noteOtherPackage } from "../other-package.ts";
import { counted } from "../quantities.ts";
import { defineHotVerb, JSON_OPTION } from "../verb.ts";

export const up = defineHotVerb({
  name: "up",
  summary: "start the daemon and say where it is",
  options: { pid: { summary: "print only its process id" }, json: JSON_OPTION },
  notes: [
    "Every verb starts the daemon when there is none, and it ends a minute after nothing is left: no session, no client, no open HTTP. One that up was called for stays.",
  ],
  examples: [
    ["mullion up", "start it, or find it running"],
    ['kill "$(mullion up --pid)"', "end the daemon; panes go on, and the next call starts it again"],
  ],
  run(call) {
    const { context, options, print, invocation } = call;
    if (!invocation.environment.has("MULLION_ASKING")) context.stay();
    noteOtherPackage(call);
    const { version, pid, paths, startTime } = context;
    const panes = context.servers().reduce((sum, mux) => sum + mux.server.panes.size, 0);
    if (options.pid) print(String(pid));
    else if (options.json) print(JSON.stringify({ version, pid, startTime, panes, ...paths }));
    else print(`Mullion ${version} runs: daemon ${pid} in ${paths.runtimeDir}, ${counted(panes, "pane")}.`);
  },
});
