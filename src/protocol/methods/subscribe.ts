import { z } from "zod";
import { cursor } from "../common.ts";
import { defineMethod } from "../define-method.ts";
import { wanted } from "../events.ts";

export const subscribe = defineMethod({
  name: "mullion.subscribe",
  since: 1,
  capability: "mullion.subscribe",
  doc: "Says which events this connection gets from now on, in place of what it got before. The cursor is where they begin.",
  params: wanted,
  result: z.object({ cursor }),
  errors: ["no-such-context"],
});
