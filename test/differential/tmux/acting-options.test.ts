import { actingOptionCases } from "./cases/acting-options.ts";
import { compareCases } from "./compare.ts";

compareCases("options that act", actingOptionCases);
