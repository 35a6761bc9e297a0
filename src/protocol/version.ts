/** Version of the proposal that the core methods implement; `initialize` reports it. */
export const PROTOCOL_VERSION = "1";

/** Level of this schema. `levels/<n>.json` freezes each released level; within a level things are only added. */
export const LEVEL = 1;
