import { z } from "zod";
import { empty } from "../common.ts";
import { defineMethod } from "../define-method.ts";

const farHost = z.object({
  name: z.string().describe("Begins the ids of its contexts: HOST/ctx_7."),
  address: z.string().describe("ssh://…, or the command that reaches it."),
  state: z
    .enum(["idle", "connecting", "connected", "unreachable"])
    .describe("Of the link. idle: nothing needed the host recently."),
  since: z.int().optional().describe("When the link was connected or lost: milliseconds since the epoch."),
  reason: z.string().optional().describe("Why it is unreachable."),
  latency_ms: z.number().optional().describe("There and back."),
  version: z.string().optional().describe("Of Mullion there."),
  level: z.int().optional().describe("The newest level of this schema that Mullion there knows."),
});

export const hosts = defineMethod({
  name: "mullion.hosts",
  since: 2,
  doc: "The other machines that a person has added (mullion host), with the states of their links. It connects to none of them.",
  params: empty,
  result: z.object({ hosts: z.array(farHost) }),
  errors: [],
});

/** Names one host in a request. */
export const hostName = z.string().min(1).max(48);

/** In answers that span hosts. */
export const failedHosts = z
  .array(z.object({ host: z.string(), error: z.string().describe("One sentence.") }))
  .optional()
  .describe("Hosts that did not answer in time, if hosts were asked for.");
