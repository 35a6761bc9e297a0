import { z } from "zod";
import { cursor } from "../common.ts";
import { defineMethod } from "../define-method.ts";
import { wanted } from "../events.ts";

export const resume = defineMethod({
  name: "mullion.resume",
  since: 1,
  capability: "mullion.resume",
  doc: "Subscribes from a cursor on: what happened since follows the answer, each thing once and in its order, then what happens now. A context that the cursor does not name begins at its first byte. What is no longer to be had is told as mullion.gap.",
  params: wanted.extend({ cursor }),
  result: z.object({ cursor: cursor.describe("Where the past ends and the present begins.") }),
  errors: ["no-such-context", "bad-cursor"],
});
