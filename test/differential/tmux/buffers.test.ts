import { bufferCases } from "./cases/buffers.ts";
import { compareCases } from "./compare.ts";

compareCases("buffers", bufferCases);
