import { UsageError } from "../usage-error.ts";
import { defineColdVerb, type Verb } from "../verb.ts";

export const completion = (verbs: () => readonly Verb[]) =>
  defineColdVerb({
    name: "completion",
    summary: "print a completion script for a shell",
    operands: "bash|zsh|fish",
    count: [1, 1],
    options: {},
    examples: [
      ['eval "$(mullion completion bash)"', "in ~/.bashrc"],
      ['eval "$(mullion completion zsh)"', "in ~/.zshrc, after compinit"],
      ["mullion completion fish | source", "in config.fish"],
    ],
    run({ operands: [shell = ""], print }) {
      const write = writers.get(shell);
      if (write === undefined)
        throw new UsageError(`there is completion for bash, zsh and fish, not for ${shell}`);
      print(write(verbs().filter((verb) => !verb.hidden)));
    },
  });

const flagsOf = (verb: Verb) => [...Object.keys(verb.options), "help"].map((name) => `--${name}`);

const writers = new Map<string, (verbs: readonly Verb[]) => string>([
  ["bash", writeBash],
  ["zsh", writeZsh],
  ["fish", writeFish],
]);

function writeBash(verbs: readonly Verb[]): string {
  const cases = verbs.map((verb) => `    ${verb.name}) words="${flagsOf(verb).join(" ")}" ;;`);
  return [
    "_mullion() {",
    "  local words",
    `  case \${COMP_WORDS[1]} in`,
    ...cases,
    "  esac",
    `  ((COMP_CWORD == 1)) && words="${verbs.map(({ name }) => name).join(" ")}"`,
    '  COMPREPLY=($(compgen -W "$words" -- "$2"))',
    "}",
    "complete -o default -F _mullion mullion",
  ].join("\n");
}

function writeZsh(verbs: readonly Verb[]): string {
  const quoted = verbs.map(({ name, summary }) => `'${name}:${summary.replaceAll("'", "'\\''")}'`);
  const cases = verbs.map((verb) => `    ${verb.name}) compadd -- ${flagsOf(verb).join(" ")}; _files ;;`);
  return [
    "_mullion() {",
    "  if ((CURRENT == 2)); then",
    `    local -a verbs=(${quoted.join(" ")})`,
    "    _describe verb verbs",
    "    return",
    "  fi",
    "  case $words[2] in",
    ...cases,
    "  esac",
    "}",
    "compdef _mullion mullion",
  ].join("\n");
}

function writeFish(verbs: readonly Verb[]): string {
  const quote = (text: string) => `'${text.replaceAll("'", "\\'")}'`;
  const verbLines = verbs.map(
    ({ name, summary }) => `complete -c mullion -n __fish_use_subcommand -f -a ${name} -d ${quote(summary)}`,
  );
  const optionLines = verbs.flatMap((verb) =>
    Object.entries(verb.options).map(([name, { summary, short, value }]) =>
      [
        `complete -c mullion -n '__fish_seen_subcommand_from ${verb.name}' -l ${name}`,
        ...(short === undefined ? [] : [`-s ${short}`]),
        ...(value === undefined ? [] : ["-r"]),
        `-d ${quote(summary)}`,
      ].join(" "),
    ),
  );
  return [...verbLines, ...optionLines].join("\n");
}
