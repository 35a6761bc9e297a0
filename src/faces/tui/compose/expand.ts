import type { FormatContext } from "../../../core/format/context.ts";

/** What a format is expanded for. */
export type Place = Omit<FormatContext, "server" | "host" | "now">;

/** Expands formats, jobs included. */
export type Expand = (text: string, place: Place) => string;
