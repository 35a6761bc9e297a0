import type { Cases } from "../compare.ts";

/** One case for each entry of `differences`, so that each is seen to differ still. */
export const differingCases: Cases = {
  "a flag without its value": `
    new-session -d -s a cat
    new-session -d -s b cat
    has-session -t
    kill-session -t
    list-sessions -F '#S'`,
  "loading a directory": `
    new-session -d -s a cat
    load-buffer /`,
  "a style that is none": `
    new-session -d -s a cat
    select-pane -P nosuch -t a`,
};
