import { createHash, randomBytes } from "node:crypto";
import { MuxError } from "../../core/errors.ts";
import { askForJson } from "../ask-daemon.ts";
import { columns } from "../columns.ts";
import type { ShareEntry, ShareOrder } from "../context.ts";
import { UsageError } from "../exit-status.ts";
import { type Found, findTarget, SERVER_OPTION } from "../find-pane.ts";
import { age, counted, parseDuration } from "../quantities.ts";
import { type ColdCall, defineColdVerb, defineHotVerb, type HotCall, JSON_OPTION } from "../verb.ts";

const DEFAULT_TIME = "1h";
const MAX_MS = 30 * 24 * 3_600_000;

export const share = defineColdVerb({
  name: "share",
  summary: "a link that shows one pane or one session in a browser",
  operands: "PANE|SESSION|ls|revoke [ID...]",
  count: [1, 1000],
  completes: "target",
  options: {
    write: { short: "w", summary: "who has the link may type there" },
    for: { value: "TIME", summary: `how long the link works, at most 720h (default: ${DEFAULT_TIME})` },
    name: { value: "WHO", summary: "for whom it is: the name under which others in the pane see them" },
    all: { summary: "with revoke: every link" },
    server: SERVER_OPTION,
    json: JSON_OPTION,
  },
  notes: [
    "The link shows exactly that pane, or the panes that the session has at the time, and nothing of the rest. share ls lists the links; share revoke ends one at once, with every page that was opened with it.",
    "With --write, who has the link can run programs as you: give it only to people whom you would let sit at your keyboard.",
    "The link leads to this machine's loopback address, unless mullion web --listen has opened another one.",
  ],
  examples: [
    ["mullion share %3", "a link for an hour, to look at pane %3"],
    ["mullion share web --write --for 20m --name Anna", "Anna may type into the session web"],
    ["mullion share ls", "the links that work"],
    ["mullion share revoke --all", "end them all"],
  ],
  async run(call) {
    const { options, operands } = call;
    const [first = "", ...rest] = operands;
    if (first === "ls") await list(call, options.json);
    else if (first === "revoke") await revoke(call, { ids: rest, ...options });
    else await create(call, { target: first, extra: rest, ...options });
  },
});

interface NewLink {
  readonly target: string;
  readonly extra: readonly string[];
  readonly write: boolean;
  readonly for: string | undefined;
  readonly name: string | undefined;
  readonly server: string | undefined;
  readonly json: boolean;
}

async function create({ environment, print }: ColdCall, wanted: NewLink): Promise<void> {
  if (wanted.extra.length > 0) throw new UsageError("share takes one PANE or SESSION");
  const forMs = parseDuration(wanted.for ?? DEFAULT_TIME, "--for");
  if (forMs < 1000 || forMs > MAX_MS) throw new UsageError("--for takes at least 1s and at most 720h");
  // The daemon gets the digest only, so that the secret is in none of its logs and records.
  const secret = randomBytes(32).toString("hex");
  const digest = createHash("sha256").update(secret).digest("hex");
  const server = wanted.server === undefined ? [] : ["--server", wanted.server];
  const name = wanted.name === undefined ? [] : ["--name", wanted.name];
  const flags = [...server, ...name, ...(wanted.write ? ["--write"] : [])];
  const words = ["shares", ...flags, "--", wanted.target, digest];
  const made = await askForJson<ShareEntry & { url: string }>(environment, [...words, String(forMs)]);
  const link = `${made.url}/#share=${secret}`;
  if (wanted.json) return print(JSON.stringify({ ...made, url: link }));
  print(link);
  print(
    `It shows ${made.title}${made.write ? ", and who has it may type there" : ""}, for ${remaining(made)}. To end it: mullion share revoke ${made.id}`,
  );
}

async function list({ environment, print }: ColdCall, json: boolean): Promise<void> {
  const entries = await askForJson<readonly ShareEntry[]>(environment, ["shares"]);
  if (json) return print(JSON.stringify(entries));
  if (entries.length === 0) return print("Nothing is shared.");
  const rows = entries.map((entry) => [
    { text: entry.id },
    { text: entry.name === undefined ? entry.title : `${entry.title}, for ${entry.name}` },
    { text: entry.write ? "type" : "look" },
    { text: `${remaining(entry)} left` },
    { text: counted(entry.browsers, "browser") },
  ]);
  for (const line of columns(rows)) print(line);
}

async function revoke(
  { environment, print }: ColdCall,
  { ids, all, json }: { readonly ids: readonly string[]; readonly all: boolean; readonly json: boolean },
): Promise<void> {
  if (all === ids.length > 0)
    throw new UsageError("share revoke takes the ids of links (share ls), or --all");
  const words = ["shares", "--revoke", "--", ...ids];
  const { revoked } = await askForJson<{ revoked: string[] }>(environment, words);
  print(json ? JSON.stringify({ revoked }) : `Revoked ${counted(revoked.length, "link")}.`);
}

function remaining({ expires }: ShareEntry): string {
  return age(Date.now(), expires + 500);
}

/** The part of `share` that needs the daemon: lists without operands, makes a link with three. */
export const shares = defineHotVerb({
  name: "shares",
  summary: "the share links of the daemon, as JSON",
  operands: "[TARGET DIGEST MS]",
  count: [0, 1000],
  options: {
    write: { summary: "who has the link may type there" },
    name: { value: "WHO", summary: "for whom the link is" },
    revoke: { summary: "end the links with these ids, or all" },
    server: SERVER_OPTION,
  },
  hidden: true,
  async run({ context, options, operands, print }) {
    if (options.revoke) print(JSON.stringify({ revoked: revokeThese(context, operands) }));
    else if (operands.length === 0) print(JSON.stringify(context.http.shares()));
    else {
      const [target = "", digest = "", ms = ""] = operands;
      if (!/^[0-9a-f]{64}$/.test(digest)) throw new UsageError("a digest has 64 hexadecimal digits");
      const found = findTarget(context, target, options.server);
      const { write, name } = options;
      const order = { ...whatIsShown(found), digest, write, name, forMs: Number(ms) };
      print(JSON.stringify(await context.http.share(order)));
    }
  },
});

function revokeThese({ http }: HotCall["context"], ids: readonly string[]): readonly string[] {
  const known = http.shares().map(({ id }) => id);
  const unknown = ids.find((id) => !known.includes(id));
  if (unknown !== undefined)
    throw new MuxError("no-such-target", `there is no link ${unknown}: mullion share ls`);
  return (ids.length === 0 ? known : ids).filter((id) => http.revokeShare(id));
}

function whatIsShown(found: Found): Pick<ShareOrder, "mux" | "shown"> {
  const { mux } = found;
  if (found.kind === "session") return { mux, shown: { session: found.session.id } };
  if (found.kind === "window")
    throw new MuxError(
      "not-supported",
      "a link shows a pane or a session, not a window: name one of its panes",
    );
  return { mux, shown: { pane: found.pane.id } };
}
