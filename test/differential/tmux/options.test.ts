import { optionCases } from "./cases/options.ts";
import { compareCases } from "./compare.ts";

compareCases("options", optionCases);
