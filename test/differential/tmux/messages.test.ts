import { messageCases } from "./cases/messages.ts";
import { compareCases } from "./compare.ts";

compareCases("messages", messageCases);
