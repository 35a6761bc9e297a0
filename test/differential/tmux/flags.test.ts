import { flagCases } from "./cases/flags.ts";
import { compareCases } from "./compare.ts";

compareCases("flags", flagCases);
