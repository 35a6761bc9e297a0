import { contextOf, type Peer, Violation } from "../peer.ts";
import {
  expectEqual,
  expectError,
  notApplicable,
  type RequirementCheck,
  resultOf,
  type Stage,
} from "../stage.ts";

const WORDS = ["two  words", "; exit 3", "$HOME \"quoted\" 'single' `x` \\", "", "*"];

export const spawnChecks = {
  async "spawn:argv"(stage) {
    const peer = await stage.begin();
    const script = `[ $# -eq 6 ] && [ "$1" = "$6" ] && [ "$2" = '; exit 3' ] && [ -z "$4" ] && [ "$5" = '*' ] || exit 1
      case $3 in '$HOME "quoted" '*'single'*' \`x\` \\') exit 42; esac; exit 2`;
    const id = await stage.spawn(peer, ["sh", "-c", script, "sh", ...WORDS, WORDS[0]!]);
    expectEqual(await stage.exitCode(peer, id), 42, "the verdict of the program about its arguments");
  },

  async "spawn:string-refused"(stage) {
    const peer = await stage.begin();
    expectError(await peer.request("spawn_agent", { command: "sleep 60" }), "a text for a command");
  },

  async "spawn:empty-refused"(stage) {
    const peer = await stage.begin();
    expectError(await peer.request("spawn_agent", { command: [] }), "an empty command");
  },

  async "spawn:missing-program"(stage) {
    const peer = await stage.begin();
    const command = ["/nonexistent/conformance-program"];
    expectError(await peer.request("spawn_agent", { command }), "a program that is not there");
  },

  async "spawn:cwd"(stage) {
    const peer = await stage.begin();
    const script = '[ "$(pwd -P)" = "$(cd /tmp && pwd -P)" ] && exit 42; exit 1';
    expectEqual(
      await stage.exitCodeOf(peer, script, { cwd: "/tmp" }),
      42,
      "the program's verdict on its cwd",
    );
  },

  async "spawn:env"(stage) {
    const peer = await stage.begin();
    const script = '[ "$CONFORMANCE_WORD" = "two  words" ] && [ -n "$PATH" ] && exit 42; exit 1';
    const env = { CONFORMANCE_WORD: "two  words" };
    expectEqual(
      await stage.exitCodeOf(peer, script, { env }),
      42,
      "the program's verdict on its environment",
    );
  },

  async "spawn:metadata"(stage) {
    const peer = await stage.begin();
    const metadata = { name: "researcher", color: "blue", role: "teammate", conformance: "unheard of" };
    expectEqual(await stage.exitCodeOf(peer, "exit 0", { metadata }), 0, "the exit code");
  },

  async "spawn:distinct"(stage) {
    const peer = await stage.begin();
    const ids = await Promise.all(Array.from({ length: 8 }, () => stage.spawn(peer, ["cat"])));
    expectEqual(new Set(ids).size, ids.length, "the number of different ids of 8 contexts");
  },

  async "spawn:answer-first"(stage) {
    const peer = await stage.begin();
    await Promise.all(Array.from({ length: 8 }, () => expectAnswerFirst(stage, peer)));
  },

  async "id:never-reused"(stage) {
    const session_hint = stage.newHint();
    const first = await stage.begin({ session_hint });
    const known = [await stage.spawn(first, ["cat"]), await stage.spawn(first, ["cat"])];
    first.close();
    const { peer, hello } = await stage.greet({ session_hint });
    const remembered = await stage.list(peer);
    if (stage.mayEndWithClient && !known.some((id) => remembered.includes(id)))
      notApplicable("contexts end with the backend's process");
    for (const id of known) peer.spawned.add(id);
    for (const id of [await stage.spawn(peer, ["cat"]), await stage.spawn(peer, ["cat"])]) {
      if (known.includes(id)) throw new Violation(`${id} is used again after the client came back`);
    }
    if (known.includes(String(hello.self_context_id)))
      throw new Violation(`the client itself is now called ${hello.self_context_id}, as its child was`);
  },
} satisfies Record<string, RequirementCheck>;

async function expectAnswerFirst(stage: Stage, peer: Peer): Promise<void> {
  const request = peer.post("spawn_agent", { command: ["sh", "-c", "exit 0"] });
  const answer = await peer.answerTo(request, "spawn_agent");
  const id = String(resultOf(answer, "spawn_agent").context_id);
  await stage.exitCode(peer, id);
  const answered = peer.received.indexOf(answer.message);
  const early = peer.received.slice(0, answered).find((message) => contextOf(message) === id);
  if (early) throw new Violation(`${early.method} of ${id} came before the answer that names ${id}`);
}

export const teamChecks = {
  async "team:events"(stage) {
    const owner = await stage.begin();
    const stranger = await stage.begin({ capabilities: ["events", "context_output", "output"] });
    const id = await stage.spawn(owner, ["sh", "-c", "echo conformance"]);
    await stage.exitCode(owner, id);
    await stranger.request("list");
    const heard = stranger.received.find((message) => contextOf(message) === id);
    if (heard) throw new Violation(`a client of another hint was sent ${heard.method}`);
  },

  async "team:list"(stage) {
    const owner = await stage.begin();
    const stranger = await stage.begin();
    const id = await stage.spawn(owner, ["cat"]);
    if ((await stage.list(stranger)).includes(id))
      throw new Violation(`${id} is listed to a client of another hint`);
  },
} satisfies Record<string, RequirementCheck>;
