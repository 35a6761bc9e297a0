import { claudeCodeCases } from "./cases/claude-code.ts";
import { compareCases } from "./compare.ts";

compareCases("claude-code", claudeCodeCases);
