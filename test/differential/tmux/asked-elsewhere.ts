const MODE = "a mode: compared where its pictures are";

/** What no case or scenario asks for, by command and flag (`*`: any), with where it is compared or why it cannot be. */
export const askedElsewhere: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "choose-buffer": { "*": MODE },
  "choose-client": { "*": MODE },
  "choose-tree": { "*": MODE },
  "copy-mode": { "*": MODE },
  "customize-mode": { "*": MODE },
  "find-window": { "*": MODE },
  "display-message": { a: "prints times and ids: compared name by name with the formats" },
  "send-keys": { c: "of a later version" },
};
