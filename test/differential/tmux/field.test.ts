import { fieldCases } from "./cases/field.ts";
import { compareCases } from "./compare.ts";

compareCases("field", fieldCases);
