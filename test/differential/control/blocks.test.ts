import { compareScenarios } from "./compare.ts";
import { blocks } from "./scenarios/blocks.ts";

compareScenarios("commands of control clients", blocks);
