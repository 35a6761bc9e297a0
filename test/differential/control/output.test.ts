import { compareScenarios } from "./compare.ts";
import { output } from "./scenarios/output.ts";

compareScenarios("output told to control clients", output);
