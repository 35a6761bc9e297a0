import { compareScenarios, compareVaryingScenarios } from "./compare.ts";
import { blocks, racingBlocks } from "./scenarios/blocks.ts";

compareScenarios("commands of control clients", blocks);
compareVaryingScenarios("commands that race with the start of a control client", racingBlocks);
