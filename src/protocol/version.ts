/** Of the proposal that the core methods implement; `initialize` names it. */
export const PROTOCOL_VERSION = "1";

/** Of this schema. `levels/<n>.json` freezes each released one; within a level things are only added. */
export const LEVEL = 1;
