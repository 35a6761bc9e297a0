import { watchText } from "../../panes/watch-text.ts";
import { linePattern } from "../line-pattern.ts";
import type { ConditionKind } from "./condition.ts";

export const match: ConditionKind = {
  name: "match",
  argument: "RE",
  summary: "a line matches this POSIX extended regular expression; the line is printed",
  parse(argument) {
    const matches = linePattern(argument, { ignoreCase: false, literal: false });
    return ({ context: { clock }, pane, output, since, met }) => {
      const screen = () => (since === undefined ? pane.screen : undefined);
      const watching = watchText(matches, { clock, output, since, screen, met: (line) => met({ line }) });
      return {
        stop: watching.stop,
        atEnd() {
          const line = watching.unfinished();
          return line === undefined ? undefined : { line };
        },
      };
    };
  },
};
