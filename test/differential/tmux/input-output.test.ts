import { inputOutputCases } from "./cases/input-output.ts";
import { compareCases } from "./compare.ts";

compareCases("input-output", inputOutputCases);
