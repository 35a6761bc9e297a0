import { startCases } from "./cases/start.ts";
import { compareCases } from "./compare.ts";

compareCases("start", startCases);
