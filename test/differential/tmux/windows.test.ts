import { windowCases } from "./cases/windows.ts";
import { compareCases } from "./compare.ts";

compareCases("windows", windowCases);
