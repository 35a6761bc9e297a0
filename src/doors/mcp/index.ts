/** The entry of the bundle that the cold verb and the daemon load when they first need it. */
export type { McpGrant, McpHost } from "./host.ts";
export { answerMcp } from "./over-http.ts";
export { serveMcp } from "./over-stdio.ts";
