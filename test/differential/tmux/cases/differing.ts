import type { Cases } from "../compare.ts";

/** One case for each entry of `differences`, so that each is seen to differ still. */
export const differingCases: Cases = {
  "a flag without its value": `
    new-session -d -s a cat
    new-session -d -s b cat
    has-session -t
    kill-session -t
    list-sessions -F '#S'`,
  "a layout that is none": `
    new-session -d -s a cat
    select-layout -t a nosuch
    select-layout -t a 'xxxx,80x24,0,0,0'`,
  "a file in the socket's place": `
    file precious text
    raw -S $SERVER-precious -f /dev/null new-session -d cat
    raw -S $SERVER-precious kill-server`,
  "a socket that cannot be made": `
    raw -S /nosuch/socket new-session -d cat`,
  "loading a directory": `
    new-session -d -s a cat
    load-buffer /
    source-file /`,
  "a style that is none": `
    new-session -d -s a cat
    select-pane -P nosuch -t a`,
};
