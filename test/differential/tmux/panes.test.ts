import { paneCases } from "./cases/panes.ts";
import { compareCases } from "./compare.ts";

compareCases("panes", paneCases);
