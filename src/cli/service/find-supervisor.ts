import { serviceManager } from "../../processes/platform.ts";
import { launchd } from "./launchd.ts";
import type { Supervisor, SupervisorName } from "./supervisor.ts";
import { systemd } from "./systemd.ts";

const makers = { systemd, launchd } as const satisfies Record<
  SupervisorName,
  (environment: NodeJS.ProcessEnv) => Supervisor
>;

/** The service manager of this system, unless `name` asks for another. */
export function findSupervisor(environment: NodeJS.ProcessEnv, name?: SupervisorName): Supervisor {
  return makers[name ?? serviceManager()](environment);
}
