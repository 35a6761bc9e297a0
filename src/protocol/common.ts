import { z } from "zod";

/**
 * Schema parts that methods share. Objects accept unknown keys, so that a newer client can talk to an older daemon;
 * known keys are validated.
 */

/** Makes the dispatcher answer with this code instead of "invalid-params". */
function refusal(code: string, message: string) {
  return { message, params: { code } };
}

const noNul = (text: string) => !text.includes("\0");
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

export const contextId = z
  .string()
  .min(1)
  .max(64)
  .describe("Names a context. Never used again for another one, also after a restart of the daemon.");

export const base64 = z
  .string()
  .refine(
    (text) => text.length % 4 === 0 && BASE64.test(text),
    refusal("bad-base64", "data is not base64 (RFC 4648, padded)"),
  )
  .meta({ contentEncoding: "base64" });

export const command = z
  .array(z.string().refine(noNul, refusal("invalid-params", "a word of the command holds a NUL")))
  .max(4096)
  .refine(
    ([program]) => program !== undefined && program !== "",
    refusal("empty-command", "the command is empty"),
  )
  .meta({ minItems: 1 })
  .describe("A program and its arguments, executed as they are: no shell reads them.");

export const cwd = z
  .string()
  .refine((path) => path.startsWith("/") && noNul(path), refusal("bad-cwd", "cwd is not an absolute path"))
  .describe("Absolute.");

export const env = z
  .record(z.string(), z.string())
  .refine(
    (entries) => Object.entries(entries).every(([name, value]) => /^[^=\0]+$/.test(name) && noNul(value)),
    refusal("bad-environment", "a variable's name is empty or holds '=', or something holds a NUL"),
  )
  .describe("Over the environment that the pane has anyway.");

const MAX_METADATA_TEXT = 1024;

const isShort = (value: unknown) => JSON.stringify(value).length <= MAX_METADATA_TEXT;
const tooLong = `an entry of metadata has at most ${MAX_METADATA_TEXT} characters of JSON`;

/** Arrays and objects are stored as JSON text. */
export const structuredMetadata = z
  .union([z.array(z.unknown()), z.record(z.string(), z.unknown())])
  .refine(isShort, tooLong);
export const plainMetadata = z.union([z.string().max(MAX_METADATA_TEXT), z.number(), z.boolean()]);

const knownMetadata = z.object({
  name: z.string().max(256).optional().describe("Becomes the pane's title."),
  color: z
    .string()
    .max(64)
    .optional()
    .describe("A name (red, blue, purple …), colour0–colour255 or #rrggbb: the pane's border."),
  role: z.string().max(256).optional().describe("Becomes the pane's badge."),
  place: z
    .string()
    .max(48)
    .optional()
    .describe("The host (docs/hosts.md) that the context is on; absent: this machine.")
    .meta({ since: 2 }),
});
const givenPlace = z
  .string()
  .max(MAX_METADATA_TEXT)
  .optional()
  .describe(
    "The host (docs/hosts.md) on which spawn_agent and mullion.spawn_session start the program; here where absent or empty. Its context is HOST/ctx_7, and every method accepts that. `slurm` and `slurm:OPTIONS` submit a job of its own.",
  )
  .meta({ since: 2 });
const METADATA = "What the context is, in words. How it is shown is the backend's affair.";

/** Metadata as a client sends it. */
export const givenMetadata = knownMetadata
  .extend({ place: givenPlace })
  .catchall(z.union([...plainMetadata.options, structuredMetadata]))
  .describe(METADATA);
/** Metadata as events and results report it: structured entries are text. */
export const metadata = knownMetadata.catchall(plainMetadata).describe(METADATA);

export const sessionName = z
  .string()
  .max(256)
  .refine(
    (name) => /^[^.:\x00-\x1f\x7f]+$/.test(name),
    refusal("bad-name", "a session's name is empty, or holds '.', ':' or a control character"),
  )
  .describe("Without '.' and ':', which end a name in a target of tmux.");

export const sequence = z
  .int()
  .nonnegative()
  .describe("Counts the team's events, from 1 on, without a gap: an event is known by it.");
export const offset = z.int().nonnegative().describe("Bytes that the context printed before this point.");

/** Marks a member, an alternative or (by name) a word of an enumeration that a later level added. */
export const since2 = { since: 2 } as const;

export const agentSequence = z
  .int()
  .nonnegative()
  .describe(
    "Orders the changes of all agents: it grows with every change, also across restarts of the daemon.",
  );

export const cursor = z
  .object({
    sequence,
    offsets: z.record(contextId, offset).describe("Per context: how much of its output was received."),
    agent_sequence: agentSequence
      .optional()
      .describe(
        "Newest mullion.agent_state_changed that was received; where absent, every agent is reported.",
      )
      .meta(since2),
  })
  .describe("How much a client has seen. It counts on from the events it receives.");

export const exitCode = z.int().describe("What the process returned, or 128 + n where signal n ended it.");

export const signal = z
  .string()
  .describe("Name of the signal that ended the process (SIGTERM …); absent where it returned by itself.");

/** A count above the maximum means everything available. */
export const clamped = (least: number, most: number) =>
  z
    .int()
    .min(least)
    .transform((count) => Math.min(count, most));

export const size = z.int().min(1).max(10_000);
export const timeoutMs = z.int().min(0).max(86_400_000);
export const empty = z.object({});
