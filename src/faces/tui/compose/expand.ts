import type { FormatContext } from "../../../core/format/context.ts";

/** The client, session, window and pane that a format is expanded for. */
export type Place = Omit<FormatContext, "server" | "host" | "now">;

/** Expands a format, including its `#(…)` jobs. */
export type Expand = (text: string, place: Place) => string;
