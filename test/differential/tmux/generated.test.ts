import { generatedArgumentCases, generatedSourceCases, generatedTargetCases } from "./cases/generated.ts";
import { compareCases } from "./compare.ts";

compareCases("generated", { ...generatedArgumentCases, ...generatedTargetCases, ...generatedSourceCases });
