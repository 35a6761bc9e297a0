import { attempt } from "../../core/attempt.ts";
import { packageVersion } from "../package.ts";
import { defineColdVerb } from "../verb.ts";

/** Loaded on demand: the daemon, which imports every verb, and the other verbs do not need it. */
const load = () => import("../../doors/mcp/index.ts");

/** Clients outside of panes share this team, so that the next one finds what the last one started. */
const OUTSIDE = "mcp";

/** Agents start their servers in the directory of their project; a program with windows starts them in /, which is none. */
function ownDirectory(): string | undefined {
  const directory = attempt(() => process.cwd());
  return directory === "/" ? undefined : directory;
}

export const mcp = defineColdVerb({
  name: "mcp",
  summary: "serve panes to an agent as tools of the Model Context Protocol",
  options: {
    all: { summary: "every pane of yours is in scope, not only the team of the agent" },
    "all-hosts": { summary: "as --all, and lists and resources show the panes of every host too" },
    "read-only": { summary: "the agent can look and wait, and changes nothing" },
  },
  notes: [
    "An agent starts it and speaks to it on standard input and output; docs/mcp.md has the lines for the configuration of each agent. It ends with the agent. When the daemon is killed or replaced, it reconnects.",
    "In a pane, the scope is the team of that pane: the pane itself and what its programs started through the tools or the protocol. Elsewhere it is the team mcp, which all agents outside of panes share. --all reaches every pane of every server. A pane of a host is then in lists if the agent asks for hosts, or always with --all-hosts.",
    "The scope protects from mistakes. It is no sandbox: an agent that can run commands can run mullion.",
  ],
  examples: [
    ["claude mcp add mullion -- mullion mcp", "for Claude Code"],
    ["mullion mcp --all --read-only", "an agent that watches everything and touches nothing"],
  ],
  async run({ options, environment }) {
    const { serveMcp } = await load();
    const { "all-hosts": allHosts, "read-only": readOnly } = options;
    const all = options.all || allHosts;
    const pane = environment.CLAUDE_PANE_BACKEND_SESSION_ID || undefined;
    const scope = all
      ? "the panes of this user"
      : pane === undefined
        ? `the team ${OUTSIDE} of all agents outside of panes`
        : "the team of your pane";
    await serveMcp(
      {
        version: packageVersion(),
        connection: { env: environment, sessionHint: pane ?? OUTSIDE },
        cwd: ownDirectory(),
        grant: { scope, all, hosts: allHosts || !all, readOnly },
      },
      process.stdin,
      process.stdout,
    );
  },
});
