import type { Context } from "./context.ts";
import type { NativeHost, PaneOutput } from "./host.ts";

/** A context's output, live or kept. */
export interface OutputSource {
  readonly end: number;
  readonly recorded: PaneOutput["recorded"];
  /** Absent if no more output will come. */
  readonly tap?: PaneOutput["tap"];
  close(): void;
}

/** Undefined if nothing of the output is left. */
export function outputSource(host: NativeHost, context: Context): OutputSource | undefined {
  const { output, exit } = context;
  if (output) {
    return {
      get end() {
        return output.end;
      },
      recorded: (from) => output.recorded(from),
      ...(!exit && { tap: (onOutput) => output.tap(onOutput) }),
      close() {},
    };
  }
  const retired = context.replaced ? undefined : host.openRetired(context.place);
  if (!retired) return undefined;
  return {
    end: exit?.offset ?? retired.output.end,
    recorded: (from) => retired.output.recorded(from),
    close: () => retired.close(),
  };
}
