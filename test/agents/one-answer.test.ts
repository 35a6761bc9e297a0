import { afterAll, beforeAll, expect, test } from "vitest";
import { type Client, connect } from "../../src/client/index.ts";
import { type OuterTerminal, openTerminal } from "../attach/outer-terminal.ts";
import { daemonForAll } from "../fixtures/daemon-for-all.ts";
import { waitFor } from "../fixtures/wait-for.ts";
import { type Access, access, post } from "../http/http-client.ts";
import { callTool, openMcp } from "../mcp/mcp-client.ts";

const daemon = daemonForAll();
const TEAM = "askers";

/** A program that asks twice, so that a second answer would become the answer to its next question. */
interface Asker {
  readonly name: string;
  readonly pane: string;
  readonly context: string;
  readonly since: number;
}

/** Answers an asker through one door; resolves to "typed" or to the code of the refusal. */
type Answer = (asker: Asker, text: string) => Promise<string>;

let client: Client;
let web: Access;
let agent: Awaited<ReturnType<typeof openMcp>>;

beforeAll(async () => {
  client = await connect({ env: daemon.env, sessionHint: TEAM });
  web = await access(daemon);
  agent = await openMcp(daemon, "stdio", { team: TEAM });
});
afterAll(async () => {
  await agent.close();
  client.close();
});

const DOORS: Readonly<Record<string, Answer>> = {
  "the command line": async ({ pane, since }, text) => {
    const { status, stderr } = await daemon.run("answer", "-L", "mullion", pane, text, "--since", `${since}`);
    return status === 0 ? "typed" : status === 4 ? "not-waiting" : stderr;
  },

  "the protocol": ({ context, since }, text) =>
    client.call("mullion.answer", { context_id: context, text, since }).then(
      () => "typed",
      (error) => error.code,
    ),

  HTTP: async ({ context, since }, text) => {
    const input = { context_id: context, text, since };
    const response = await post(web, "mullion.answer", input, { headers: { "mullion-team": TEAM } });
    const { json } = (await response.json()) as { json: { readonly data: { readonly code: string } } };
    if (response.ok) return "typed";
    expect(response.status).toBe(409);
    return json.data.code;
  },

  MCP: async ({ context, since }, text) => {
    const { isError, code } = await callTool(agent, "answer", { pane: context, text, since });
    return isError ? String(code) : "typed";
  },
};

let asked = 0;

async function ask(): Promise<Asker> {
  asked += 1;
  const name = `asker${asked}`;
  const script = "printf 'One? '; read -r x; printf 'got <%s>\\nTwo? ' $x; read -r y; echo then $y";
  const spawn = { command: ["sh", "-c", `${script}; exec sleep 600`], metadata: { name } };
  const { context_id: context } = await client.call("spawn_agent", spawn);
  return waitFor(async () => {
    const { agents } = await client.call("mullion.agents", { states: ["waiting"] });
    const found = agents.find(({ context_id }) => context_id === context);
    return found && { name, context, pane: found.pane_id, since: found.agent!.since };
  }, "the question");
}

const screenOf = async ({ context }: Asker) => (await client.call("capture", { context_id: context })).text;

/** One answer is on the screen, and the second question has none. */
async function expectOne(asker: Asker): Promise<void> {
  await waitFor(async () => (await screenOf(asker)).includes("Two?"), "the next question");
  expect(await screenOf(asker)).toMatch(/got <(first|second)>\nTwo\?$/);
  await client.call("kill", { context_id: asker.context });
}

const names = Object.keys(DOORS);
const PAIRS = names.flatMap((one, index) => names.slice(index).map((other) => [one, other] as const));

test.each(PAIRS)("of two answers at once through %s and %s, one is typed", async (one, other) => {
  const asker = await ask();
  const outcomes = await Promise.all([DOORS[one]!(asker, "first"), DOORS[other]!(asker, "second")]);
  expect(outcomes.sort()).toEqual(["not-waiting", "typed"]);
  await expectOne(asker);
});

/** Selects the asker in `mullion agents`, and types the line; resolves when the list shows the outcome. */
async function answerInList(list: OuterTerminal, { name }: Asker, text: string): Promise<string> {
  list.type(`t${text}\r`);
  await list.see(new RegExp(`answered ${name}: ${text}|was answered already|asks nothing|does not wait`));
  return list.text.includes(`answered ${name}: ${text}`) ? "typed" : "not-waiting";
}

test.each(names)("of two answers at once through the list of agents and %s, one is typed", async (other) => {
  const asker = await ask();
  const list = await openTerminal(daemon, "mullion agents");
  await list.see(new RegExp(`^> .* ${asker.name} +One\\?`, "m"));
  const outcomes = await Promise.all([answerInList(list, asker, "first"), DOORS[other]!(asker, "second")]);
  expect(outcomes.sort()).toEqual(["not-waiting", "typed"]);
  await expectOne(asker);
});
