import { bashScript } from "../completion/bash-script.ts";
import { fishScript } from "../completion/fish-script.ts";
import { zshScript } from "../completion/zsh-script.ts";
import { UsageError } from "../exit-status.ts";
import { defineColdVerb, JSON_OPTION, type Verb } from "../verb.ts";

const writers: Readonly<Record<string, (verbs: readonly Verb[]) => string>> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
};

export const completion = (verbs: () => readonly Verb[]) =>
  defineColdVerb({
    name: "completion",
    summary: "print a completion script for a shell",
    operands: Object.keys(writers).join("|"),
    count: [1, 1],
    completes: Object.keys(writers),
    options: { json: JSON_OPTION },
    notes: [
      "Verbs, options and their values are completed, and sessions, panes and servers by asking the daemon; pressing a key never starts one.",
    ],
    examples: [
      ['eval "$(mullion completion bash)"', "in ~/.bashrc"],
      ['eval "$(mullion completion zsh)"', "in ~/.zshrc, after compinit"],
      ["mullion completion fish | source", "in config.fish"],
    ],
    run({ operands: [shell = ""], options, print }) {
      const write = Object.hasOwn(writers, shell) ? writers[shell] : undefined;
      if (write === undefined)
        throw new UsageError(`there is completion for bash, zsh and fish, not for ${shell}`);
      const script = write(verbs().filter((verb) => !verb.hidden));
      print(options.json ? JSON.stringify({ shell, script }) : script);
    },
  });
