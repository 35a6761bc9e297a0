import { UsageError } from "../exit-status.ts";
import type { ConditionKind } from "./condition.ts";

export const idle: ConditionKind = {
  name: "idle",
  argument: "MS",
  summary: "it has printed nothing for so many milliseconds",
  parse(argument) {
    const idleMs = Number(argument);
    if (!/^\d+$/.test(argument) || idleMs < 1 || idleMs > 86_400_000)
      throw new UsageError(`idle needs milliseconds, not ${JSON.stringify(argument)}`);
    return ({ context: { clock }, output, met }) => {
      let cancel = clock.after(idleMs, met);
      const untap = output.tap(() => {
        cancel();
        cancel = clock.after(idleMs, met);
      });
      return {
        stop() {
          cancel();
          untap();
        },
      };
    };
  },
};
