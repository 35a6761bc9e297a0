import { sessionCases } from "./cases/sessions.ts";
import { compareCases } from "./compare.ts";

compareCases("sessions", sessionCases);
