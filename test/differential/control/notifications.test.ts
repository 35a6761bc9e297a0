import { compareScenarios } from "./compare.ts";
import { notifications } from "./scenarios/notifications.ts";

compareScenarios("notifications of control clients", notifications);
