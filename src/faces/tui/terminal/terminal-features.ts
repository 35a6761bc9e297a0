import { fnmatch } from "../../../core/text/fnmatch.ts";
import type { Client, Server } from "../../../core/tree/tree.ts";
import { unescapeCapability } from "./capability-text.ts";
import { featureTable } from "./feature-table.ts";
import { type Capabilities, capabilitiesOf, setCapability } from "./terminal-families.ts";

/** What a client's terminal can do. Unknown features are not used. */
export type TerminalFeatures = Readonly<ReturnType<typeof describe>>;

export interface FeatureSources {
  readonly server: Server;
  readonly client: Client;
  /** Names from the flags `-2` and `-T`. */
  readonly given?: readonly string[];
  /** Features that the terminal reported, as tmux's names: see `featuresOfProduct`. */
  readonly reported?: readonly string[];
}

/** Features that every descendant of the VT100 supports or ignores. */
const SAFE = ["bpaste", "focus", "title"];

/** Capabilities for which the user may give a sequence. */
const GIVEN = ["smcup", "rmcup", "Ss", "Se", "Ms", "Cs", "Cr"];

/**
 * Combines TERM, COLORTERM, the options terminal-features and terminal-overrides, and the given and reported
 * features.
 */
export function terminalFeatures({
  server,
  client,
  given = [],
  reported = [],
}: FeatureSources): TerminalFeatures {
  const { termName } = client;
  const capabilities = capabilitiesOf(termName);
  const names = new Set([...given, ...reported, ...matching(server, "terminal-features", termName), ...SAFE]);
  const overrides = matching(server, "terminal-overrides", termName);
  for (const text of overrides) setCapability(capabilities, text);
  if (isTrueColour(client) || capabilities.has("Tc") || capabilities.has("RGB")) names.add("RGB");
  const known = [...featureTable].filter(([name]) => isNamed(names, name));
  for (const [, parts] of known) for (const text of parts) setCapability(capabilities, text);
  for (const text of overrides) setCapability(capabilities, text);
  if (meansStandout(server)) capabilities.delete("sitm");
  return describe(
    capabilities,
    known.map(([name]) => name),
    client.utf8,
  );
}

/**
 * With a default-terminal of the screen family, programs write standout as screen does, with the sequence that means
 * italics elsewhere.
 */
function meansStandout({ options }: Server): boolean {
  return /^screen(-|$)/.test(options.get("default-terminal") ?? "");
}

function isTrueColour({ environment }: Client): boolean {
  return /^(truecolor|24bit)$/i.test(environment.get("COLORTERM") ?? "");
}

function isNamed(names: ReadonlySet<string>, name: string): boolean {
  return [...names].some((given) => given.toLowerCase() === name.toLowerCase());
}

/** Entries are `pattern:part:part`; a colon inside a part is doubled. */
function matching(server: Server, option: string, termName: string): string[] {
  return server.options.list(option).flatMap(([, text]) => {
    const [pattern = "", ...parts] = text
      .replaceAll("::", "\0")
      .split(":")
      .map((part) => part.replaceAll("\0", ":"));
    return fnmatch(pattern, termName) ? parts : [];
  });
}

function describe(capabilities: Capabilities, names: readonly string[], utf8: boolean) {
  const has = (name: string) => capabilities.has(name);
  return {
    /** tmux's feature names in tmux's order, as `#{client_termfeatures}` lists them. */
    names,
    colours: colours(capabilities),
    utf8,
    lineDrawing: lineDrawing(capabilities, utf8),
    title: has("tsl"),
    clipboard: has("Ms"),
    hyperlinks: has("Hls"),
    cursorStyle: has("Ss"),
    cursorColour: has("Cs"),
    synchronized: has("Sync"),
    focus: has("Enfcs"),
    bracketedPaste: has("Enbp"),
    mouse: has("kmous"),
    extendedKeys: has("Eneks"),
    alternateScreen: has("smcup"),
    /** Whether erased cells get the background colour. */
    erasesWithBackground: has("bce"),
    scrollRegion: has("csr"),
    /** Whether a region can scroll by several lines at once. */
    scrollsMany: has("indn"),
    /** Whether a character in the last column delays the wrap until the next character. */
    lastColumn: has("xenl"),
    /** SGR attributes beyond bold, underline and reverse. */
    dim: has("dim"),
    italic: has("sitm"),
    blink: has("blink"),
    hidden: has("invis"),
    strikethrough: has("smxx"),
    overline: has("Smol"),
    underlineStyles: has("Smulx"),
    /** The user's own sequences by capability name, with escapes decoded. */
    given: new Map(
      GIVEN.flatMap((name) =>
        capabilities.get(name) ? [[name, unescapeCapability(capabilities.get(name)!)]] : [],
      ),
    ),
  };
}

function colours(capabilities: Capabilities): 0 | 8 | 16 | 256 | "rgb" {
  if (capabilities.has("setrgbf") && capabilities.has("setrgbb")) return "rgb";
  const count = Number(capabilities.get("colors") ?? 0);
  if (count >= 256) return 256;
  if (count >= 16) return 16;
  return count >= 8 ? 8 : 0;
}

/** How lines are drawn without UTF-8: by shifting to another character set, or as ASCII. */
function lineDrawing(capabilities: Capabilities, utf8: boolean): "utf8" | "shift-out" | "g0" | "ascii" {
  if (utf8 && capabilities.get("U8") !== "0") return "utf8";
  const shift = capabilities.get("smacs");
  if (shift === "g0") return "g0";
  return shift === undefined ? "ascii" : "shift-out";
}
