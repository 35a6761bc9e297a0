import { MuxError } from "../core/errors.ts";
import { legible } from "../core/text/legible.ts";
import { runFarScript, type ScriptOptions } from "./far-script.ts";
import { type Host, programOf } from "./host.ts";

/** What a host is, asked with nothing but a shell there. */
export interface FarMachine {
  /** As in prebuilt/; undefined: Mullion has no programs for it. */
  readonly platform: string | undefined;
  /** What `uname` says. */
  readonly system: string;
  readonly home: string;
  /** Version of Node on the PATH of a shell that runs one command; undefined: there is none. */
  readonly node: string | undefined;
  /** Programs that a set-up needs and that are missing. */
  readonly missing: readonly string[];
  /** Whether the program that the link runs is there. */
  readonly hasProgram: boolean;
}

const PLATFORMS: Readonly<Record<string, string>> = {
  "Linux x86_64": "linux-x64",
  "Linux aarch64": "linux-arm64",
  "Darwin x86_64": "darwin-x64",
  "Darwin arm64": "darwin-arm64",
};
/** A path that no shell and no program reads as anything else. */
const PLAIN_PATH = /^\/[\w@%+=:,./-]{0,1000}$/;
/** A word that a script can contain as it is. */
const PLAIN_WORD = /^[\w@%+=:,./~-]+$/;
const MAX_FIELD_CHARS = 100;

/** Resolves to undefined and a reason if the host cannot be asked. */
export async function inspectMachine(
  host: Host,
  options: ScriptOptions,
): Promise<FarMachine | { readonly reason: string }> {
  const answer = await runFarScript(host, questions(programOf(host)), options);
  if (answer.kind === "failed") return { reason: answer.reason };
  const fields = new Map(answer.lines.map((line) => splitField(line)));
  const field = (name: string) => legible(fields.get(name) ?? "").slice(0, MAX_FIELD_CHARS);
  const home = fields.get("home") ?? "";
  if (!PLAIN_PATH.test(home))
    throw new MuxError(
      "not-supported",
      `the home directory on host ${host.name} is ${legible(home).slice(0, MAX_FIELD_CHARS) || "not set"}, where Mullion installs nothing`,
    );
  const version = /^v(\d+\.\d+\.\d+)/.exec(fields.get("node") ?? "")?.[1];
  const hasHash = ["sha256sum", "shasum", "openssl"].some((tool) => fields.has(`tool ${tool}`));
  return {
    platform: Object.hasOwn(PLATFORMS, field("system")) ? PLATFORMS[field("system")] : undefined,
    system: field("system"),
    home,
    node: version,
    missing: [...(fields.has("tool tar") ? [] : ["tar"]), ...(hasHash ? [] : ["sha256sum"])],
    hasProgram: fields.get("program") === "yes",
  };
}

function questions(program: string | undefined): string {
  const hasProgram =
    program === undefined || !PLAIN_WORD.test(program)
      ? "echo program=yes"
      : `command -v ${program} >/dev/null 2>&1 && echo program=yes`;
  return [
    'echo "system=$(uname -sm)"',
    'echo "home=$HOME"',
    'echo "node=$(node --version 2>/dev/null)"',
    'for p in tar sha256sum shasum openssl; do command -v $p >/dev/null 2>&1 && echo "tool $p="; done',
    hasProgram,
  ].join("; ");
}

function splitField(line: string): [string, string] {
  const at = line.indexOf("=");
  return at < 0 ? [line, ""] : [line.slice(0, at), line.slice(at + 1)];
}
