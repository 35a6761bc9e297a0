export { commandTransport } from "../client/command-transport.ts";
export { socketTransport } from "../client/socket-transport.ts";
export type { Requirement, TransportKind } from "./requirements.ts";
export { type RequirementId, requirements } from "./requirements.ts";
export { runSuite, type SuiteOptions, type SuiteReport, type Verdict } from "./run-suite.ts";
