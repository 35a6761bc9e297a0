export { commandTransport } from "../client/command-transport.ts";
export { socketTransport } from "../client/socket-transport.ts";
export { type Requirement, type RequirementId, requirements, type TransportKind } from "./requirements.ts";
export { runSuite, type SuiteOptions, type SuiteReport, type Verdict } from "./run-suite.ts";
