import type { OfferedWords, OptionSpec, Verb } from "../verb.ts";

/** For bash: one function that completes by verb and by the previous word. */
export function bashScript(verbs: readonly Verb[]): string {
  return [
    "_mullion_offer() {",
    "  case $1 in",
    '  file) COMPREPLY=($(compgen -f -- "$2")); compopt -o filenames 2>/dev/null ;;',
    '  directory) COMPREPLY=($(compgen -d -- "$2")); compopt -o filenames 2>/dev/null ;;',
    '  target|server) COMPREPLY=($(compgen -W "$(mullion complete $1 2>/dev/null | cut -f1)" -- "$2")) ;;',
    '  *) COMPREPLY=($(compgen -W "$1" -- "$2")) ;;',
    "  esac",
    "  [[ ${COMPREPLY-} == *: ]] && compopt -o nospace 2>/dev/null",
    "  return 0",
    "}",
    "_mullion() {",
    "  local verb=${COMP_WORDS[1]-}",
    "  if ((COMP_CWORD == 1)); then",
    `    _mullion_offer "${verbs.map(({ name }) => name).join(" ")}" "$2"`,
    "    return",
    "  fi",
    "  case $verb:$3 in",
    ...verbs.flatMap((verb) => Object.entries(verb.options).flatMap((entry) => valueCase(verb, entry))),
    "  esac",
    "  case $verb:$2 in",
    ...verbs.map((verb) => `  ${verb.name}:-*) _mullion_offer "${flagsOf(verb).join(" ")}" "$2" ;;`),
    ...verbs.flatMap((verb) => operandCase(verb, verbs)),
    "  esac",
    "}",
    "complete -o bashdefault -F _mullion mullion",
  ].join("\n");
}

function valueCase(verb: Verb, [name, { short, value, completes }]: [string, OptionSpec]): string[] {
  if (value === undefined) return [];
  const words = [`${verb.name}:--${name}`, ...(short === undefined ? [] : [`${verb.name}:-${short}`])];
  const offer = completes === undefined ? "" : `_mullion_offer "${kindOf(completes)}" "$2"; `;
  return [`  ${words.join("|")}) ${offer}return ;;`];
}

function operandCase({ name, completes }: Verb, verbs: readonly Verb[]): string[] {
  if (completes === undefined) return [];
  return [`  ${name}:*) _mullion_offer "${kindOf(completes, verbs)}" "$2" ;;`];
}

function kindOf(completes: OfferedWords, verbs: readonly Verb[] = []): string {
  if (completes === "verb") return verbs.map(({ name }) => name).join(" ");
  return typeof completes === "string" ? completes : completes.join(" ");
}

function flagsOf(verb: Verb): string[] {
  return [...Object.keys(verb.options), "help"].map((name) => `--${name}`);
}
