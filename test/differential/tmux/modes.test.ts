import { modeCases } from "./cases/modes.ts";
import { compareCases } from "./compare.ts";

compareCases("modes", modeCases);
