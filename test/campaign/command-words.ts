import { commandTable } from "../../src/doors/tmux/command-table.ts";

/** The words of the command language. */
export const commandWords = [
  ...commandTable.map(({ name }) => name),
  ..."; ;; { } ' \" \\ $ ~ # % \n \r\n \t %if %elif %else %endif %hidden A=b ${HOME} $X #{x} -t -s -F -- s0:1.2 =s {last} \\; \\n \\u00e9 \\x41 é 'a b' \"c d\" -1 0 99999999999999999999".split(
    " ",
  ),
  " ",
  " ",
];
