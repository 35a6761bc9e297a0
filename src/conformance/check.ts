import type { Stage } from "./stage.ts";

/** Throws a Violation if the requirement does not hold. */
export type Check = (stage: Stage) => Promise<void>;
